#include "referee/protocol/agent_connection.hpp"

#include <algorithm>
#include <cerrno>
#include <span>
#include <string_view>
#include <utility>

#include "referee/protocol/sent_frames.hpp"
#include "referee/record/log.hpp"

namespace danno::referee::protocol {
namespace {

using sandbox::Exit;
using namespace std::chrono_literals;

// Unrequested output beyond this size is a flood and no mere mistake.
constexpr std::size_t kFloodBytes = 64 * 1024;
constexpr std::uint64_t kStderrLimit = 64ULL * 1024 * 1024;
// The time by which a closed stdout may precede the report of the process's end.
constexpr auto kExitTimeout = 200ms;
// The longest time for which an agent that owes an answer may be stopped from outside.
constexpr auto kLongestStop = 60s;
constexpr auto kSilence = 50ms;
constexpr std::size_t kReportedBytes = 256;
constexpr std::uint64_t kPipeBytes = 64 * 1024;
constexpr std::size_t kReportedLines = 20;
// The count of a process's games has 32 bits.
constexpr std::uint32_t kMostGames = std::uint32_t{1} << 31U;

/// "/…/agents/HASH/agent.py" becomes "agent.py", which is what its author calls it.
void name_own_files(const std::filesystem::path& folder, std::string& line) {
  if (folder.empty()) return;
  const std::string own = folder.string() + "/";
  for (const std::string& prefix : {"file://" + own, own}) {
    for (auto at = line.find(prefix); at != std::string::npos; at = line.find(prefix, at))
      line.erase(at, prefix.size());
  }
  const std::string quoted = "'" + folder.string() + "'";
  for (auto at = line.find(quoted); at != std::string::npos; at = line.find(quoted, at))
    line.replace(at, quoted.size(), "'.'");
}

}  // namespace

void AgentConnection::start() {
  sandbox::LaunchOptions options;
  options.command = agent_.command;
  options.folder = agent_.folder;
  options.isolation = context_.limits.isolation;
  options.memory_mb = context_.limits.memory_mb;
  current_ = ProcessState();
  current_.process = std::make_unique<AgentProcess>(context_.machine, options, context_.mode(),
                                                    context_.limits.answer, context_.limits.bank,
                                                    context_.own_wait);
  current_.state = State::Greeting;
  current_.started = context_.machine.now();
  current_.start_due = current_.started + context_.limits.start;
  // These marks show later what agent and referee lost to a busy machine while the agent started.
  current_.start_stolen = context_.own_wait.stolen(current_.started);
  current_.start_waited = context_.own_wait.read();
  record::log_event("start", {{"agent", agent_.name},
                              {"pid", pid()},
                              {"isolation", sandbox::to_string(context_.limits.isolation)},
                              {"memory_limit_mb", context_.limits.memory_mb}});
  append_hello(current_.process->out, greeting());
}

Terms AgentConnection::terms() const {
  return {agent_, greeting(), context_.limits.isolation, context_.mode()};
}

bool AgentConnection::resume(ProcessCache& idle) {
  auto found = idle.take(terms());
  if (!found) return false;
  current_ = ProcessState();
  current_.state = State::Ready;
  static_cast<GreetedProcess&>(current_) = std::move(*found);
  context_.some_want_seen = context_.some_want_seen || current_.wants_seen;
  current_.earlier_log = current_.process->log().total();
  // Earlier line-ups were charged this CPU time.
  effort_.cpu -= found->cpu;
  return true;
}

IdleAgent AgentConnection::release() {
  report_log();
  // Only a process without open questions, unsent frames and unread output may serve another
  // line-up. It must also have numbers left for games.
  const bool clean = current_.process->clock().open() == 0 && !current_.process->pending() &&
                     current_.process->inbox().empty() && current_.games_announced < kMostGames;
  IdleAgent idle{static_cast<GreetedProcess&&>(current_), terms()};
  idle.may_stay = clean && restart_policy(agent_, context_.limits) == RestartPolicy::Never;
  idle.cpu = idle.process->process().cpu_time();
  effort_.cpu += idle.cpu;
  current_.state = State::Down;
  return idle;
}

void AgentConnection::end() {
  current_.state = State::Down;
  if (!current_.process) return;
  report_log();
  effort_.cpu += current_.process->end(agent_.name);
  current_.process.reset();
  context_.last_bytes = {};
}

void AgentConnection::report_log() {
  drain_stderr(log_bytes() + kPipeBytes);
  if (log_bytes() == 0) return;
  std::string text(current_.process->log().since(current_.earlier_log));
  name_own_files(agent_.folder, text);
  context_.listener.logged(number_, text);
}

record::Evidence AgentConnection::evidence() const {
  record::Evidence evidence;
  evidence.agent = agent_.name;
  evidence.limits = greeting();
  evidence.question = record::NotGreeted();
  evidence.received = context_.last_bytes;
  evidence.exchanges = sent_hello(evidence.limits);
  if (current_.process) evidence.stderr_lines = current_.process->log().lines(kReportedLines);
  for (std::string& line : evidence.stderr_lines) {
    name_own_files(agent_.folder, line);
    std::ranges::replace(line, '\t', ' ');  // in the traces of Java and Go
  }
  if (evidence.stderr_lines.empty()) evidence.stderr_lines = build_output(agent_);
  return evidence;
}

std::uint64_t AgentConnection::log_bytes() const {
  return current_.process ? current_.process->log().total() - current_.earlier_log : 0;
}

record::Greeting AgentConnection::greeting() const {
  return {static_cast<std::uint32_t>(context_.limits.answer.count()),
          static_cast<std::uint32_t>(context_.limits.start.count()),
          static_cast<std::uint32_t>(context_.limits.memory_mb),
          static_cast<std::uint32_t>(context_.games),
          static_cast<std::uint32_t>(context_.limits.bank.count())};
}

std::chrono::nanoseconds AgentConnection::thinks() const {
  return current_.process->clock().wall_less_waits(context_.now);
}

pid_t AgentConnection::pid() const {
  return current_.process ? current_.process->process().root_pid() : 0;
}

bool AgentConnection::runnable() const {
  return current_.process && current_.process->process().runnable();
}

Effort AgentConnection::effort() const {
  Effort effort = effort_;
  if (current_.process) effort.cpu += current_.process->process().cpu_time();
  return effort;
}

std::uint32_t AgentConnection::begin_game() {
  current_.process->clock().begin_game();
  return current_.games_announced++;
}

// NOLINTNEXTLINE(readability-make-member-function-const): it changes the clock
void AgentConnection::end_game() { current_.process->clock().end_game(); }

SharedContext::time_point AgentConnection::due(SharedContext::time_point latest) const {
  if (!current_.process) return latest;
  if (current_.state == State::Greeting) latest = std::min(latest, current_.start_due);
  if (current_.process->clock().open() > 0)
    latest = std::min(latest, current_.process->clock().due());
  return latest;
}

void AgentConnection::flush(bool freezes) {
  if (!current_.process) return;
  if (current_.process->pending()) {
    if (current_.fresh_asks > 0) current_.process->clock().asked(current_.fresh_asks);
    current_.fresh_asks = 0;
    current_.process->flush();
  }
  if (freezes && current_.state == State::Ready)
    current_.process->let_run(current_.process->clock().open() > 0);
}

bool AgentConnection::read_answers() {
  switch (current_.process->read_stdout()) {
    case AgentProcess::Read::Data:
      handle_input();
      return true;
    case AgentProcess::Read::Closed:
      handle_end();
      return true;
    case AgentProcess::Read::Nothing:
      break;
  }
  return false;
}

void AgentConnection::read_stderr() {
  current_.stderr_open = current_.process->read_stderr();
  if (log_bytes() <= kStderrLimit) return;
  context_.last_bytes = {};
  report_lost(make_fault(record::StderrFlood{kStderrLimit}));
}

/// Handles a message of danno-init. If the process has ended, first reads the output that it left,
/// so that an answer in time counts.
void AgentConnection::read_status() {
  if (!current_.process->process().exit()) return;
  const AgentProcess* const process = current_.process.get();
  while (current_.process->read_stdout() == AgentProcess::Read::Data) {
    handle_input();
    if (context_.halted || current_.process.get() != process) return;
  }
  handle_end();
}

bool AgentConnection::readable_now(int file) {
  pollfd ready{file, POLLIN, 0};
  int files = 0;
  do {
    files = context_.machine.poll(std::span(&ready, 1), 0);
  } while (files < 0 && errno == EINTR);
  return files > 0;
}

void AgentConnection::drain_stderr(std::uint64_t limit) {
  while (current_.stderr_open && log_bytes() <= limit &&
         readable_now(current_.process->process().stderr_fd())) {
    current_.stderr_open = current_.process->read_stderr();
  }
}

/// Finds out why stdout has ended: the process exited, or it only closed the stream.
void AgentConnection::handle_end() {
  const auto exit = current_.process->await_exit(context_.machine.now() + kExitTimeout);
  // The last lines on stderr usually say why the process ended.
  drain_stderr(kStderrLimit);
  context_.last_bytes = current_.process->inbox().substr(0, kReportedBytes);
  if (!exit) return report_lost(make_fault(record::ClosedStdout()));
  const std::string& problem = agent_.problem;
  switch (exit->kind) {
    case Exit::Kind::Code:
      return report_lost(make_fault(record::Exited{exit->value}));
    case Exit::Kind::Signal:
      return report_lost(make_fault(record::Killed{exit->value}));
    case Exit::Kind::Memory:
      return report_lost(make_fault(record::OutOfMemory{context_.limits.memory_mb}));
    case Exit::Kind::ExecFailed:
      return report_lost(make_fault(record::NotExecuted{
          exit->value, problem.empty() ? exit->detail : problem.substr(0, problem.find('\n'))}));
    case Exit::Kind::Harness:
      throw HarnessError{"agent '" + agent_.name + "': " + exit->detail};
  }
}

void AgentConnection::handle_input() {
  AgentProcess* const process = current_.process.get();
  // The clock decides before anything is parsed.
  if (process->clock().open() > 0 && process->clock().late(context_.now)) return time_out();
  const int open = process->clock().open();
  // All answers read together were given in this time.
  const auto used = open > 0 ? process->clock().used(context_.now) : 0ns;
  // Handling a frame may end the process; its inbox must not be touched then.
  while (!context_.halted && current_.process.get() == process) {
    const auto next = next_frame(process->inbox());
    if (std::holds_alternative<NeedMore>(next)) {
      if (!looks_like_text(process->inbox()))
        return count_answers(open - process->clock().open(), used);
      return fail(record::TextOnStdout());
    }
    if (const auto* giant = std::get_if<FrameTooLong>(&next)) {
      return fail(record::OversizedFrame{giant->length, kMaxFrame});
    }
    const Frame& frame = std::get<Frame>(next);
    context_.last_bytes = process->inbox().substr(0, std::min(frame.size, kReportedBytes));
    if (auto cause = handle_frame(frame)) return fail(*std::move(cause));
  }
}

void AgentConnection::count_answers(int answers, std::chrono::nanoseconds used) {
  effort_.answers += static_cast<std::uint64_t>(answers);
  if (used > answers * context_.limits.answer)
    effort_.slow_answers += static_cast<std::uint64_t>(answers);
}

/// Handles one frame. Returns a cause if it cannot be read or was not expected.
std::optional<record::Cause> AgentConnection::handle_frame(const Frame& frame) {
  if (AnswerIn answer; parse_plain_answer(frame.payload, answer)) {
    current_.process->consume(frame.size);
    return take_answer(answer);
  }
  const auto message = parse_from_agent(frame.payload);
  if (std::holds_alternative<Unreadable>(message)) {
    if (looks_like_text(current_.process->inbox())) return record::TextOnStdout();
    return record::UnreadableMessage();
  }
  current_.process->consume(frame.size);
  if (const auto* ready = std::get_if<v1::Ready>(&message)) return take_ready(*ready);
  return take_answer(std::get<AnswerIn>(message));
}

std::optional<record::Cause> AgentConnection::take_answer(const AnswerIn& answer) {
  if (current_.state == State::Greeting) return record::AnswerBeforeReady();
  AgentProcess* const process = current_.process.get();
  if (process->clock().open() == 0) return record::NothingOpen();
  auto cause = context_.listener.answered(number_, answer);
  // The listener may have ended the process and started another one.
  if (!cause && current_.process.get() == process) process->clock().on_answered(1, context_.now);
  return cause;
}

std::optional<record::Cause> AgentConnection::take_ready(const v1::Ready& ready) {
  if (current_.state != State::Greeting) return record::SecondReady();
  current_.state = State::Ready;
  current_.games = std::max(1U, ready.games());
  current_.wants_seen = ready.seen();
  context_.some_want_seen = context_.some_want_seen || current_.wants_seen;
  return std::nullopt;
}

void AgentConnection::check_deadline() {
  if (!current_.process) return;
  ThinkingClock& clock = current_.process->clock();
  if (current_.state == State::Greeting) {
    clock.look(context_.now);
    if (context_.now >= current_.start_due) check_start();
    return;
  }
  if (clock.overused()) {
    context_.last_bytes = {};
    return report_lost(make_fault(record::BusyOffTurn()));
  }
  if (clock.open() == 0) return;
  clock.look(context_.now);
  if (context_.now < clock.due()) return;
  // Output that arrived after poll returned is judged when it is read.
  if (!readable_now(current_.process->process().stdout_fd()) && clock.overdue(context_.now))
    time_out();
}

/// Throws HarnessError if the agent has been stopped or frozen from outside for a minute. Such an
/// agent is not to blame, but a league must not wait for it without a message.
void AgentConnection::check_motion() {
  if (!current_.process || (current_.state == State::Ready && !has_open_questions())) return;
  // An agent that answered a moment ago is not stopped.
  if (has_open_questions() && context_.now - current_.process->clock().since() < kSilence) return;
  const auto since = current_.process->process().still_since();
  if (!since || context_.now - *since < kLongestStop) return;
  throw HarnessError{"agent '" + agent_.name +
                     "' was stopped or frozen from outside, for a minute now"};
}

/// Reports a late start. The time for which agent or referee waited for a processor, or a
/// hypervisor stopped the machine, extends the deadline first.
void AgentConnection::check_start() {
  const sandbox::Process& process = current_.process->process();
  const auto agent_waited = std::max(process.wait_time(), current_.process->clock().seen_waiting());
  const auto waited = agent_waited + context_.own_wait.read() +
                      context_.own_wait.stolen_since(current_.start_stolen);
  // Only waits that are not in the deadline yet are added.
  current_.start_due += waited - std::exchange(current_.start_waited, waited);
  if (context_.now < current_.start_due || process.still_since()) return;
  context_.last_bytes = current_.process->inbox().substr(0, kReportedBytes);
  if (record::logs()) {
    record::log_event("late-start",
                      {{"agent", agent_.name},
                       {"pid", pid()},
                       {"limit_ms", context_.limits.start},
                       {"wall_ms", context_.now - current_.started},
                       {"agent_waited_ms", agent_waited},
                       {"stolen_ms", context_.own_wait.stolen_since(current_.start_stolen)},
                       {"load", record::load_average()}});
  }
  report_lost(make_fault(record::LateStart{context_.limits.start}));
}

/// Reports output that breaks the protocol. If much more of it follows at once, the fault is a
/// flood.
void AgentConnection::fail(record::Cause cause) {
  AgentProcess& process = *current_.process;
  current_.spoiled = context_.last_bytes;  // The inbox moves when more is read.
  // A frame that was consumed is the evidence itself. Otherwise the unread bytes are, as far as
  // they came.
  const bool is_read = process.inbox().empty();
  record::Fault fault = make_fault(std::move(cause));
  if (process.floods(kFloodBytes)) fault.kind = record::FaultKind::Flood;
  if (!is_read) current_.spoiled = process.inbox().substr(0, kReportedBytes);
  context_.last_bytes = current_.spoiled;
  report_lost(std::move(fault));
}

void AgentConnection::time_out() {
  AgentProcess& process = *current_.process;
  context_.last_bytes = process.inbox().substr(0, kReportedBytes);
  const ThinkingClock& clock = process.clock();
  const auto charged = std::chrono::duration_cast<std::chrono::milliseconds>(clock.charged());
  if (record::logs()) log_time_out();
  record::LateAnswer cause{context_.limits.answer, charged, clock.open()};
  cause.bank = context_.limits.bank;
  if (clock.slept_too_long())
    cause.sleep_allowance = floor<std::chrono::milliseconds>(clock.kSleepAllowance);
  report_lost(make_fault(cause));
}

/// Logs the times that answer an appeal against the timeout.
void AgentConnection::log_time_out() {
  const ThinkingClock& clock = current_.process->clock();
  const ThinkingClock::Spent spent = clock.spent(context_.now);
  record::log_event("timeout", {{"agent", agent_.name},
                                {"pid", pid()},
                                {"clock", context_.exact_clock ? "exact" : "cpu"},
                                {"limit_ms", context_.limits.answer},
                                {"open_questions", clock.open()},
                                {"charged_ms", clock.charged()},
                                {"wall_ms", spent.wall},
                                {"agent_waited_ms", spent.agent_waited},
                                {"referee_waited_ms", spent.referee_waited},
                                {"stolen_ms", spent.stolen},
                                {"load", record::load_average()}});
}

void AgentConnection::report_lost(record::Fault fault) {
  if (current_.state != State::Ready) fault.kind = kind_before_ready(fault.kind);
  if (!context_.halted) context_.listener.lost(number_, std::move(fault));
}

}  // namespace danno::referee::protocol
