#include "referee/launcher.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include <array>
#include <cassert>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "referee/descriptor.hpp"
#include "referee/init/order.hpp"
#include "referee/isolation/spawn.hpp"

namespace danno::referee {
namespace {

using init::Report;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr int kPipeBytes = 256 * 1024;
/// A healthy danno-init needs a few milliseconds; whoever needs more is killed from outside.
constexpr auto kBurialTime = std::chrono::seconds(2);

[[noreturn]] void throw_errno(const char* what) {
  throw std::system_error(errno, std::system_category(), what);
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Pipe make_pipe() {
  std::array<int, 2> files{};
  if (::pipe2(files.data(), O_CLOEXEC) != 0) throw_errno("pipe2");
  return {Descriptor(files[0]), Descriptor(files[1])};
}

void set_nonblocking(const Descriptor& file) {
  if (::fcntl(file.get(), F_SETFL, O_NONBLOCK) != 0) throw_errno("fcntl");
}

/// More than the default 64 KiB where the user's pipe quota allows; less is only slower.
void widen(const Pipe& pipe) { ::fcntl(pipe.read.get(), F_SETPIPE_SZ, kPipeBytes); }

/// `ours` tells who sent a packet, by process ids as we see them.
struct Channel {
  Descriptor ours;
  Descriptor theirs;
};

Channel make_status_channel() {
  std::array<int, 2> files{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, files.data()) != 0) {
    throw_errno("socketpair");
  }
  Channel channel{Descriptor(files[0]), Descriptor(files[1])};
  const int on = 1;
  if (::setsockopt(files[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0) {
    throw_errno("setsockopt");
  }
  set_nonblocking(channel.ours);
  return channel;
}

struct Packet {
  Report report;
  pid_t sender;
};

/// The next report; nothing if none is there or, with `ended`, if none will come any more.
std::optional<Packet> receive(int status, bool& ended) {
  Packet packet{};
  iovec part{&packet.report, sizeof packet.report};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(status, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got != sizeof packet.report) {
    ended = got >= 0 || errno != EAGAIN;
    return std::nullopt;
  }
  for (cmsghdr* part_of = CMSG_FIRSTHDR(&message); part_of != nullptr;
       part_of = CMSG_NXTHDR(&message, part_of)) {
    if (part_of->cmsg_level != SOL_SOCKET || part_of->cmsg_type != SCM_CREDENTIALS) continue;
    ucred sender{};
    std::memcpy(&sender, CMSG_DATA(part_of), sizeof sender);
    packet.sender = sender.pid;
  }
  return packet;
}

std::string describe_exec_failure(const std::string& program, const Report& report) {
  if (report.step == Report::Step::MissingInterpreter) {
    return fmt::format("cannot execute '{}': its interpreter or loader is not there", program);
  }
  return fmt::format("cannot execute '{}': {}", program, std::strerror(report.value));
}

std::string_view step_name(Report::Step step) {
  switch (step) {
    case Report::Step::None:
      return "start";
    case Report::Step::Order:
      return "read the order";
    case Report::Step::Descriptors:
      return "set up descriptors";
    case Report::Step::Fork:
      return "fork";
    case Report::Step::Limits:
      return "set the limits";
    case Report::Step::User:
      return "change the user";
    case Report::Step::Folder:
      return "enter the agent's folder";
    case Report::Step::Landlock:
      return "restrict files with Landlock";
    case Report::Step::Seccomp:
      return "filter system calls";
    case Report::Step::MissingInterpreter:
      return "find the interpreter";
  }
  return "start";
}

std::uint64_t second_number(std::string_view text) {
  const auto space = text.find(' ');
  if (space == std::string_view::npos) return 0;
  std::uint64_t value = 0;
  std::from_chars(text.data() + space + 1, text.data() + text.size(), value);
  return value;
}

/// What a thread waited for a processor: the second number of its schedstat, in nanoseconds.
nanoseconds read_wait(int schedstat) {
  std::array<char, 128> text{};
  const ssize_t got = ::pread(schedstat, text.data(), text.size(), 0);
  if (got <= 0) return nanoseconds(0);
  return nanoseconds(second_number({text.data(), static_cast<std::size_t>(got)}));
}

/// The accounts of the agent's main process.
class Account {
 public:
  Account() = default;
  explicit Account(pid_t pid)
      : pid_(pid),
        tasks_(
            ::open(fmt::format("/proc/{}/task", pid).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
        main_thread_(::open(fmt::format("/proc/{0}/task/{0}/schedstat", pid).c_str(),
                            O_RDONLY | O_CLOEXEC)) {
    if (::clock_getcpuclockid(pid, &clock_) != 0) pid_ = 0;
  }

  [[nodiscard]] nanoseconds cpu_time() {
    timespec time{};
    if (pid_ != 0 && ::clock_gettime(clock_, &time) == 0) {
      last_cpu_time_ = std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
    }
    return last_cpu_time_;
  }

  [[nodiscard]] nanoseconds wait_time() {
    const nanoseconds sum = read_wait(main_thread_.get()) + other_threads();
    last_wait_time_ = std::max(last_wait_time_, sum);
    return last_wait_time_;
  }

 private:
  /// A task folder has a link for each thread besides its own two, so that one call tells a
  /// single-threaded agent.
  [[nodiscard]] nanoseconds other_threads() const {
    struct stat status {};
    if (!tasks_ || ::fstat(tasks_.get(), &status) != 0 || status.st_nlink <= 3) return {};
    nanoseconds sum(0);
    std::error_code error;
    const auto folder = fmt::format("/proc/{}/task", pid_);
    for (const auto& thread : std::filesystem::directory_iterator(folder, error)) {
      if (thread.path().filename() == std::to_string(pid_)) continue;
      const Descriptor file(::open((thread.path() / "schedstat").c_str(), O_RDONLY | O_CLOEXEC));
      sum += read_wait(file.get());
    }
    return sum;
  }

  pid_t pid_ = 0;
  clockid_t clock_{};
  Descriptor tasks_;
  Descriptor main_thread_;
  nanoseconds last_cpu_time_{0};
  nanoseconds last_wait_time_{0};
};

Descriptor open_pidfd(pid_t pid) {
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

void kill_by(const Descriptor& pidfd) {
  if (pidfd) ::syscall(SYS_pidfd_send_signal, pidfd.get(), SIGKILL, nullptr, 0);
}

/// The referee's ends of all that connects it with danno-init and the agent.
struct Ends {
  Descriptor agent_stdin;
  Descriptor agent_stdout;
  Descriptor agent_stderr;
  Descriptor complaints;
  Descriptor lifeline;
  Descriptor status;
};

class LaunchedProcess final : public Process {
 public:
  LaunchedProcess(std::string program, bool freezable, pid_t child, Ends ends)
      : program_(std::move(program)),
        freezable_(freezable),
        child_(child),
        child_pidfd_(open_pidfd(child)),
        ends_(std::move(ends)) {}
  LaunchedProcess(const LaunchedProcess&) = delete;
  LaunchedProcess& operator=(const LaunchedProcess&) = delete;
  ~LaunchedProcess() override { end(); }

  [[nodiscard]] int stdin_fd() const override { return ends_.agent_stdin.get(); }
  [[nodiscard]] int stdout_fd() const override { return ends_.agent_stdout.get(); }
  [[nodiscard]] int stderr_fd() const override { return ends_.agent_stderr.get(); }
  [[nodiscard]] int status_fd() const override { return ends_.status.get(); }
  void close_stdin() override { ends_.agent_stdin.close(); }

  std::optional<Exit> exit() override {
    read_reports();
    if (!exit_ && status_ended_) exit_ = Exit{Exit::Kind::Harness, 0, explain_loss()};
    return exit_;
  }

  Exit end() override {
    if (child_ != 0) {
      exit();
      ends_.lifeline.close();
      bury();
      read_reports();
      if (!exit_) exit_ = Exit{Exit::Kind::Signal, SIGKILL, "ended by the referee"};
      ends_ = Ends{};
    }
    return *exit_;
  }

  [[nodiscard]] nanoseconds cpu_time() const override { return account().cpu_time(); }
  [[nodiscard]] nanoseconds wait_time() const override { return account().wait_time(); }
  void freeze() override { command(init::kStop); }
  void thaw() override { command(init::kContinue); }

 private:
  /// The first report of the agent's process tells its id, which all accounts need.
  [[nodiscard]] Account& account() const {
    if (!agent_pidfd_) read_reports();
    return account_;
  }

  void read_reports() const {
    while (!status_ended_ && ends_.status) {
      const auto packet = receive(ends_.status.get(), status_ended_);
      if (!packet) return;
      note(*packet);
    }
  }

  void note(const Packet& packet) const {
    const Report& report = packet.report;
    switch (report.kind) {
      case Report::Kind::Ready:
        init_pidfd_ = open_pidfd(packet.sender);
        return;
      case Report::Kind::Starting:
        agent_pidfd_ = open_pidfd(packet.sender);
        account_ = Account(packet.sender);
        return;
      case Report::Kind::SetupFailed:
        first_exit({Exit::Kind::Harness, report.value,
                    fmt::format("danno-init cannot {}: {}", step_name(report.step),
                                std::strerror(report.value))});
        return;
      case Report::Kind::ExecFailed:
        first_exit({Exit::Kind::ExecFailed, report.value, describe_exec_failure(program_, report)});
        return;
      case Report::Kind::Exited:
        first_exit({Exit::Kind::Code, report.value, fmt::format("exit code {}", report.value)});
        return;
      case Report::Kind::Signalled:
        first_exit(
            {Exit::Kind::Signal, report.value,
             fmt::format("killed by signal {} ({})", report.value, ::sigdescr_np(report.value))});
        return;
    }
  }

  /// A failed set-up or exec is followed by the plain exit of the process that failed.
  void first_exit(Exit exit) const {
    if (!exit_) exit_ = std::move(exit);
  }

  [[nodiscard]] std::string explain_loss() const {
    std::array<char, 400> text{};
    const ssize_t got = ::read(ends_.complaints.get(), text.data(), text.size());
    std::string complaint(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    while (!complaint.empty() && complaint.back() == '\n')
      complaint.pop_back();
    if (complaint.empty()) return "danno-init was lost";
    return fmt::format("danno-init was lost: {}", complaint);
  }

  void command(char byte) {
    assert(freezable_ && "LaunchOrder.freezable says whether freeze is used");
    // A full lifeline or a dead reader: exit() and the deadlines will tell.
    [[maybe_unused]] const ssize_t sent = ::write(ends_.lifeline.get(), &byte, 1);
  }

  /// Reaps the child, which ends with the last process of the agent; kills from outside if it does
  /// not by itself.
  void bury() {
    if (!wait_for_child()) {
      kill_by(init_pidfd_);
      kill_by(agent_pidfd_);
      kill_by(child_pidfd_);
    }
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    // Nothing to be found where danno-init did its work.
    kill_by(agent_pidfd_);
    child_ = 0;
  }

  [[nodiscard]] bool wait_for_child() const {
    const auto deadline = steady_clock::now() + kBurialTime;
    pollfd event{child_pidfd_.get(), POLLIN, 0};
    for (;;) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
      if (left.count() <= 0) return false;
      if (::poll(&event, 1, static_cast<int>(left.count())) > 0) return true;
    }
  }

  std::string program_;
  bool freezable_;
  pid_t child_;  ///< Ours to reap; 0 once reaped.
  Descriptor child_pidfd_;
  Ends ends_;
  // Learnt from the status socket, whoever asks first.
  mutable bool status_ended_ = false;
  mutable std::optional<Exit> exit_;
  mutable Descriptor init_pidfd_;
  mutable Descriptor agent_pidfd_;
  mutable Account account_;
};

void append_word(std::string& tail, const std::string& word) {
  if (word.find('\0') != std::string::npos) throw std::runtime_error("a NUL byte in a command");
  tail.append(word).push_back('\0');
}

std::string encode(const LaunchOrder& order) {
  std::string tail;
  append_word(tail, order.folder.string());
  for (const std::string& word : order.command)
    append_word(tail, word);
  init::Order head{};
  head.bytes = static_cast<std::uint32_t>(sizeof head + tail.size());
  head.arguments = static_cast<std::uint32_t>(order.command.size());
  // A brake only: it refuses what no agent of this size needs, and the rest is counted.
  if (order.memory_mb > 0) head.data_bytes = (std::uint64_t{2} * order.memory_mb + 64) << 20;
  if (head.bytes > init::kMaxOrderBytes) {
    throw std::runtime_error(fmt::format("command of {} bytes; at most {} can be passed on",
                                         tail.size(), init::kMaxOrderBytes));
  }
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes + tail;
}

/// danno-init is installed with danno; a build tree keeps it in bin/, two folders above its tests.
std::filesystem::path find_init() {
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* place :
       {"danno-init", "../libexec/danno/danno-init", "../bin/danno-init", "../../bin/danno-init"}) {
    const auto path = here / place;
    if (::access(path.c_str(), X_OK) == 0) return path.lexically_normal();
  }
  throw std::runtime_error(
      fmt::format("danno-init is neither in {0} nor in {0}/../libexec/danno; install danno again",
                  here.string()));
}

}  // namespace

std::string_view to_string(Isolation level) {
  switch (level) {
    case Isolation::Strict:
      return "strict";
    case Isolation::Confined:
      return "confined";
    case Isolation::None:
      return "none";
  }
  return "?";
}

std::optional<Isolation> parse_isolation(std::string_view text) {
  for (const auto level : {Isolation::Strict, Isolation::Confined, Isolation::None}) {
    if (text == to_string(level)) return level;
  }
  return std::nullopt;
}

std::unique_ptr<Process> launch(const LaunchOrder& order) {
  assert(!order.command.empty());
  if (order.isolation != Isolation::None) {
    throw std::runtime_error(fmt::format("isolation {} is not there yet; use --isolation none",
                                         to_string(order.isolation)));
  }
  const std::string bytes = encode(order);
  Pipe agent_stdin = make_pipe();
  Pipe agent_stdout = make_pipe();
  Pipe agent_stderr = make_pipe();
  Pipe complaints = make_pipe();
  Pipe lifeline = make_pipe();
  Channel status = make_status_channel();
  widen(agent_stdin);
  widen(agent_stdout);
  for (const auto* file : {&agent_stdin.write, &agent_stdout.read, &agent_stderr.read,
                           &complaints.read, &lifeline.write}) {
    set_nonblocking(*file);
  }
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing) throw_errno("/dev/null");

  if (::write(lifeline.write.get(), bytes.data(), bytes.size()) !=
      static_cast<ssize_t>(bytes.size())) {
    throw_errno("lifeline");
  }
  const std::array<int, init::kDescriptors> descriptors = {nothing.get(),
                                                           nothing.get(),
                                                           complaints.write.get(),
                                                           lifeline.read.get(),
                                                           status.theirs.get(),
                                                           agent_stdin.read.get(),
                                                           agent_stdout.write.get(),
                                                           agent_stderr.write.get()};
  const pid_t child = isolation::spawn(find_init().string(), {}, descriptors);
  return std::make_unique<LaunchedProcess>(
      order.command.front(), order.freezable, child,
      Ends{std::move(agent_stdin.write), std::move(agent_stdout.read), std::move(agent_stderr.read),
           std::move(complaints.read), std::move(lifeline.write), std::move(status.ours)});
}

}  // namespace danno::referee
