#include "referee/talk/agent_link.hpp"

#include <algorithm>
#include <cerrno>
#include <span>
#include <string_view>
#include <utility>

#include "referee/record/log.hpp"
#include "referee/talk/sent_frames.hpp"

namespace danno::referee::talk {
namespace {

using sandbox::Exit;
using namespace std::chrono_literals;

// Unrequested output beyond this size is a flood and no mere mistake.
constexpr std::size_t kFloodBytes = 64 * 1024;
constexpr std::uint64_t kStderrLimit = 64ULL * 1024 * 1024;
// The time by which a closed stdout may precede the report of the process's end.
constexpr auto kExitPatience = 200ms;
// The longest time for which an agent that owes an answer may be stopped from outside.
constexpr auto kLongestStop = 60s;
constexpr auto kSilence = 50ms;
constexpr std::size_t kShownBytes = 256;
constexpr std::uint64_t kPipeBytes = 64 * 1024;
constexpr std::size_t kShownLines = 20;
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

void AgentLink::start() {
  sandbox::LaunchOrder order;
  order.command = agent_.command;
  order.folder = agent_.folder;
  order.isolation = talk_.limits.isolation;
  order.memory_mb = talk_.limits.memory_mb;
  life_ = Life();
  life_.process = std::make_unique<AgentProcess>(
      talk_.machine, order, talk_.mode(), talk_.limits.answer, talk_.limits.bank, talk_.own_wait);
  life_.state = State::Greeting;
  life_.started = talk_.machine.now();
  life_.start_due = life_.started + talk_.limits.start;
  life_.start_stolen = talk_.own_wait.stolen(life_.started);
  life_.start_waited = talk_.own_wait.read();
  record::log_event("start", {{"agent", agent_.name},
                              {"pid", pid()},
                              {"isolation", sandbox::to_string(talk_.limits.isolation)},
                              {"memory_limit_mb", talk_.limits.memory_mb}});
  append_hello(life_.process->out, greeting());
}

Terms AgentLink::terms() const {
  return {agent_, greeting(), talk_.limits.isolation, talk_.mode()};
}

bool AgentLink::resume(IdleAgents& idle) {
  auto found = idle.take(terms());
  if (!found) return false;
  life_ = Life();
  life_.state = State::Ready;
  life_.process = std::move(found->process);
  life_.stderr_open = found->stderr_open;
  life_.games = found->games;
  life_.games_told = found->games_told;
  life_.wants_seen = found->wants_seen;
  talk_.some_want_seen = talk_.some_want_seen || life_.wants_seen;
  life_.earlier_log = life_.process->log().total();
  effort_.cpu -= found->cpu;
  return true;
}

IdleAgent AgentLink::release() {
  tell_log();
  const bool clean = life_.process->clock().open() == 0 && !life_.process->pending() &&
                     life_.process->inbox().empty() && life_.games_told < kMostGames;
  IdleAgent idle{terms(),
                 std::move(life_.process),
                 life_.games,
                 life_.games_told,
                 life_.wants_seen,
                 life_.stderr_open,
                 clean && freshness(agent_, talk_.limits) == Fresh::Never,
                 {}};
  idle.cpu = idle.process->process().cpu_time();
  effort_.cpu += idle.cpu;
  life_.state = State::Down;
  return idle;
}

void AgentLink::end() {
  life_.state = State::Down;
  if (!life_.process) return;
  tell_log();
  effort_.cpu += life_.process->end(agent_.name);
  life_.process.reset();
  talk_.last_bytes = {};
}

void AgentLink::tell_log() {
  drain_stderr(log_bytes() + kPipeBytes);
  if (log_bytes() == 0) return;
  std::string text(life_.process->log().since(life_.earlier_log));
  name_own_files(agent_.folder, text);
  talk_.listener.logged(number_, text);
}

record::Evidence AgentLink::evidence() const {
  record::Evidence evidence;
  evidence.agent = agent_.name;
  evidence.limits = greeting();
  evidence.question = record::NotGreeted();
  evidence.received = talk_.last_bytes;
  evidence.exchanges = sent_hello(evidence.limits);
  if (life_.process) evidence.stderr_lines = life_.process->log().lines(kShownLines);
  for (std::string& line : evidence.stderr_lines) {
    name_own_files(agent_.folder, line);
    std::ranges::replace(line, '\t', ' ');  // in the traces of Java and Go
  }
  if (evidence.stderr_lines.empty()) evidence.stderr_lines = build_output(agent_);
  return evidence;
}

std::uint64_t AgentLink::log_bytes() const {
  return life_.process ? life_.process->log().total() - life_.earlier_log : 0;
}

record::Greeting AgentLink::greeting() const {
  return {static_cast<std::uint32_t>(talk_.limits.answer.count()),
          static_cast<std::uint32_t>(talk_.limits.start.count()),
          static_cast<std::uint32_t>(talk_.limits.memory_mb),
          static_cast<std::uint32_t>(talk_.games),
          static_cast<std::uint32_t>(talk_.limits.bank.count())};
}

std::chrono::nanoseconds AgentLink::thinks() const {
  return life_.process->clock().wall_less_waits(talk_.now);
}

pid_t AgentLink::pid() const { return life_.process ? life_.process->process().root_pid() : 0; }

Effort AgentLink::effort() const {
  Effort effort = effort_;
  if (life_.process) effort.cpu += life_.process->process().cpu_time();
  return effort;
}

std::uint32_t AgentLink::begin_game() {
  life_.process->clock().begin_game();
  return life_.games_told++;
}

// NOLINTNEXTLINE(readability-make-member-function-const): it changes the clock
void AgentLink::end_game() { life_.process->clock().end_game(); }

Talk::time_point AgentLink::due(Talk::time_point latest) const {
  if (!life_.process) return latest;
  if (life_.state == State::Greeting) latest = std::min(latest, life_.start_due);
  if (life_.process->clock().open() > 0) latest = std::min(latest, life_.process->clock().due());
  return latest;
}

void AgentLink::flush(bool freezes) {
  if (!life_.process) return;
  if (life_.process->pending()) {
    if (life_.fresh_asks > 0) life_.process->clock().asked(life_.fresh_asks);
    life_.fresh_asks = 0;
    life_.process->flush();
  }
  if (freezes && life_.state == State::Ready)
    life_.process->let_run(life_.process->clock().open() > 0);
}

bool AgentLink::read_answers() {
  switch (life_.process->read_stdout()) {
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

void AgentLink::read_stderr() {
  life_.stderr_open = life_.process->read_stderr();
  if (log_bytes() <= kStderrLimit) return;
  talk_.last_bytes = {};
  lose(fault_of(record::StderrFlood{kStderrLimit}));
}

/// The process has ended, or danno-init has other news: first whatever the agent still said.
void AgentLink::read_status() {
  if (!life_.process->process().exit()) return;
  const AgentProcess* const process = life_.process.get();
  while (life_.process->read_stdout() == AgentProcess::Read::Data) {
    handle_input();
    if (talk_.halted || life_.process.get() != process) return;
  }
  handle_end();
}

bool AgentLink::readable_now(int file) {
  pollfd ready{file, POLLIN, 0};
  int files = 0;
  do {
    files = talk_.machine.poll(std::span(&ready, 1), 0);
  } while (files < 0 && errno == EINTR);
  return files > 0;
}

void AgentLink::drain_stderr(std::uint64_t limit) {
  while (life_.stderr_open && log_bytes() <= limit &&
         readable_now(life_.process->process().stderr_fd())) {
    life_.stderr_open = life_.process->read_stderr();
  }
}

void AgentLink::handle_end() {
  const auto exit = life_.process->await_exit(talk_.machine.now() + kExitPatience);
  drain_stderr(kStderrLimit);
  talk_.last_bytes = life_.process->inbox().substr(0, kShownBytes);
  if (!exit) return lose(fault_of(record::ClosedStdout()));
  const std::string& problem = agent_.problem;
  switch (exit->kind) {
    case Exit::Kind::Code:
      return lose(fault_of(record::Exited{exit->value}));
    case Exit::Kind::Signal:
      return lose(fault_of(record::Killed{exit->value}));
    case Exit::Kind::Memory:
      return lose(fault_of(record::OutOfMemory{talk_.limits.memory_mb}));
    case Exit::Kind::ExecFailed:
      return lose(fault_of(record::NotExecuted{
          exit->value, problem.empty() ? exit->detail : problem.substr(0, problem.find('\n'))}));
    case Exit::Kind::Harness:
      throw Trouble{"agent '" + agent_.name + "': " + exit->detail};
  }
}

void AgentLink::handle_input() {
  AgentProcess* const process = life_.process.get();
  // The clock decides before anything is parsed.
  if (process->clock().open() > 0 && process->clock().late(talk_.now)) return time_out();
  const int open = process->clock().open();
  const auto used = open > 0 ? process->clock().used(talk_.now) : 0ns;
  while (!talk_.halted && life_.process.get() == process) {
    const auto next = next_frame(process->inbox());
    if (std::holds_alternative<NeedMore>(next)) {
      if (!looks_like_text(process->inbox()))
        return count_answers(open - process->clock().open(), used);
      return spoil(record::TextOnStdout());
    }
    if (const auto* giant = std::get_if<FrameTooLong>(&next)) {
      return spoil(record::OversizedFrame{giant->length, kMaxFrame});
    }
    const Frame& frame = std::get<Frame>(next);
    talk_.last_bytes = process->inbox().substr(0, std::min(frame.size, kShownBytes));
    if (auto cause = handle_frame(frame)) return spoil(*std::move(cause));
  }
}

void AgentLink::count_answers(int answers, std::chrono::nanoseconds used) {
  effort_.answers += static_cast<std::uint64_t>(answers);
  if (used > answers * talk_.limits.answer)
    effort_.slow_answers += static_cast<std::uint64_t>(answers);
}

/// A cause if the frame is garbled.
std::optional<record::Cause> AgentLink::handle_frame(const Frame& frame) {
  if (AnswerIn answer; parse_plain_answer(frame.payload, answer)) {
    life_.process->consume(frame.size);
    return take_answer(answer);
  }
  const auto message = parse_from_agent(frame.payload);
  if (std::holds_alternative<Unreadable>(message)) {
    if (looks_like_text(life_.process->inbox())) return record::TextOnStdout();
    return record::UnreadableMessage();
  }
  life_.process->consume(frame.size);
  if (const auto* ready = std::get_if<v1::Ready>(&message)) return take_ready(*ready);
  return take_answer(std::get<AnswerIn>(message));
}

std::optional<record::Cause> AgentLink::take_answer(const AnswerIn& answer) {
  if (life_.state == State::Greeting) return record::AnswerBeforeReady();
  AgentProcess* const process = life_.process.get();
  if (process->clock().open() == 0) return record::NothingOpen();
  auto cause = talk_.listener.answered(number_, answer);
  if (!cause && life_.process.get() == process) process->clock().settle(1, talk_.now);
  return cause;
}

std::optional<record::Cause> AgentLink::take_ready(const v1::Ready& ready) {
  if (life_.state != State::Greeting) return record::SecondReady();
  life_.state = State::Ready;
  life_.games = std::max(1U, ready.games());
  life_.wants_seen = ready.seen();
  talk_.some_want_seen = talk_.some_want_seen || life_.wants_seen;
  return std::nullopt;
}

void AgentLink::check_deadline() {
  if (!life_.process) return;
  if (life_.state == State::Greeting) {
    if (talk_.now >= life_.start_due) check_start();
    return;
  }
  ThinkingClock& clock = life_.process->clock();
  if (clock.overused()) {
    talk_.last_bytes = {};
    return lose(fault_of(record::BusyOffTurn()));
  }
  if (clock.open() == 0 || talk_.now < clock.due()) return;
  // Output that arrived after poll returned is judged when it is read.
  if (!readable_now(life_.process->process().stdout_fd()) && clock.overdue(talk_.now)) time_out();
}

/// Throws Trouble if the agent has been stopped or frozen from outside for a minute. Such an agent
/// is not to blame, but a league must not wait for it without a message.
void AgentLink::check_motion() {
  if (!life_.process || (life_.state == State::Ready && !owes())) return;
  // An agent that answered a moment ago is not stopped.
  if (owes() && talk_.now - life_.process->clock().since() < kSilence) return;
  const auto since = life_.process->process().still_since();
  if (!since || talk_.now - *since < kLongestStop) return;
  throw Trouble{"agent '" + agent_.name + "' was stopped or frozen from outside, for a minute now"};
}

/// Past its start time: unless it spent that time waiting for a processor, or the referee did.
void AgentLink::check_start() {
  const sandbox::Process& process = life_.process->process();
  const auto waited = process.wait_time() + talk_.own_wait.read();
  life_.start_due += waited - std::exchange(life_.start_waited, waited);
  if (talk_.now < life_.start_due || process.still_since()) return;
  talk_.last_bytes = life_.process->inbox().substr(0, kShownBytes);
  if (record::logs()) {
    record::log_event("late-start", {{"agent", agent_.name},
                                     {"pid", pid()},
                                     {"limit_ms", talk_.limits.start},
                                     {"wall_ms", talk_.now - life_.started},
                                     {"agent_waited_ms", process.wait_time()},
                                     {"stolen_ms", talk_.own_wait.stolen_since(life_.start_stolen)},
                                     {"load", record::load_average()}});
  }
  lose(fault_of(record::LateStart{talk_.limits.start}));
}

/// Garbled, or a flood where much more of it follows.
void AgentLink::spoil(record::Cause cause) {
  AgentProcess& process = *life_.process;
  life_.spoiled = talk_.last_bytes;  // The inbox moves when more is read.
  const bool is_read = process.inbox().empty();
  record::Fault fault = fault_of(std::move(cause));
  if (process.floods(kFloodBytes)) fault.kind = record::FaultKind::Flood;
  if (!is_read) life_.spoiled = process.inbox().substr(0, kShownBytes);
  talk_.last_bytes = life_.spoiled;
  lose(std::move(fault));
}

void AgentLink::time_out() {
  AgentProcess& process = *life_.process;
  talk_.last_bytes = process.inbox().substr(0, kShownBytes);
  const ThinkingClock& clock = process.clock();
  const auto charged = std::chrono::duration_cast<std::chrono::milliseconds>(clock.charged());
  if (record::logs()) log_time_out();
  record::LateAnswer cause{talk_.limits.answer, charged, clock.open()};
  cause.bank = talk_.limits.bank;
  if (clock.slept_too_long()) cause.patience = floor<std::chrono::milliseconds>(clock.kPatience);
  lose(fault_of(cause));
}

/// Logs the times that answer an appeal against the timeout.
void AgentLink::log_time_out() {
  const ThinkingClock& clock = life_.process->clock();
  const ThinkingClock::Spent spent = clock.spent(talk_.now);
  record::log_event("timeout", {{"agent", agent_.name},
                                {"pid", pid()},
                                {"clock", talk_.exact_clock ? "exact" : "cpu"},
                                {"limit_ms", talk_.limits.answer},
                                {"open_questions", clock.open()},
                                {"charged_ms", clock.charged()},
                                {"wall_ms", spent.wall},
                                {"agent_waited_ms", spent.agent_waited},
                                {"referee_waited_ms", spent.referee_waited},
                                {"stolen_ms", spent.stolen},
                                {"load", record::load_average()}});
}

void AgentLink::lose(record::Fault fault) {
  if (life_.state != State::Ready) fault.kind = kind_before_ready(fault.kind);
  if (!talk_.halted) talk_.listener.lost(number_, std::move(fault));
}

}  // namespace danno::referee::talk
