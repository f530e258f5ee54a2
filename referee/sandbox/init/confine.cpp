#include "referee/sandbox/init/confine.hpp"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace danno::referee::sandbox::init {
namespace {

constexpr rlim_t kOpenFiles = 128;
constexpr rlim_t kFileBytes = rlim_t{16} << 20;  // of memfd and tmpfs, where the rest is read-only
constexpr rlim_t kScratchFileBytes = rlim_t{256} << 20;  // what a linker writes
constexpr rlim_t kLockedBytes = rlim_t{64} << 10;

int set_limit(__rlimit_resource resource, rlim_t value) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return errno;
  if (limit.rlim_max < value) value = limit.rlim_max;
  limit = {value, value};
  return ::setrlimit(resource, &limit) == 0 ? 0 : errno;
}

// Landlock's system interface as of ABI 6 (landlock(7)); Debian 12's headers know ABI 2.
struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scoped;
};
struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed;
  std::int32_t parent;
};
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kRulePathBeneath = 1, kQueryVersion = 1;
constexpr std::uint64_t kExecute = 1 << 0, kReadFile = 1 << 2, kReadFolder = 1 << 3;
constexpr std::uint64_t kWriteFile = 1 << 1;
constexpr std::uint64_t kTcp = 0b11, kAbstractSocketsAndSignals = 0b11;

/// All file rights that the kernel's Landlock ABI knows: 13, then REFER, TRUNCATE, IOCTL_DEV.
std::uint64_t file_rights(long abi) {
  int rights = 13;
  if (abi >= 2) rights = 14;
  if (abi >= 3) rights = 15;
  if (abi >= 5) rights = 16;
  return (std::uint64_t{1} << rights) - 1;
}

/// Returns how much of Ruleset this kernel knows. Kernels refuse a struct with unknown fields.
std::size_t ruleset_size(long abi) {
  if (abi >= 6) return sizeof(Ruleset);
  return abi >= 4 ? 16 : 8;
}

int allow_path(int ruleset, const char* path, std::uint64_t more) {
  const int file = ::open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return errno == ENOENT ? 0 : errno;
  struct stat status {};
  int error = ::fstat(file, &status) == 0 ? 0 : errno;
  PathBeneath rule{kExecute | kReadFile, file};
  if (S_ISDIR(status.st_mode)) rule.allowed |= kReadFolder | more;
  if (S_ISCHR(status.st_mode)) rule.allowed = kReadFile | kWriteFile;
  if (error == 0 && ::syscall(kAddRule, ruleset, kRulePathBeneath, &rule, 0) != 0) error = errno;
  ::close(file);
  return error;
}

}  // namespace

void reset_signals() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number)
    ::sigaction(number, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

int limit_resources(const LaunchRequest& request) {
  int error = set_limit(RLIMIT_CORE, 0);
  if (error == 0) error = set_limit(RLIMIT_NOFILE, kOpenFiles);
  if (error == 0)
    error = set_limit(RLIMIT_FSIZE, request.scratch != 0 ? kScratchFileBytes : kFileBytes);
  if (error == 0) error = set_limit(RLIMIT_MEMLOCK, kLockedBytes);
  if (error == 0) error = set_limit(RLIMIT_MSGQUEUE, 0);
  if (error == 0 && request.data_bytes != 0) error = set_limit(RLIMIT_DATA, request.data_bytes);
  if (error == 0 && request.processes != 0) error = set_limit(RLIMIT_NPROC, request.processes);
  return error;
}

int drop_to_user(std::uint32_t user) {
  if (::setgroups(0, nullptr) != 0) return errno;
  if (::setresgid(user, user, user) != 0) return errno;
  if (::setresuid(user, user, user) != 0) return errno;
  // Kills what is left of a referee that was killed a moment ago; the lock on the id excludes any
  // other owner. The kill would reach the whole machine if we were root or if the id did not
  // change.
  if (user == 0 || ::getuid() != user || ::geteuid() != user) return EPERM;
  ::kill(-1, SIGKILL);
  return 0;
}

int restrict_files(const char* paths, const LaunchRequest& request) {
  const long abi = ::syscall(kCreateRuleset, nullptr, 0, kQueryVersion);
  if (abi < 0) return errno;
  const Ruleset rules{file_rights(abi), kTcp, kAbstractSocketsAndSignals};
  const auto ruleset = static_cast<int>(::syscall(kCreateRuleset, &rules, ruleset_size(abi), 0));
  if (ruleset < 0) return errno;
  int error = 0;
  for (std::uint32_t left = request.readable; left > 0 && error == 0; --left) {
    error = allow_path(ruleset, paths, left == 1 && request.scratch != 0 ? rules.files : 0);
    paths += std::strlen(paths) + 1;
  }
  if (error == 0 && ::syscall(kRestrictSelf, ruleset, 0) != 0) error = errno;
  ::close(ruleset);
  return error;
}

int filter_system_calls(const sock_filter* filter, std::uint32_t length) {
  const sock_fprog program{static_cast<unsigned short>(length), const_cast<sock_filter*>(filter)};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

int mount_own_proc() {
  char path[64];
  std::snprintf(path, sizeof path, "%s/%d", kHiddenProc, ::getpid());
  const auto mount = static_cast<int>(
      ::syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
  if (mount < 0) return errno == ENOENT ? 0 : errno;
  int error = 0;
  if (::syscall(SYS_move_mount, mount, "", AT_FDCWD, kOwnProcess, MOVE_MOUNT_F_EMPTY_PATH) != 0 ||
      ::umount2(kHiddenProc, MNT_DETACH) != 0) {
    error = errno;
  }
  ::close(mount);
  return error;
}

void drop_capabilities() {
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct who{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  ::syscall(SYS_capset, &who, none);
}

}  // namespace danno::referee::sandbox::init
