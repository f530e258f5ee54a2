#include "referee/init/enter.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/init/confine.hpp"
#include "referee/init/order.hpp"
#include "referee/init/report.hpp"

namespace danno::referee::init {
namespace {

constexpr int kArguments = 5;

int bind(const char* from, const char* to) {
  return ::mount(from, to, nullptr, MS_BIND | MS_REC, nullptr) == 0 ? 0 : errno;
}

/// Our user will neither be able to walk to a folder below /root nor need to.
int stage(const char* folder, const char* init) {
  if (::unshare(CLONE_NEWNS) != 0) return errno;
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno;
  if (::mount("danno", kStage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k") != 0) {
    return errno;
  }
  if (::mkdir(kStagedFolder, 0755) != 0) return errno;
  const int file = ::open(kStagedInit, O_CREAT | O_WRONLY | O_CLOEXEC, 0755);
  if (file < 0) return errno;
  ::close(file);
  const int error = bind(folder, kStagedFolder);
  return error != 0 ? error : bind(init, kStagedInit);
}

}  // namespace

void enter(int argc, char** argv) {
  if (argc <= kArguments) fail(Status::Step::Order, EINVAL);
  pollfd order{kLifeline, POLLIN, 0};
  while (::poll(&order, 1, -1) < 0) {
  }
  if ((order.revents & POLLIN) == 0) ::_exit(0);  // the referee is gone already
  const auto user = static_cast<std::uint32_t>(::strtoul(argv[2], nullptr, 10));
  if (user != 0) {
    int error = stage(argv[3], argv[4]);
    if (error != 0) fail(Status::Step::Stage, error);
    error = drop_to_user(user);
    if (error != 0) fail(Status::Step::User, error);
  }
  char* environment[] = {nullptr};
  ::execve("/usr/bin/bwrap", argv + kArguments, environment);
  fail(Status::Step::Bubblewrap, errno);
}

}  // namespace danno::referee::init
