// Attacks by name, as a hostile agent would make them. Prints "open" if the attack worked, else
// "closed" with errno; then plays on: echoes a line of its input, as an honest agent would answer.
//
//   attacker NAME REFEREE_PID CANARY_FILE TCP_PORT PATH_SOCKET ABSTRACT_NAME
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

pid_t referee;
const char* canary;
int tcp_port;
const char* path_socket;
const char* abstract_name;

bool opens(const char* path, int flags = O_RDONLY) { return ::open(path, flags, 0600) >= 0; }

bool connects(int family, const void* address, std::size_t length) {
  const int file = ::socket(family, SOCK_STREAM, 0);
  return file >= 0 && ::connect(file, static_cast<const sockaddr*>(address),
                                static_cast<socklen_t>(length)) == 0;
}

bool connects_locally(const char* name, std::size_t skip) {
  sockaddr_un there{};
  there.sun_family = AF_UNIX;
  std::strncpy(there.sun_path + skip, name, sizeof there.sun_path - 2);
  return connects(AF_UNIX, &there, offsetof(sockaddr_un, sun_path) + skip + std::strlen(name));
}

bool connects_by_tcp() {
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  there.sin_port = htons(static_cast<std::uint16_t>(tcp_port));
  return connects(AF_INET, &there, sizeof there);
}

bool reads_referee_memory() {
  char byte = 0;
  iovec local{&byte, 1};
  // Any mapped address would do; refusal comes before the address is looked at.
  iovec remote{reinterpret_cast<void*>(&reads_referee_memory), 1};
  return ::process_vm_readv(referee, &local, 1, &remote, 1, 0) == 1 || errno == EFAULT;
}

bool enters_as_32_bit() {
  const pid_t child = ::fork();
  if (child == 0) {
    long result = 20;  // getpid
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    ::_exit(result > 0 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool opens_descriptor() {
  for (int file = 3; file < 4096; ++file) {
    if (::fcntl(file, F_GETFD) >= 0) return true;
  }
  return false;
}

bool has_resident_map() {
  const int file = ::open("/proc/self/exe", O_RDONLY);
  void* map =
      ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
  unsigned char resident = 0;
  return ::mincore(map, 4096, &resident) == 0;
}

bool uses_perf() {
  perf_event_attr what{};
  what.type = PERF_TYPE_SOFTWARE;
  what.size = sizeof what;
  what.config = PERF_COUNT_SW_CPU_CLOCK;
  what.exclude_kernel = 1;
  return ::syscall(SYS_perf_event_open, &what, 0, -1, -1, 0) >= 0;
}

bool loads_bpf() {
  bpf_attr what{};
  what.map_type = BPF_MAP_TYPE_ARRAY;
  what.key_size = what.value_size = 4;
  what.max_entries = 1;
  return ::syscall(SYS_bpf, BPF_MAP_CREATE, &what, sizeof what) >= 0;
}

bool becomes_real_time() {
  sched_param priority{};
  priority.sched_priority = 1;
  return ::sched_setscheduler(0, SCHED_FIFO, &priority) == 0;
}

bool limits_referee() {
  rlimit limit{};
  return ::syscall(SYS_prlimit64, referee, RLIMIT_CORE, nullptr, &limit) == 0;
}

bool reads_through_link() {
  ::symlink(canary, "link");
  const bool open = opens("link");
  ::unlink("link");
  return open;
}

bool fills_inodes() {
  int made = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "inode-" + std::to_string(i);
    made += opens(name.c_str(), O_CREAT | O_WRONLY) ? 1 : 0;
    ::unlink(name.c_str());
  }
  return made > 0;
}

bool writes_somewhere() {
  for (const char* path :
       {"./drop", "/tmp/danno-drop", "/var/tmp/danno-drop", "/dev/shm/danno-drop", "/danno-drop",
        "/dev/danno-drop", "/usr/danno-drop"}) {
    if (!opens(path, O_CREAT | O_WRONLY)) continue;
    ::unlink(path);
    return true;
  }
  return false;
}

bool mounts() {
  ::mkdir("mounted", 0700);
  const bool open = ::mount("none", "mounted", "tmpfs", MS_RDONLY, "size=4k") == 0;
  if (open) ::umount2("mounted", MNT_DETACH);
  ::rmdir("mounted");
  return open;
}

/// Sets the clock to the frequency that it has: harmless, but allowed only to a process that may
/// set the clock.
bool tunes_the_clock() {
  timex clock{};
  if (::syscall(SYS_adjtimex, &clock) < 0) return false;
  clock.modes = ADJ_FREQUENCY;
  return ::syscall(SYS_adjtimex, &clock) >= 0;
}

bool is_continued_by_a_timer() {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGCONT;
  timer_t timer{};
  return ::timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

bool is_continued_by_a_childs_end() {
  const long child = ::syscall(SYS_clone, SIGCONT, nullptr, nullptr, nullptr, nullptr);
  if (child == 0) ::_exit(0);
  return child > 0 && ::waitpid(static_cast<pid_t>(child), nullptr, __WALL) == child;
}

/// A kill from outside would be nobody's fault, and the deal would be played again.
bool dies_by_its_own_hand() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::kill(::getpid(), SIGKILL);
    ::syscall(SYS_tgkill, ::getpid(), ::gettid(), SIGKILL);
    ::syscall(SYS_tkill, ::gettid(), (std::uint64_t{1} << 32) | SIGKILL);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

bool has_capabilities() {
  __user_cap_header_struct who{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
  return ::syscall(SYS_capget, &who, data) == 0 && (data[0].effective | data[0].permitted) != 0;
}

bool becomes_another() {
  for (const id_t id : {0U, 1U, 65534U}) {
    const id_t keep = static_cast<id_t>(-1);
    if (::setuid(id) == 0 || ::setreuid(keep, id) == 0 || ::setresuid(keep, keep, id) == 0)
      return true;
    if (::setgid(id) == 0 || ::setregid(keep, id) == 0 || ::setresgid(keep, keep, id) == 0)
      return true;
  }
  return false;
}

bool has_a_cookie() {
  int pair[2];
  std::uint64_t cookie = 0;
  socklen_t length = sizeof cookie;
  return ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 &&
         ::getsockopt(pair[0], SOL_SOCKET, SO_COOKIE, &cookie, &length) == 0;
}

bool wakes_who_maps_the_same_file() {
  void* map = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, ::open("attacker", O_RDONLY), 0);
  return ::syscall(SYS_futex, map, FUTEX_WAKE, 1, nullptr, nullptr, 0) >= 0;
}

/// Stops itself by each signal that stops; in a child, so that somebody is left to play on.
bool stops_itself() {
  for (const int signal : {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU}) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::setpgid(0, 0);
      ::raise(signal);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, WUNTRACED);
    if (!WIFSTOPPED(status)) continue;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return true;
  }
  return false;
}

bool changes_a_buffer() {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return false;
  for (const int option : {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE}) {
    const int bytes = 1 << 20;
    if (::setsockopt(pair[0], SOL_SOCKET, option, &bytes, sizeof bytes) == 0) return true;
  }
  return false;
}

struct Attack {
  const char* name;
  bool (*succeeds)();
};

const Attack kAttacks[] = {
    {"read-canary", [] { return opens(canary); }},
    {"read-shadow", [] { return opens("/etc/shadow"); }},
    {"read-passwd", [] { return opens("/etc/passwd"); }},
    {"read-proc", [] { return opens(("/proc/" + std::to_string(referee) + "/environ").c_str()); }},
    {"read-own-maps", [] { return opens("/proc/self/maps") || opens("/proc/self/pagemap"); }},
    {"read-load", [] { return opens("/proc/loadavg") || opens("/danno-proc/loadavg"); }},
    {"capabilities", has_capabilities},
    {"read-link", reads_through_link},
    {"inherited", opens_descriptor},
    {"environment", [] { return ::getenv("DANNO_TEST_SECRET") != nullptr; }},
    {"write", writes_somewhere},
    {"inodes", fills_inodes},
    {"tcp", connects_by_tcp},
    {"udp", [] { return ::socket(AF_INET, SOCK_DGRAM, 0) >= 0; }},
    {"path-socket", [] { return connects_locally(path_socket, 0); }},
    {"abstract-socket", [] { return connects_locally(abstract_name, 1); }},
    {"netlink", [] { return ::socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }},
    {"vsock", [] { return ::socket(AF_VSOCK, SOCK_STREAM, 0) >= 0; }},
    {"signal-referee", [] { return ::kill(referee, 0) == 0; }},
    {"signal-group", [] { return ::kill(-::getpgid(referee), 0) == 0; }},
    {"signal-parent", [] { return ::kill(::getppid(), SIGCONT) == 0 && ::getppid() != 1; }},
    {"continue", [] { return ::kill(::getpid(), SIGCONT) == 0; }},
    {"continue-thread", [] { return ::tgkill(::getpid(), ::gettid(), SIGCONT) == 0; }},
    {"continue-by-timer", is_continued_by_a_timer},
    {"continue-by-child", is_continued_by_a_childs_end},
    {"continue-by-parent", [] { return ::prctl(PR_SET_PDEATHSIG, SIGCONT) == 0; }},
    {"kill-itself", dies_by_its_own_hand},
    {"stop-itself", stops_itself},
    {"limit-time",
     [] {
       const rlimit limit{1000, 1000};
       return ::setrlimit(RLIMIT_CPU, &limit) == 0;
     }},
    {"trace-referee", [] { return ::ptrace(PTRACE_SEIZE, referee, nullptr, nullptr) == 0; }},
    {"read-memory", reads_referee_memory},
    {"limit-referee", limits_referee},
    {"pin-referee",
     [] {
       cpu_set_t all;
       std::memset(&all, 0xff, sizeof all);
       return ::sched_setaffinity(referee, sizeof all, &all) == 0;
     }},
    {"setuid", becomes_another},
    {"namespace", [] { return ::unshare(CLONE_NEWUSER) == 0; }},
    {"mount", mounts},
    {"keyring", [] { return ::syscall(SYS_keyctl, 0, -4, 1) >= 0; }},
    {"bpf", loads_bpf},
    {"perf", uses_perf},
    {"io-uring",
     [] {
       char parameters[256] = {};
       return ::syscall(SYS_io_uring_setup, 1, parameters) >= 0;
     }},
    {"userfaultfd", [] { return ::syscall(SYS_userfaultfd, 1 /* user mode only */) >= 0; }},
    {"32-bit", enters_as_32_bit},
    {"posix-shm",
     [] {
       return ::shm_open("/danno-attack", O_CREAT | O_RDWR, 0600) >= 0 &&
              ::shm_unlink("/danno-attack") == 0;
     }},
    {"sysv-shm",
     [] {
       const int id = ::shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
       return id >= 0 && ::shmctl(id, IPC_RMID, nullptr) == 0;
     }},
    {"flock", [] { return ::flock(::open("attacker", O_RDONLY), LOCK_SH | LOCK_NB) == 0; }},
    {"lease", [] { return ::fcntl(::open("/usr/bin/env", O_RDONLY), F_SETLEASE, F_RDLCK) == 0; }},
    {"inotify", [] { return ::inotify_init1(0) >= 0; }},
    {"mincore", has_resident_map},
    {"fadvise", [] { return ::posix_fadvise(::open("attacker", O_RDONLY), 0, 0, 4) == 0; }},
    {"readahead", [] { return ::readahead(::open("attacker", O_RDONLY), 0, 4096) == 0; }},
    {"sysinfo",
     [] {
       struct sysinfo load {};
       return ::sysinfo(&load) == 0;
     }},
    {"memfd", [] { return ::memfd_create("m", 0) >= 0; }},
    {"shared-memory",
     [] {
       return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) !=
              MAP_FAILED;
     }},
    // The kernel may have no reserve of huge pages to give, but it was asked.
    {"huge-pages",
     [] {
       constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB;
       return ::mmap(nullptr, 2 << 20, PROT_READ, kFlags, -1, 0) != MAP_FAILED || errno == ENOMEM;
     }},
    {"merge-pages",
     [] {
       void* page = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return ::madvise(page, 4096, MADV_MERGEABLE) == 0;
     }},
    {"socket-cookie", has_a_cookie},
    {"socket-buffer", changes_a_buffer},
    {"shared-futex", wakes_who_maps_the_same_file},
    {"nice",
     [] { return ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + 1) == 0; }},
    {"real-time", becomes_real_time},
    {"clock", tunes_the_clock},
};

void play_on() {
  char line[64];
  if (std::fgets(line, sizeof line, stdin) != nullptr) std::fputs(line, stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  referee = std::atoi(argv[2]);
  canary = argv[3];
  tcp_port = std::atoi(argv[4]);
  path_socket = argv[5];
  abstract_name = argv[6];
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  for (const Attack& attack : kAttacks) {
    if (std::strcmp(attack.name, argv[1]) != 0) continue;
    std::puts(attack.succeeds() ? "open" : "closed");
    play_on();
    return 0;
  }
  return 2;
}
