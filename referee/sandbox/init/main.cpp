// danno-init: starts one agent, watches it, and ends it with all processes that it leaves behind.
//
// It is process 1 of the sandbox at level strict, and a plain child of the referee at the others.
// The launcher alone starts it, with the descriptors of launch_request.hpp. It is static, so it
// runs in an empty root.
//
//   launcher                     danno-init                    the agent's process
//   spawn                     -> waits for the request
//   puts it in its cgroup
//   request on the lifeline   -> reads it
//                      Ready  <- forks                      -> limits itself
//                   Starting  <------------------------------- just before exec
//   'S', 'C' or 'K'           -> stops, continues, kills
//       Exited or Signalled   <- reaps it, kills the rest   <- ends
//   closes the lifeline       -> kills all, ends
//
// If the set-up or the exec fails, SetupFailed or ExecFailed is the report that counts. At level
// strict the launcher starts `danno-init enter` first, which executes bubblewrap, which starts
// danno-init.
//
//   request    LaunchRequest
//              `filter_length` instructions of the filter
//              strings, each with a NUL: the folder, `readable` paths, `arguments` words
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "referee/sandbox/init/confine.hpp"
#include "referee/sandbox/init/launch_request.hpp"
#include "referee/sandbox/init/sweep.hpp"
#include "referee/sandbox/init/tree.hpp"

namespace danno::referee::sandbox::init {
namespace {

constexpr char kPath[] = "/usr/local/bin:/usr/bin:/bin";

/// Reports to the referee, over the status socket.
void report(Status::Kind kind, int value = 0, Status::Step step = Status::Step::None) {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const Status packet{kind, value, step, std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec};
  // The referee may be gone; its lifeline says so.
  [[maybe_unused]] const auto sent = ::send(kStatus, &packet, sizeof packet, MSG_NOSIGNAL);
}

/// Reports that the set-up failed before the agent was started (the harness's fault), and exits.
[[noreturn]] void fail(Status::Step step, int error) {
  report(Status::Kind::SetupFailed, error, step);
  ::_exit(3);
}

// --- danno-init enter: prepares the sandbox, before bubblewrap and with the rights of the referee

constexpr int kArguments = 5;

int bind(const char* from, const char* to) {
  return ::mount(from, to, nullptr, MS_BIND | MS_REC, nullptr) == 0 ? 0 : errno;
}

/// Shows the folder and danno-init under kStagingFolder. The user that this process becomes may not
/// be able to reach the originals, for example below /root.
int stage_for_user(const char* folder, const char* init) {
  if (::unshare(CLONE_NEWNS) != 0) return errno;
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno;
  if (::mount("danno", kStagingFolder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k") != 0) {
    return errno;
  }
  if (::mkdir(kStagedFolder, 0755) != 0) return errno;
  const int file = ::open(kStagedInit, O_CREAT | O_WRONLY | O_CLOEXEC, 0755);
  if (file < 0) return errno;
  ::close(file);
  const int error = bind(folder, kStagedFolder);
  return error != 0 ? error : bind(init, kStagedInit);
}

/// Waits until the lifeline carries the request (by then the referee has put this process into its
/// cgroups). If USER is not 0, shows FOLDER and danno-init to that user under kStagingFolder, in a
/// mount namespace of its own, and becomes that user. Then executes the command.
///
///   argv: danno-init enter USER FOLDER INIT COMMAND [ARG…]
[[noreturn]] void enter(int argc, char** argv) {
  if (argc <= kArguments) fail(Status::Step::Request, EINVAL);
  pollfd lifeline{kLifeline, POLLIN, 0};
  while (::poll(&lifeline, 1, -1) < 0) {
  }
  if ((lifeline.revents & POLLIN) == 0) ::_exit(0);  // the referee is gone already
  const auto user = static_cast<std::uint32_t>(::strtoul(argv[2], nullptr, 10));
  if (user != 0) {
    int error = stage_for_user(argv[3], argv[4]);
    if (error != 0) fail(Status::Step::Stage, error);
    error = drop_to_user(user);
    if (error != 0) fail(Status::Step::User, error);
  }
  char* environment[] = {nullptr};
  ::execve("/usr/bin/bwrap", argv + kArguments, environment);
  fail(Status::Step::Bubblewrap, errno);
}

// --- danno-init: the agent

/// The request as it came, and its tail taken apart.
struct ReceivedRequest {
  alignas(LaunchRequest) char bytes[kMaxRequestBytes];
  const LaunchRequest* request;
  const sock_filter* filter;
  const char* folder;
  const char* readable;
  char* arguments[kMaxRequestBytes / 2];
};
ReceivedRequest received;  // too big for the stack, and there is one

void read_exactly(char* to, std::size_t count) {
  while (count > 0) {
    const ssize_t got = ::read(kLifeline, to, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) ::_exit(0);  // the referee is gone already
    to += got;
    count -= static_cast<std::size_t>(got);
  }
}

void read_request() {
  read_exactly(received.bytes, sizeof(LaunchRequest));
  received.request = reinterpret_cast<const LaunchRequest*>(received.bytes);
  const LaunchRequest& request = *received.request;
  if (request.bytes < sizeof(LaunchRequest) || request.bytes > kMaxRequestBytes ||
      request.arguments == 0) {
    fail(Status::Step::Request, EINVAL);
  }
  read_exactly(received.bytes + sizeof(LaunchRequest), request.bytes - sizeof(LaunchRequest));
  char* next = received.bytes + sizeof(LaunchRequest);
  received.filter = reinterpret_cast<const sock_filter*>(next);
  next += request.filter_length * sizeof(sock_filter);
  const auto take = [&next] {
    char* word = next;
    next += std::strlen(word) + 1;
    return word;
  };
  received.folder = take();
  received.readable = next;
  for (std::uint32_t i = 0; i < request.readable; ++i)
    take();
  for (std::uint32_t i = 0; i < request.arguments; ++i)
    received.arguments[i] = take();
}

/// Makes the agent's pipes its descriptors 0, 1 and 2. All others close with the exec.
int take_stdio() {
  for (int target = 0; target < 3; ++target) {
    if (::dup2(kAgentStdin + target, target) < 0) return errno;
  }
  return 0;
}

/// Executes the command and returns the error. execvp() would hand a file without a shebang to a
/// shell; here that is the agent's ENOEXEC.
int execute(char** command, char** environment) {
  const char* program = command[0];
  if (std::strchr(program, '/') != nullptr) {
    ::execve(program, command, environment);
    return errno;
  }
  int error = ENOENT;
  const char* folder = kPath;
  while (*folder != '\0') {
    const auto length = static_cast<int>(std::strcspn(folder, ":"));
    char path[4096];
    std::snprintf(path, sizeof path, "%.*s/%s", length, folder, program);
    ::execve(path, command, environment);
    if (errno != ENOENT && errno != ENOTDIR) error = errno;
    folder += length;
    folder += *folder == ':' ? 1 : 0;
  }
  return error;
}

[[noreturn]] void become_agent() {
  const LaunchRequest& request = *received.request;
  static char home[4200];
  std::snprintf(home, sizeof home, "HOME=%s", received.folder);
  static char path[64];
  std::snprintf(path, sizeof path, "PATH=%s", kPath);
  static char lang[] = "LANG=C.UTF-8";
  static char temporary[4200];  // compilers write there
  std::snprintf(temporary, sizeof temporary, "TMPDIR=%s/%s", received.folder, kTemporary);
  static char cache[4200];
  std::snprintf(cache, sizeof cache, "XDG_CACHE_HOME=%s/%s", received.folder, kTemporary);
  const bool scratch = request.scratch != 0;
  char* environment[] = {
      path, lang, home, scratch ? temporary : nullptr, scratch ? cache : nullptr, nullptr};

  ::setpgid(0, 0);
  reset_signals();
  const auto require = [](Status::Step step, int error) {
    if (error != 0) fail(step, error);
  };
  // danno-init is process 1 inside the sandbox, where it and this process may still mount.
  if (::getppid() == 1) {
    require(Status::Step::Proc, mount_own_proc());
    drop_capabilities();
  }
  if (request.user != 0) require(Status::Step::User, drop_to_user(request.user));
  require(Status::Step::Folder, ::chdir(received.folder) == 0 ? 0 : errno);
  if (scratch) ::mkdir(kTemporary, 0700);
  require(Status::Step::Descriptors, take_stdio());
  require(Status::Step::Limits, limit_resources(request));
  require(Status::Step::Limits, ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno);
  if (request.readable != 0) {
    require(Status::Step::Landlock, restrict_files(received.readable, request));
  }
  // All is in place but the filter, which comes last, because it forbids the calls above.
  report(Status::Kind::Starting);
  if (request.filter_length != 0) {
    require(Status::Step::Seccomp, filter_system_calls(received.filter, request.filter_length));
  }
  const int error = execute(received.arguments, environment);
  // ENOENT for a file that exists means that its interpreter or loader is missing.
  const bool there = std::strchr(received.arguments[0], '/') != nullptr &&
                     ::access(received.arguments[0], F_OK) == 0;
  report(Status::Kind::ExecFailed, error,
         error == ENOENT && there ? Status::Step::MissingInterpreter : Status::Step::None);
  ::_exit(127);
}

/// Kills all processes of the agent. Process 1 takes its whole namespace with it. Otherwise the
/// tree is stopped, so that no process can fork away. It is then killed until no child is left;
/// orphans become ours, because we are a subreaper.
[[noreturn]] void kill_all() {
  if (::getpid() == 1) ::_exit(0);
  do {
    for (const pid_t pid : stop_descendants(::getpid()))
      ::kill(pid, SIGKILL);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  } while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
  ::_exit(0);
}

bool stopped = false;  // by command of the referee
OwnTree tree;          // where we are not process 1

/// Sets whether the kernel reports children that stop or continue; it always reports those that
/// end. The handler is never called, because the signal is blocked; without a handler, pending
/// signals would be lost.
void report_stops(bool hear) {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = hear ? 0 : SA_NOCLDSTOP;
  ::sigaction(SIGCHLD, &action, nullptr);
}

/// Stops the agent. From now on the kernel reports a process that is continued.
void stop_agent() {
  stopped = true;
  report_stops(true);
  if (::getpid() == 1) {
    ::kill(-1, SIGSTOP);
  } else {
    tree.stop();
  }
}

/// Continues the agent. The kernel shall not report it, because the referee asked for it.
void continue_agent() {
  stopped = false;
  report_stops(false);
  if (::getpid() == 1) {
    ::kill(-1, SIGCONT);
  } else {
    tree.resume();
  }
  report(Status::Kind::Continued);
}

void obey_lifeline() {
  char commands[16];
  const ssize_t got = ::read(kLifeline, commands, sizeof commands);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) kill_all();
  if (std::memchr(commands, kKill, static_cast<std::size_t>(got)) != nullptr) kill_all();
  // The last of several stops and continues counts.
  if (commands[got - 1] == kStop) stop_agent();
  if (commands[got - 1] == kContinue) continue_agent();
}

/// Returns whether a child ended or goes on, and was not just stopped.
bool reap(pid_t agent) {
  bool any = false;
  int status = 0;
  pid_t pid = 0;
  while ((pid = ::waitpid(-1, &status, WNOHANG | WCONTINUED)) > 0) {
    any = true;
    if (!WIFCONTINUED(status)) tree.forget(pid);
    if (pid != agent || WIFCONTINUED(status)) continue;
    if (WIFEXITED(status)) {
      report(Status::Kind::Exited, WEXITSTATUS(status));
    } else {
      report(Status::Kind::Signalled, WTERMSIG(status));
    }
    kill_all();
  }
  return any;
}

int block_child_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &set, nullptr);
  return ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

[[noreturn]] void watch(pid_t agent, int signals) {
  pollfd events[] = {{kLifeline, POLLIN, 0}, {signals, POLLIN, 0}};
  for (;;) {
    if (::poll(events, 2, -1) < 0) continue;
    if (events[1].revents != 0) {
      signalfd_siginfo info{};  // of several ends only one is pending
      [[maybe_unused]] const auto got = ::read(signals, &info, sizeof info);
      // Stop the agent again if something continued it. The kernel continues a process group that
      // is orphaned when its session leader ends.
      if (reap(agent) && stopped) stop_agent();
    }
    if (events[0].revents != 0) obey_lifeline();
  }
}

/// Protects this process: the agent can neither trace nor limit it, nor inherit its descriptors.
void protect_process() {
  ::setsid();  // fails where the sandbox made us a session leader already
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  ::syscall(SYS_close_range, kDescriptors, ~0U, 0);
  for (int file = kLifeline; file < kDescriptors; ++file)
    ::fcntl(file, F_SETFD, FD_CLOEXEC);
}

}  // namespace
}  // namespace danno::referee::sandbox::init

int main(int argc, char** argv) {
  using namespace danno::referee::sandbox::init;
  if (argc > 1 && std::strcmp(argv[1], "enter") == 0) enter(argc, argv);
  if (argc > 1 && std::strcmp(argv[1], "sweep") == 0) sweep();
  protect_process();
  read_request();
  const int signals = block_child_signals();
  if (signals < 0) fail(Status::Step::Descriptors, errno);
  report(Status::Kind::Ready);
  const pid_t agent = ::fork();
  if (agent < 0) fail(Status::Step::Fork, errno);
  if (agent == 0) become_agent();
  if (::getpid() == 1) drop_capabilities();
  // Close the agent's pipes, so that their ends show the referee when the agent closes them.
  for (int file = kAgentStdin; file < kDescriptors; ++file)
    ::close(file);
  ::close(STDERR_FILENO);
  watch(agent, signals);
}
