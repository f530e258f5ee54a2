#include "referee/sandbox/launcher.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "referee/sandbox/account.hpp"
#include "referee/sandbox/bubblewrap.hpp"
#include "referee/sandbox/cgroup.hpp"
#include "referee/sandbox/descriptor.hpp"
#include "referee/sandbox/init/launch_request.hpp"
#include "referee/sandbox/locate.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/sandbox/seccomp.hpp"
#include "referee/sandbox/spawn.hpp"
#include "referee/sandbox/status_channel.hpp"
#include "referee/sandbox/user_slot.hpp"
#include "referee/sandbox/watcher.hpp"

namespace danno::referee::sandbox {
namespace {

using init::Status;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr int kPipeBytes = 256 * 1024;
/// The time limit for danno-init to end. A healthy one needs a few milliseconds; after this time it
/// is killed from outside.
constexpr auto kReapTimeout = std::chrono::seconds(2);

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

/// Widens a pipe beyond the default 64 KiB if the user's quota allows it. A narrow one is only
/// slower.
void widen(const Pipe& pipe) { ::fcntl(pipe.read.get(), F_SETPIPE_SZ, kPipeBytes); }

std::string describe_exec_failure(const std::string& program, const Status& report) {
  if (report.step == Status::Step::MissingInterpreter) {
    return fmt::format("cannot execute '{}': its interpreter or loader is not there", program);
  }
  return fmt::format("cannot execute '{}': {}", program, std::strerror(report.value));
}

/// Returns the kind of exit. Missing memory, or a program that is still being written, is no fault
/// of the agent.
Exit::Kind kind_of_exec_failure(int error) {
  const bool ours = error == ENOMEM || error == EAGAIN || error == ENFILE || error == ETXTBSY;
  return ours ? Exit::Kind::Harness : Exit::Kind::ExecFailed;
}

/// Returns what danno-init was about to do; the texts are in the order of Status::Step.
std::string_view step_name(Status::Step step) {
  constexpr std::array<std::string_view, 13> kNames = {"start",
                                                       "read the request",
                                                       "set up descriptors",
                                                       "fork",
                                                       "set the limits",
                                                       "change the user",
                                                       "stage the agent's folder",
                                                       "execute /usr/bin/bwrap",
                                                       "enter the agent's folder",
                                                       "restrict files with Landlock",
                                                       "filter system calls",
                                                       "find the interpreter",
                                                       "show the agent its own process"};
  static_assert(static_cast<std::size_t>(Status::Step::Proc) + 1 == kNames.size());
  const auto index = static_cast<std::size_t>(step);
  return index < kNames.size() ? kNames[index] : kNames.front();
}

std::string describe_kill(int memory_mb, bool for_memory) {
  if (!for_memory) return "killed from outside by SIGKILL";
  const auto ceiling = least_memory_limit();
  const std::string whose =
      ceiling ? fmt::format("the job's limit ({} MB)", ceiling->bytes >> 20) : "the machine's";
  return fmt::format("out of memory: {}, not the agent's own limit ({} MB)", whose, memory_mb);
}

/// The facts that decide who is responsible for the end of an agent's process.
struct ExitContext {
  MemoryKill cause = MemoryKill::None;
  bool by_us = false;              ///< The referee ended it.
  std::uint64_t kills_before = 0;  ///< count_memory_kills() when the agent was started.
  int memory_mb = 0;               ///< The agent's limit.
};

/// Decides who is responsible for an exit. A process killed after reaching its own memory limit
/// failed for memory. Any other SIGKILL came from outside, because seccomp keeps agents from
/// sending it. An agent that lost a process to somebody else's limit is not blamed for what
/// followed.
Exit judge(Exit exit, const ExitContext& known) {
  const bool killed = exit.kind == Exit::Kind::Harness ||
                      (exit.kind == Exit::Kind::Signal && exit.value == SIGKILL);
  if (killed && known.cause == MemoryKill::OwnLimit)
    return {Exit::Kind::Memory, 0, "memory limit exceeded"};
  if (known.cause == MemoryKill::Above)
    return {Exit::Kind::Harness, SIGKILL, describe_kill(known.memory_mb, true)};
  if (exit.kind == Exit::Kind::Signal && killed && !known.by_us)
    return {Exit::Kind::Harness, SIGKILL,
            describe_kill(known.memory_mb, count_memory_kills() > known.kills_before)};
  return exit;
}

/// Returns why danno-init is gone, as far as its messages say so.
std::string explain_loss(const Descriptor& complaints) {
  std::array<char, 400> text{};
  const ssize_t got = ::read(complaints.get(), text.data(), text.size());
  std::string complaint(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  while (!complaint.empty() && complaint.back() == '\n')
    complaint.pop_back();
  if (complaint.empty()) return "danno-init was lost";
  return fmt::format("danno-init was lost: {}", complaint);
}

Descriptor open_pidfd(pid_t pid) {
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

void kill_by(const Descriptor& pidfd) {
  if (pidfd) ::syscall(SYS_pidfd_send_signal, pidfd.get(), SIGKILL, nullptr, 0);
}

/// The resources that an agent needs and that must outlive it.
struct SandboxResources {
  std::optional<UserSlot> slot;
  std::optional<ControlGroup> group;
};

/// The referee's ends of all that connects it with danno-init and the agent.
struct AgentPipes {
  Descriptor agent_stdin;
  Descriptor agent_stdout;
  Descriptor agent_stderr;
  Descriptor complaints;
  Descriptor lifeline;
  Descriptor status;
};

class LaunchedProcess final : public Process {
 public:
  LaunchedProcess(const LaunchOptions& options, pid_t child, AgentPipes pipes,
                  SandboxResources resources)
      : program_(options.command.front()),
        memory_mb_(options.memory_mb),
        child_(child),
        child_pidfd_(open_pidfd(child)),
        pipes_(std::move(pipes)),
        resources_(std::move(resources)),
        watched_(std::make_shared<Watched>()),
        child_cpu_(child) {
    watched_->root = child;
    watched_->kill = [this] { command(init::kKill); };
    watched_->counts_cpu = !resources_.group || !resources_.group->cpu_time();
    // The kernel enforces the limit of a control group. Without a group the watcher sums the
    // memory.
    if (resources_.group) {
      watched_->out_of_memory = [this] {
        return resources_.group->memory_kill() != MemoryKill::None;
      };
    } else {
      watched_->memory_bytes = static_cast<std::uint64_t>(options.memory_mb) << 20;
    }
    watch_ = watch(watched_);
  }
  LaunchedProcess(const LaunchedProcess&) = delete;
  LaunchedProcess& operator=(const LaunchedProcess&) = delete;
  ~LaunchedProcess() override { end(); }

  void join_group() {
    if (resources_.group) resources_.group->add(child_);
  }

  [[nodiscard]] int stdin_fd() const override { return pipes_.agent_stdin.get(); }
  [[nodiscard]] int stdout_fd() const override { return pipes_.agent_stdout.get(); }
  [[nodiscard]] int stderr_fd() const override { return pipes_.agent_stderr.get(); }
  [[nodiscard]] int status_fd() const override { return pipes_.status.get(); }
  [[nodiscard]] pid_t root_pid() const override { return watched_->root; }
  [[nodiscard]] pid_t agent_pid() const override {
    if (!agent_pidfd_) read_reports();
    return watched_->agent;
  }
  void close_stdin() override { pipes_.agent_stdin.close(); }

  std::optional<Exit> exit() override {
    read_reports();
    if (!exit_ && status_ended_)
      first_exit({Exit::Kind::Harness, 0, explain_loss(pipes_.complaints)});
    return exit_;
  }

  Exit end() override {
    if (child_ != 0) {
      exit();
      // The watcher must not look at processes that are being reaped, since their ids may be used
      // again.
      watch_.reset();
      // danno-init kills all processes of the agent when the lifeline closes.
      pipes_.lifeline.close();
      reap();
      ended_by_us_ = true;
      read_reports();
      if (!exit_) first_exit({Exit::Kind::Signal, SIGKILL, "ended by the referee"});
      pipes_ = AgentPipes{};
      // The group is removed while its user id, which names it, still belongs to this agent.
      resources_.group.reset();
      resources_.slot.reset();
    }
    return *exit_;
  }

  [[nodiscard]] nanoseconds cpu_time() const override {
    // Either the control group or the watcher counts the other processes; the other figure is 0.
    const nanoseconds own = account().cpu_time();
    return own + std::max(nanoseconds(watched_->others_cpu_ns), others_in_group(own));
  }
  [[nodiscard]] nanoseconds wait_time() const override {
    if (thawing_since_) read_reports();
    if (stop_detector_.since()) stop_detector_.look(child_);
    // The agent's output may arrive before danno-init's report that the agent continues.
    const auto thawing =
        thawing_since_ ? steady_clock::now() - *thawing_since_ : steady_clock::duration();
    return account().wait_time() + thaw_waits_ + thawing + stop_detector_.sum();
  }
  [[nodiscard]] TreeTimes look_at_tree() override {
    return tree_account_.look(child_, steady_clock::now());
  }
  [[nodiscard]] bool runnable() const override {
    if (thawing_since_) read_reports();
    return thawing_since_ || account().runnable() || still_since();
  }
  [[nodiscard]] std::optional<steady_clock::time_point> still_since() const override {
    if (thawing_since_) read_reports();
    if (thawing_since_) return thawing_since_;
    stop_detector_.look(child_);
    return stop_detector_.since();
  }
  [[nodiscard]] std::int64_t peak_memory_kib() const override { return peak_memory_kib_; }
  void freeze() override {
    command(init::kStop);
    watched_->motion = Watched::Motion::Stopped;
  }
  void thaw() override {
    watched_->motion = Watched::Motion::Runs;
    thawing_since_ = steady_clock::now();
    command(init::kContinue);
  }
  void follow() override { move_to_own_processors(child_); }

 private:
  /// Returns the account of the agent's process. The id is known from the process's first report.
  [[nodiscard]] ProcessAccount& account() const {
    if (!agent_pidfd_) read_reports();
    return account_;
  }

  /// Returns the CPU time of the agent's other processes in the group, without danno-init and what
  /// starts it. The group's counter lags a tick behind that of the main process, so the result
  /// never falls.
  nanoseconds others_in_group(nanoseconds main) const {
    const auto all = resources_.group ? resources_.group->cpu_time() : std::nullopt;
    if (all && agent_pidfd_) {
      const nanoseconds ours = child_cpu_.read() + init_cpu_.read();
      others_in_group_ = std::max(others_in_group_, *all - main - ours);
    }
    return others_in_group_;
  }

  void read_reports() const {
    while (!status_ended_ && pipes_.status) {
      const auto packet = receive(pipes_.status, status_ended_);
      if (!packet) return;
      record_report(*packet);
    }
  }

  void record_report(const Packet& packet) const {
    const Status& report = packet.report;
    switch (report.kind) {
      case Status::Kind::Ready:
        init_pidfd_ = open_pidfd(packet.sender);
        watched_->init = packet.sender;
        // The child is bubblewrap at level strict; danno-init runs inside it.
        if (packet.sender != child_) init_cpu_ = CpuClock(packet.sender);
        return;
      case Status::Kind::Starting:
        agent_pidfd_ = open_pidfd(packet.sender);
        account_ = ProcessAccount(packet.sender);
        watched_->agent = packet.sender;
        return;
      case Status::Kind::SetupFailed:
        first_exit({Exit::Kind::Harness, report.value,
                    fmt::format("danno-init cannot {}: {}", step_name(report.step),
                                std::strerror(report.value))});
        return;
      case Status::Kind::ExecFailed:
        first_exit({kind_of_exec_failure(report.value), report.value,
                    describe_exec_failure(program_, report)});
        return;
      case Status::Kind::Exited:
        first_exit({Exit::Kind::Code, report.value, fmt::format("exit code {}", report.value)});
        return;
      case Status::Kind::Signalled:
        first_exit(
            {Exit::Kind::Signal, report.value,
             fmt::format("killed by signal {} ({})", report.value, ::sigdescr_np(report.value))});
        return;
      case Status::Kind::Continued:
        if (!thawing_since_) return;
        thaw_waits_ += steady_clock::time_point(nanoseconds(report.at_ns)) - *thawing_since_;
        thawing_since_.reset();
        return;
    }
  }

  /// Stores the first reported exit. A failed set-up or exec is followed by the plain exit of the
  /// process that failed, which does not count.
  void first_exit(Exit exit) const {
    if (exit_) return;
    exit_ = judge(std::move(exit), {.cause = memory_kill(),
                                    .by_us = ended_by_us_,
                                    .kills_before = kills_before_,
                                    .memory_mb = memory_mb_});
  }

  [[nodiscard]] MemoryKill memory_kill() const {
    if (resources_.group) return resources_.group->memory_kill();
    return watched_->exceeded ? MemoryKill::OwnLimit : MemoryKill::None;
  }

  /// Sends a command. A full lifeline or a dead reader is no error here, because exit() and the
  /// deadlines report it.
  void command(char byte) const {
    [[maybe_unused]] const ssize_t sent = ::write(pipes_.lifeline.get(), &byte, 1);
  }

  /// Reaps the child, which ends with the last process of the agent; kills from outside if it does
  /// not by itself.
  void reap() {
    if (!wait_for_child()) {
      kill_by(init_pidfd_);
      kill_by(agent_pidfd_);
      kill_by(child_pidfd_);
    }
    struct rusage usage {};  // of all that were reaped below it, too
    while (::wait4(child_, nullptr, 0, &usage) < 0 && errno == EINTR) {
    }
    peak_memory_kib_ = usage.ru_maxrss;
    // This finds no process if danno-init did its work.
    kill_by(agent_pidfd_);
    child_ = 0;
  }

  [[nodiscard]] bool wait_for_child() const {
    const auto deadline = steady_clock::now() + kReapTimeout;
    pollfd event{child_pidfd_.get(), POLLIN, 0};
    for (;;) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
      if (left.count() <= 0) return false;
      if (::poll(&event, 1, static_cast<int>(left.count())) > 0) return true;
    }
  }

  std::string program_;
  int memory_mb_;
  std::uint64_t kills_before_ = count_memory_kills();
  pid_t child_;  ///< Ours to reap; 0 once reaped.
  std::int64_t peak_memory_kib_ = 0;
  Descriptor child_pidfd_;
  AgentPipes pipes_;
  SandboxResources resources_;
  std::shared_ptr<Watched> watched_;
  std::shared_ptr<void> watch_;
  // The state learnt from the status socket, by whichever function reads it first.
  bool ended_by_us_ = false;
  mutable bool status_ended_ = false;
  mutable std::optional<Exit> exit_;
  mutable Descriptor init_pidfd_;
  mutable Descriptor agent_pidfd_;
  mutable ProcessAccount account_;
  mutable CpuClock child_cpu_;
  mutable CpuClock init_cpu_;  ///< The clock of danno-init, if it is not the child.
  mutable nanoseconds others_in_group_{0};
  mutable std::optional<steady_clock::time_point> thawing_since_;
  mutable nanoseconds thaw_waits_{0};
  mutable StopDetector stop_detector_;
  TreeAccount tree_account_;
};

/// The process limit of one agent at levels that limit processes. Threads count, too; Node starts a
/// dozen.
constexpr int kProcesses = 64;

void append_word(std::string& tail, const std::string& word) {
  if (word.find('\0') != std::string::npos) throw std::runtime_error("a NUL byte in a command");
  tail.append(word).push_back('\0');
}

bool is_root() { return ::geteuid() == 0; }

/// Counts the processes and threads of this user, which level confined shares with an ordinary
/// user's agents.
std::uint32_t count_own_tasks() {
  std::uint32_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    struct stat status {};
    // A link for each thread, besides the folder's own two.
    if (::stat((entry.path() / "task").c_str(), &status) == 0 && status.st_uid == ::getuid()) {
      count += static_cast<std::uint32_t>(status.st_nlink) - 2;
    }
  }
  return count;
}

/// Returns RLIMIT_NPROC for an agent; 0 for no limit. The kernel counts by user id, which is the
/// agent's alone in a slot or in a user namespace.
std::uint32_t process_limit(Isolation isolation, std::uint32_t user) {
  if (isolation == Isolation::None) return 0;
  const bool shared = isolation == Isolation::Confined && user == 0;
  return kProcesses + (shared ? count_own_tasks() : 0);
}

/// Encodes the request to danno-init as init/launch_request.hpp defines it: the fixed part, the
/// filter, the words.
std::string encode(const LaunchOptions& options, const SandboxResources& resources) {
  const bool bounded = options.isolation != Isolation::None;
  static const std::vector<sock_filter> kNoFilter;
  const auto& bounds = options.scratch ? build_filter() : agent_filter();
  const auto& filter = bounded ? bounds : kNoFilter;
  std::string tail(reinterpret_cast<const char*>(filter.data()),
                   filter.size() * sizeof(sock_filter));
  append_word(tail, options.folder.string());
  init::LaunchRequest head{};
  if (bounded && landlock_abi() > 0) {
    for (const std::string& path : readable_system())
      append_word(tail, path);
    for (const char* path : {"/dev/null", "/dev/random", "/dev/urandom"})
      append_word(tail, path);
    append_word(tail, options.folder.string());
    head.readable = static_cast<std::uint32_t>(readable_system().size() + 4);
  }
  for (const std::string& word : options.command)
    append_word(tail, word);
  head.bytes = static_cast<std::uint32_t>(sizeof head + tail.size());
  head.filter_length = static_cast<std::uint32_t>(filter.size());
  head.scratch = options.scratch ? 1 : 0;
  head.arguments = static_cast<std::uint32_t>(options.command.size());
  if (options.isolation == Isolation::Confined && resources.slot) {
    head.user = resources.slot->user();
  }
  head.processes = process_limit(options.isolation, head.user);
  // This limit bounds what a process can get between two checks of the watcher.
  if (options.memory_mb > 0 && !resources.group) {
    head.data_bytes = (std::uint64_t{2} * static_cast<std::uint64_t>(options.memory_mb) + 64) << 20;
  }
  if (head.bytes > init::kMaxRequestBytes) {
    throw std::runtime_error(fmt::format("command of {} bytes; at most {} can be passed on",
                                         tail.size(), init::kMaxRequestBytes));
  }
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes + tail;
}

/// Returns the arguments of danno-init. They are empty if it starts the agent itself; otherwise
/// they start the sandbox, which then starts danno-init again.
std::vector<std::string> init_arguments(const LaunchOptions& options,
                                        const SandboxResources& resources,
                                        const std::filesystem::path& init) {
  if (options.isolation != Isolation::Strict) return {};
  const bool proc = landlock_abi() > 0 && shows_proc();
  Sources sources{options.folder, init, options.scratch, proc};
  std::uint32_t user = 0;
  if (resources.slot) {
    user = resources.slot->user();
    sources = {init::kStagedFolder, init::kStagedInit, options.scratch, proc};
  }
  std::vector<std::string> arguments = {"enter", std::to_string(user), options.folder.string(),
                                        init.string()};
  const auto sandbox = bubblewrap_command(options.folder, sources, init);
  arguments.insert(arguments.end(), sandbox.begin(), sandbox.end());
  return arguments;
}

/// Takes a user id. At level none the id only names the control group, so a container without such
/// ids goes without the group.
std::optional<UserSlot> take_slot(Isolation level) {
  if (level != Isolation::None) return UserSlot();
  try {
    return UserSlot();
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

SandboxResources acquire_resources(const LaunchOptions& options) {
  SandboxResources resources;
  if (!is_root()) return resources;
  if (auto slot = take_slot(options.isolation)) resources.slot.emplace(std::move(*slot));
  if (!resources.slot) return resources;
  // The name contains our id, so that a process that cleans up after a killed referee does not
  // mistake our group for the old one.
  auto group = ControlGroup::make(
      fmt::format("danno-{}-{}", ::getpid(), resources.slot->user()), options.memory_mb,
      options.isolation == Isolation::None ? 4 * kProcesses : 2 * kProcesses);
  if (group) resources.group.emplace(std::move(*group));
  return resources;
}

/// Throws if the machine lacks what the level needs. Level confined relies on Landlock alone;
/// strict reports what it lacks itself. From ABI 6 on Landlock restricts signals; agents of a root
/// referee are other users anyway.
void refuse_what_is_not_there(Isolation level) {
  if (level != Isolation::Confined) return;
  const int needed = is_root() ? 1 : 6;
  if (landlock_abi() >= needed) return;
  throw std::runtime_error(fmt::format(
      "this kernel has Landlock ABI {}, and level confined needs {}; boot a newer kernel (6.12 for "
      "ordinary users, 5.13 for root) or use --isolation strict",
      landlock_abi(), needed));
}

/// Gives the folder and all in it to a user. Links themselves are given, not what they lead to.
void change_owner(const std::filesystem::path& folder, std::uint32_t user) {
  const auto change_one = [user](const std::filesystem::path& path) {
    if (::lchown(path.c_str(), user, user) != 0) throw_errno(path.c_str());
  };
  change_one(folder);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    change_one(entry.path());
}

/// Returns the options with the canonical path of the folder, which every mount namespace
/// understands.
LaunchOptions with_real_folder(LaunchOptions options) {
  options.folder = std::filesystem::canonical(options.folder);
  if (options.isolation == Isolation::Strict && options.folder == "/") {
    throw std::runtime_error("the agent's folder is '/'; strict shows an agent its folder only");
  }
  return options;
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

std::filesystem::path temporary_folder(const std::filesystem::path& folder) {
  return folder / init::kTemporary;
}

std::unique_ptr<Process> launch(const LaunchOptions& requested) {
  assert(!requested.command.empty());
  // An agent that is gone is noticed by its pipes; writing to it must not end the referee.
  ::signal(SIGPIPE, SIG_IGN);
  const LaunchOptions options = with_real_folder(requested);
  const auto init = find_init();
  refuse_what_is_not_there(options.isolation);
  SandboxResources resources = acquire_resources(options);
  if (options.scratch && resources.slot) change_owner(options.folder, resources.slot->user());
  const std::string bytes = encode(options, resources);
  Pipe agent_stdin = make_pipe();
  Pipe agent_stdout = make_pipe();
  Pipe agent_stderr = make_pipe();
  Pipe complaints = make_pipe();
  Pipe lifeline = make_pipe();
  StatusChannel status = make_status_channel();
  widen(agent_stdin);
  widen(agent_stdout);
  for (const auto* file : {&agent_stdin.write, &agent_stdout.read, &agent_stderr.read,
                           &complaints.read, &lifeline.write}) {
    set_nonblocking(*file);
  }
  // Descriptors 0 and 1 of danno-init lead nowhere. Its 2 takes the messages of the sandbox.
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing) throw_errno("/dev/null");
  const std::array<int, init::kDescriptors> descriptors = {nothing.get(),
                                                           nothing.get(),
                                                           complaints.write.get(),
                                                           lifeline.read.get(),
                                                           status.theirs.get(),
                                                           agent_stdin.read.get(),
                                                           agent_stdout.write.get(),
                                                           agent_stderr.write.get()};
  const pid_t child = spawn(init.string(), init_arguments(options, resources, init), descriptors);
  const int request_file = lifeline.write.get();
  auto process = std::make_unique<LaunchedProcess>(
      options, child,
      AgentPipes{std::move(agent_stdin.write), std::move(agent_stdout.read),
                 std::move(agent_stderr.read), std::move(complaints.read),
                 std::move(lifeline.write), std::move(status.ours)},
      std::move(resources));
  process->join_group();
  // The request is sent after the process joined the group, so that its children are born in the
  // group.
  if (::write(request_file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
    throw_errno("lifeline");
  }
  return process;
}

}  // namespace danno::referee::sandbox
