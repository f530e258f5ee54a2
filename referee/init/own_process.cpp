#include "referee/init/own_process.hpp"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

#include "referee/init/order.hpp"

namespace danno::referee::init {

int show_own_process() {
  char path[64];
  std::snprintf(path, sizeof path, "%s/%d", kHiddenProc, ::getpid());
  const auto tree = static_cast<int>(
      ::syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
  if (tree < 0) return errno == ENOENT ? 0 : errno;
  int error = 0;
  if (::syscall(SYS_move_mount, tree, "", AT_FDCWD, kOwnProcess, MOVE_MOUNT_F_EMPTY_PATH) != 0 ||
      ::umount2(kHiddenProc, MNT_DETACH) != 0) {
    error = errno;
  }
  ::close(tree);
  return error;
}

void drop_capabilities() {
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct who{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  ::syscall(SYS_capset, &who, none);
}

}  // namespace danno::referee::init
