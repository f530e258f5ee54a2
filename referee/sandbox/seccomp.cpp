#include "referee/sandbox/seccomp.hpp"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <system_error>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {

int landlock_abi() {
  constexpr unsigned kQueryVersion = 1;
  static const long kVersion = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kQueryVersion);
  return static_cast<int>(std::max(kVersion, 0L));
}

namespace {

// The allowed calls, grouped by purpose. A name that this libseccomp does not know is left out,
// hence denied.
constexpr const char* kAllowed[] = {
    // descriptors and files
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "lseek",
    "close", "close_range", "dup", "dup2", "dup3", "pipe", "pipe2", "open", "openat", "stat",
    "fstat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat", "getcwd", "chdir", "fchdir", "getdents", "getdents64", "umask",
    // waiting
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "timerfd_create",
    "timerfd_settime", "timerfd_gettime", "signalfd", "signalfd4", "pause", "nanosleep",
    "clock_nanosleep", "restart_syscall",
    // memory
    "mprotect", "munmap", "mremap", "brk", "mlock", "munlock", "membarrier",
    // threads and processes
    "fork", "vfork", "execve", "exit", "exit_group", "wait4", "waitid", "futex_waitv",
    "set_tid_address", "set_robust_list", "get_robust_list", "rseq", "arch_prctl", "sched_yield",
    "sched_get_priority_max", "sched_get_priority_min", "getcpu", "getpriority", "setpgid",
    "setsid", "getpid", "getppid", "gettid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid",
    "getgid", "getegid", "getresuid", "getresgid", "getgroups", "capget", "getrusage", "times",
    "getrlimit", "uname", "getrandom",
    // an agent has one user id and no capability, so these change nothing; `make` takes no refusal
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid",
    // signals and time
    "rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend",
    "rt_sigreturn", "sigaltstack", "alarm", "setitimer", "getitimer", "clock_gettime",
    "clock_getres", "gettimeofday", "time",
    // pairs of sockets; there is no socket() to reach other processes with
    "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown", "getsockname",
    "getpeername"};

/// The calls that write to a file system. Interpreters try some of them, for caches of byte code,
/// and accept "read-only" as an answer.
constexpr const char* kWrites[] = {
    "creat",    "mkdir",     "mkdirat",   "rmdir",    "unlink",    "unlinkat",  "rename",
    "renameat", "renameat2", "link",      "linkat",   "symlink",   "symlinkat", "chmod",
    "fchmod",   "fchmodat",  "chown",     "fchown",   "lchown",    "fchownat",  "utime",
    "utimes",   "utimensat", "futimesat", "truncate", "ftruncate", "fallocate"};

constexpr unsigned kNewNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWTIME;
constexpr int kFirstReclaimingAdvice = 20;    // MADV_COLD, MADV_PAGEOUT: they empty a shared cache
constexpr unsigned kSetVmaName = 0x53564d41;  // PR_SET_VMA, newer than Debian 12's headers

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ERRNO(ENOSYS)), &seccomp_release) {
    if (!context_) throw std::system_error(ENOMEM, std::system_category(), "seccomp_init");
    check(seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
    // A binary tree: the depth of the search does not depend on the place in a list.
    check(seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2));
  }

  void allow(const char* name) { add(SCMP_ACT_ALLOW, name, {}); }
  void allow_if(const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
    add(SCMP_ACT_ALLOW, name, conditions);
  }
  void allow_if(const char* name, scmp_arg_cmp condition) { allow_if(name, {condition}); }
  void refuse(const char* name, int error) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), name, {});
  }
  void refuse_if(const char* name, int error, scmp_arg_cmp condition) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), name, {condition});
  }

  [[nodiscard]] std::vector<sock_filter> compile() const {
    const Descriptor file(::memfd_create("seccomp", MFD_CLOEXEC));
    check(seccomp_export_bpf(context_.get(), file.get()));
    const off_t bytes = ::lseek(file.get(), 0, SEEK_END);
    std::vector<sock_filter> program(static_cast<std::size_t>(bytes) / sizeof(sock_filter));
    if (::pread(file.get(), program.data(), static_cast<std::size_t>(bytes), 0) != bytes) {
      throw std::system_error(errno, std::system_category(), "read the seccomp filter");
    }
    return program;
  }

 private:
  static void check(int result) {
    if (result < 0) throw std::system_error(-result, std::system_category(), "libseccomp");
  }
  void add(std::uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    check(seccomp_rule_add_array(context_.get(), action, number,
                                 static_cast<unsigned>(conditions.size()), conditions.begin()));
  }

  std::unique_ptr<void, decltype(&seccomp_release)> context_;
};

// Conditions on an argument, by its index. seccomp.h's own macros are C.
scmp_arg_cmp equals(unsigned argument, scmp_datum_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}
scmp_arg_cmp has_no_bit(unsigned argument, scmp_datum_t bits) {
  return {argument, SCMP_CMP_MASKED_EQ, bits, 0};
}
scmp_arg_cmp equals_masked(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
/// Compares an int argument, because the upper half of its register may hold anything.
scmp_arg_cmp equals_as_int(unsigned argument, std::uint32_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, 0xffffffff, value};
}

scmp_arg_cmp has_bit(unsigned argument, unsigned bit) {
  return equals_masked(argument, scmp_datum_t{1} << bit, scmp_datum_t{1} << bit);
}

/// Allows signals except kill, stop and continue. No process of the agent, timer, parent or child
/// may continue an agent that was stopped off turn. No agent kills or stops itself, so a kill or
/// stop always comes from outside.
void allow_signals_but_continue_kill_and_stop(Filter& filter) {
  for (const scmp_datum_t signal_of_end : {scmp_datum_t{0}, scmp_datum_t{SIGCHLD}}) {
    filter.allow_if("clone", equals_masked(0, kNewNamespaces | CSIGNAL, signal_of_end));
  }
  struct Range {
    unsigned first, size;  // a power of two, and of it a multiple
  };
  // The filter compares bits under a mask. It therefore allows aligned ranges of signals whose size
  // is a power of two.
  constexpr Range kRanges[] = {{0, 8}, {8, 1}, {10, 2}, {12, 4}, {16, 2}, {23, 1}, {24, 8}};
  const auto is_allowed = [](const auto& ranges, unsigned signal) {
    for (const Range& range : ranges) {
      if (signal - range.first < range.size) return true;
    }
    return false;
  };
  for (const int signal : {SIGKILL, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU})
    assert(!is_allowed(kRanges, static_cast<unsigned>(signal)));
  constexpr unsigned kSignals = 32;  // SIGCONT + 32 and so on go without, too
  for (const Range& range : kRanges) {
    const scmp_datum_t mask = (kSignals - 1) & ~(range.size - 1);
    filter.allow_if("kill", equals_masked(1, mask, range.first));
    filter.allow_if("tkill", equals_masked(1, mask, range.first));
    filter.allow_if("tgkill", equals_masked(2, mask, range.first));
  }
}

/// Allows all limits but RLIMIT_CPU, which is number 0 and ends in a SIGKILL.
void allow_limits_but_time(Filter& filter) {
  static_assert(RLIMIT_CPU == 0 && RLIM_NLIMITS == 16);
  constexpr unsigned kLimitBits = 4;
  for (unsigned bit = 0; bit < kLimitBits; ++bit) {
    filter.allow_if("setrlimit", has_bit(0, bit));
    filter.allow_if("prlimit64", {equals(0, 0), has_bit(1, bit)});
  }
  filter.allow_if("prlimit64", {equals(0, 0), equals(2, 0)});  // only asks
}

/// Allows private futexes, and waiting for any. A shared futex could wake another process that
/// mapped the same file. Waiting passes no information, and the C library waits that way for the
/// end of a thread.
void allow_private_futexes(Filter& filter) {
  constexpr scmp_datum_t kFlags = FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME;
  filter.allow_if("futex", equals_masked(1, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG));
  for (const scmp_datum_t wait : {scmp_datum_t{FUTEX_WAIT}, scmp_datum_t{FUTEX_WAIT_BITSET}}) {
    filter.allow_if("futex", equals_masked(1, 0xffffffff & ~kFlags, wait));
  }
}

/// Allows harmless socket options. SO_COOKIE and the like are numbers from counters that all agents
/// share. Buffers keep their size, because no account of a process shows their memory.
void allow_socket_options(Filter& filter) {
  for (const int option :
       {SO_SNDTIMEO, SO_RCVTIMEO, SO_LINGER, SO_KEEPALIVE, SO_REUSEADDR, SO_PASSCRED}) {
    filter.allow_if("setsockopt", {equals_as_int(1, SOL_SOCKET),
                                   equals_as_int(2, static_cast<std::uint32_t>(option))});
  }
  for (const int option :
       {SO_TYPE, SO_ERROR, SO_DOMAIN, SO_PROTOCOL, SO_SNDBUF, SO_RCVBUF, SO_SNDTIMEO, SO_RCVTIMEO,
        SO_LINGER, SO_KEEPALIVE, SO_REUSEADDR, SO_ACCEPTCONN, SO_PASSCRED, SO_PEERCRED}) {
    filter.allow_if("getsockopt",
                    {equals(1, SOL_SOCKET), equals(2, static_cast<scmp_datum_t>(option))});
  }
}

/// Allows memory that is counted. Shared anonymous memory escapes a count of resident pages, and no
/// account of an agent holds reserved huge pages. Merged pages tell one agent what another one has
/// in memory. Refused calls return the error of a kernel that lacks them, so programs go on without
/// them.
void allow_memory_that_is_counted(Filter& filter) {
  filter.allow_if("mmap", has_no_bit(3, MAP_SHARED | MAP_HUGETLB));
  filter.allow_if("mmap", has_no_bit(3, MAP_ANONYMOUS | MAP_HUGETLB));
  filter.refuse_if("mmap", EINVAL, equals_masked(3, MAP_HUGETLB, MAP_HUGETLB));
  for (int advice = 0; advice < kFirstReclaimingAdvice; ++advice) {
    if (advice != MADV_MERGEABLE) {
      filter.allow_if("madvise", equals(2, static_cast<scmp_datum_t>(advice)));
    }
  }
  filter.refuse_if("madvise", EINVAL, equals(2, MADV_MERGEABLE));
}

void allow_some_uses(Filter& filter) {
  filter.allow_if("socketpair", equals(0, AF_UNIX));
  // A process may query only itself: without a process namespace it would see the referee and the
  // opponent.
  for (const char* name :
       {"sched_getaffinity", "sched_setaffinity", "sched_getscheduler", "sched_getparam"}) {
    filter.allow_if(name, equals(0, 0));
  }
  // Locks, leases, notifications and owners are refused: they pass information through files that
  // others read, too.
  for (const int command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL}) {
    filter.allow_if("fcntl", equals(1, static_cast<scmp_datum_t>(command)));
  }
  for (const int command : {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX}) {
    filter.allow_if("ioctl", equals_as_int(1, static_cast<std::uint32_t>(command)));
  }
  for (const unsigned option :
       {unsigned{PR_SET_NAME}, unsigned{PR_GET_NAME}, unsigned{PR_GET_DUMPABLE},
        unsigned{PR_CAPBSET_READ}, unsigned{PR_GET_NO_NEW_PRIVS}, kSetVmaName}) {
    filter.allow_if("prctl", equals(0, option));
  }
}

enum class Writes { Refused, Allowed };

std::vector<sock_filter> compile(Writes writes) {
  Filter filter;
  for (const char* name : kAllowed)
    filter.allow(name);
  for (const char* name : kWrites) {
    if (writes == Writes::Allowed) {
      filter.allow(name);
    } else {
      filter.refuse(name, EROFS);
    }
  }
  // Go and Cargo lock what they read. A build knows no secret that a lock could pass on.
  if (writes == Writes::Allowed) filter.allow("flock");
  for (const char* name : {"mknod", "mknodat", "setxattr", "lsetxattr", "fsetxattr"})
    filter.refuse(name, EROFS);
  allow_signals_but_continue_kill_and_stop(filter);
  allow_limits_but_time(filter);
  allow_private_futexes(filter);
  allow_socket_options(filter);
  allow_memory_that_is_counted(filter);
  allow_some_uses(filter);
  return filter.compile();
}

}  // namespace

const std::vector<sock_filter>& agent_filter() {
  static const std::vector<sock_filter> kFilter = compile(Writes::Refused);
  return kFilter;
}

const std::vector<sock_filter>& build_filter() {
  static const std::vector<sock_filter> kFilter = compile(Writes::Allowed);
  return kFilter;
}

}  // namespace danno::referee::sandbox
