#include "referee/agent_pool.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace danno::referee {
namespace {

using namespace std::chrono_literals;

// Past this, output that nobody asked for is a flood and no mere mistake.
constexpr std::size_t kFloodBytes = 64 * 1024;
constexpr std::uint64_t kStderrLimit = 64ULL * 1024 * 1024;
// How long a closed stdout may precede the news of the process's end.
constexpr auto kExitPatience = 200ms;
constexpr auto kGoodbyePatience = 100ms;
constexpr auto kStopCheck = 100ms;
constexpr std::size_t kShownBytes = 256;
// How long only answers are looked for: an agent's log and end, and deadlines, may wait so long.
constexpr auto kLookEvery = 1ms;
// A hand-over that took longer gave the processor to somebody else.
constexpr auto kSlowHandOver = 200us;
constexpr std::uint32_t kMostSkips = 4096;

std::chrono::steady_clock::time_point now() { return std::chrono::steady_clock::now(); }

bool readable_now(int fd) {
  pollfd ready{fd, POLLIN, 0};
  return ::poll(&ready, 1, 0) > 0;
}

}  // namespace

AgentPool::AgentPool(std::span<const Agent> agents, const Limits& limits, bool exact_clock,
                     std::size_t games, Listener& listener)
    : agents_(agents),
      limits_(limits),
      exact_clock_(exact_clock),
      freezes_(limits.freezes(exact_clock)),
      games_(games),
      listener_(listener),
      links_(agents.size()) {}

AgentPool::~AgentPool() {
  for (std::size_t agent = 0; agent < links_.size(); ++agent)
    end(agent);
}

void AgentPool::start(std::size_t agent) {
  LaunchOrder order;
  order.command = agents_[agent].command;
  order.folder = agents_[agent].folder;
  order.isolation = limits_.isolation;
  order.memory_mb = limits_.memory_mb;
  Link& link = links_[agent];
  const auto cpu = link.cpu;
  link = Link();
  link.cpu = cpu;
  const auto mode = exact_clock_ ? ThinkingClock::Mode::Exact : ThinkingClock::Mode::Cpu;
  link.process = std::make_unique<AgentProcess>(order, mode, limits_.answer, own_wait_);
  link.state = State::Greeting;
  link.start_due = now() + limits_.start;
  append_hello(link.process->out, greeting());
}

void AgentPool::end(std::size_t agent) {
  Link& link = links_[agent];
  link.state = State::Down;
  if (!link.process) return;
  link.cpu += link.process->process().cpu_time();
  link.process->process().end();
  link.process.reset();
  last_bytes_ = {};
}

std::vector<std::string> AgentPool::log_tail(std::size_t agent) const {
  const Link& link = links_[agent];
  return link.process ? link.process->log().lines(20) : std::vector<std::string>();
}

std::uint64_t AgentPool::log_bytes(std::size_t agent) const {
  const Link& link = links_[agent];
  return link.process ? link.process->log().total() : 0;
}

Greeting AgentPool::greeting() const {
  return {static_cast<std::uint32_t>(limits_.answer.count()),
          static_cast<std::uint32_t>(limits_.start.count()),
          static_cast<std::uint32_t>(limits_.memory_mb), static_cast<std::uint32_t>(games_)};
}

std::chrono::nanoseconds AgentPool::cpu(std::size_t agent) const {
  const Link& link = links_[agent];
  return link.process ? link.cpu + link.process->process().cpu_time() : link.cpu;
}

void AgentPool::resume() {
  heard_ = looked_ = now_ = now();
  collect_fds();
  if (::poll(fds_.data(), fds_.size(), 0) > 0) handle_ready();
  for (Link& link : links_) {
    if (link.process && !freezes_) link.process->let_run(true);
  }
}

void AgentPool::rest() {
  flush();
  for (Link& link : links_) {
    if (link.state == State::Ready) link.process->let_run(false);
  }
}

void AgentPool::flush() {
  now_ = now();
  for (Link& link : links_) {
    if (!link.process) continue;
    if (link.process->pending()) {
      if (link.fresh_asks > 0) link.process->clock().asked(link.fresh_asks);
      link.fresh_asks = 0;
      link.process->flush();
    }
    if (freezes_ && link.state == State::Ready)
      link.process->let_run(link.process->clock().open() > 0);
  }
}

void AgentPool::wait() {
  if (now_ - looked_ < kLookEvery && hand_over()) return;
  collect_fds();
  if (fds_.empty()) return;
  own_wait_.add_deaf(now() - heard_);
  const int ready = ::poll(fds_.data(), fds_.size(), timeout_ms());
  if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  heard_ = looked_ = now_ = now();
  if (ready > 0) handle_ready();
  handle_deadlines();
}

bool AgentPool::owes(const Link& link) {
  return link.state == State::Ready && link.process->clock().open() > 0;
}

bool AgentPool::any_owes() const { return std::ranges::any_of(links_, owes); }

/// Where agents share this processor they have their answers ready as soon as it is given up: that
/// saves the sleep in poll and being woken. Goes on until all have answered, so that games that go
/// together stay together. False where it was in vain.
bool AgentPool::hand_over() {
  if (skip_ > 0) {
    --skip_;
    return false;
  }
  const time_point begin = now_;
  bool heard = false;
  bool more = true;
  while (more && any_owes() && !halted_) {
    own_wait_.add_deaf(now() - heard_);
    ::sched_yield();
    heard_ = now_ = now();
    more = read_answers();
    heard = heard || more;
    more = more && now_ - begin < kSlowHandOver;
  }
  if (more) {
    next_skip_ = 1;
  } else {
    skip_ = next_skip_;
    next_skip_ = std::min(2 * next_skip_, kMostSkips);
  }
  return heard;
}

/// What has come from those who owe answers; false where nothing has.
bool AgentPool::read_answers() {
  bool heard = false;
  for (std::size_t agent = 0; agent < links_.size() && !halted_; ++agent) {
    if (!owes(links_[agent])) continue;
    const auto read = links_[agent].process->read_stdout();
    if (read == AgentProcess::Read::Nothing) continue;
    heard = true;
    take(agent, read);
  }
  return heard;
}

void AgentPool::say_goodbye() {
  for (Link& link : links_) {
    if (link.state != State::Ready) continue;
    append_goodbye(link.process->out);
    link.process->let_run(true);
    if (link.process->flush()) link.process->process().close_stdin();
  }
  // Who leaves by itself may still log; nobody is waited for long.
  const time_point due = now() + kGoodbyePatience;
  for (Link& link : links_) {
    if (link.state == State::Ready) (void)await_exit(link, due);
  }
}

void AgentPool::collect_fds() {
  fds_.clear();
  watched_.clear();
  for (std::size_t agent = 0; agent < links_.size(); ++agent) {
    const Link& link = links_[agent];
    if (!link.process) continue;
    const Process& process = link.process->process();
    watch(agent, Watched::What::Stdout, process.stdout_fd(), POLLIN);
    if (link.stderr_open) watch(agent, Watched::What::Stderr, process.stderr_fd(), POLLIN);
    watch(agent, Watched::What::Status, process.status_fd(), POLLIN);
    if (link.process->blocked()) watch(agent, Watched::What::Stdin, process.stdin_fd(), POLLOUT);
  }
}

void AgentPool::watch(std::size_t agent, Watched::What what, int fd, short events) {
  fds_.push_back({fd, events, 0});
  watched_.push_back({agent, what});
}

int AgentPool::timeout_ms() const {
  time_point due = now_ + kStopCheck;
  for (const Link& link : links_) {
    if (!link.process) continue;
    if (link.state == State::Greeting) due = std::min(due, link.start_due);
    if (link.process->clock().open() > 0) due = std::min(due, link.process->clock().due());
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - now_).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void AgentPool::handle_ready() {
  for (std::size_t i = 0; i < fds_.size() && !halted_; ++i) {
    if (fds_[i].revents == 0) continue;
    const std::size_t agent = watched_[i].agent;
    if (!links_[agent].process) continue;  // ended a moment ago
    switch (watched_[i].what) {
      case Watched::What::Stdout:
        handle_stdout(agent);
        break;
      case Watched::What::Stderr:
        handle_stderr(agent);
        break;
      case Watched::What::Status:
        handle_status(agent);
        break;
      case Watched::What::Stdin:
        links_[agent].process->flush();
        break;
    }
  }
}

void AgentPool::handle_stdout(std::size_t agent) {
  take(agent, links_[agent].process->read_stdout());
}

void AgentPool::take(std::size_t agent, AgentProcess::Read read) {
  switch (read) {
    case AgentProcess::Read::Data:
      return handle_input(agent);
    case AgentProcess::Read::Closed:
      return handle_end(agent);
    case AgentProcess::Read::Nothing:
      return;
  }
}

void AgentPool::handle_stderr(std::size_t agent) {
  Link& link = links_[agent];
  link.stderr_open = link.process->read_stderr();
  if (link.process->log().total() <= kStderrLimit) return;
  last_bytes_ = {};
  lose(agent, FaultKind::Flood, 0,
       "more than " + std::to_string(kStderrLimit >> 20) + " MiB on stderr");
}

/// The process has ended, or danno-init has other news: first whatever the agent still said.
void AgentPool::handle_status(std::size_t agent) {
  Link& link = links_[agent];
  if (!link.process->process().exit()) return;
  const AgentProcess* const process = link.process.get();
  while (link.process->read_stdout() == AgentProcess::Read::Data) {
    handle_input(agent);
    if (halted_ || link.process.get() != process) return;
  }
  handle_end(agent);
}

std::optional<Exit> AgentPool::await_exit(Link& link, time_point due) {
  Process& process = link.process->process();
  auto exit = process.exit();
  while (!exit) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due - now()).count();
    pollfd status{process.status_fd(), POLLIN, 0};
    if (left <= 0 || ::poll(&status, 1, static_cast<int>(left)) <= 0) break;
    exit = process.exit();
  }
  return exit;
}

void AgentPool::handle_end(std::size_t agent) {
  Link& link = links_[agent];
  const auto exit = await_exit(link, now() + kExitPatience);
  while (link.stderr_open && readable_now(link.process->process().stderr_fd()) &&
         link.process->log().total() <= kStderrLimit) {
    link.stderr_open = link.process->read_stderr();
  }
  last_bytes_ = link.process->inbox().substr(0, kShownBytes);
  if (!exit) return lose(agent, FaultKind::Closed, 0, "closed its stdout and lives on");
  const std::string value = std::to_string(exit->value);
  switch (exit->kind) {
    case Exit::Kind::Code:
      return lose(agent, FaultKind::Exit, exit->value, "exited with code " + value);
    case Exit::Kind::Signal:
      return lose(agent, FaultKind::Crash, exit->value, "killed by signal " + value);
    case Exit::Kind::Memory:
      return lose(agent, FaultKind::Memory, exit->value, exit->detail);
    case Exit::Kind::ExecFailed:
      return lose(agent, FaultKind::NeverReady, exit->value, exit->detail);
    case Exit::Kind::Harness:
      throw Trouble{exit->detail};
  }
}

void AgentPool::handle_input(std::size_t agent) {
  AgentProcess* const process = links_[agent].process.get();
  // The clock decides before anything is parsed.
  if (process->clock().open() > 0 && process->clock().late(now_)) return time_out(agent);
  while (!halted_ && links_[agent].process.get() == process) {
    const auto next = next_frame(process->inbox());
    if (std::holds_alternative<NeedMore>(next)) {
      if (!looks_like_text(process->inbox())) return;
      return spoil(agent, "text on stdout, which is the wire; print to stderr");
    }
    if (const auto* giant = std::get_if<FrameTooLong>(&next)) {
      return spoil(agent, "a frame of " + std::to_string(giant->length) + " bytes; the limit is " +
                              std::to_string(kMaxFrame));
    }
    const Frame& frame = std::get<Frame>(next);
    last_bytes_ = process->inbox().substr(0, std::min(frame.size, kShownBytes));
    if (auto problem = handle_frame(agent, frame)) return spoil(agent, *problem);
  }
}

/// A message where the frame is garbled.
std::optional<std::string> AgentPool::handle_frame(std::size_t agent, const Frame& frame) {
  Link& link = links_[agent];
  const auto message = parse_from_agent(frame.payload);
  if (std::holds_alternative<Unreadable>(message))
    return "bytes that are no message of the protocol";
  link.process->consume(frame.size);
  if (const auto* ready = std::get_if<v1::Ready>(&message)) return take_ready(agent, *ready);
  if (link.state == State::Greeting) return "an answer before Ready";
  AgentProcess* const process = link.process.get();
  if (process->clock().open() == 0) return "an answer to no open question";
  auto problem = listener_.answered(agent, std::get<AnswerIn>(message));
  if (!problem && link.process.get() == process) process->clock().settle(1, now_);
  return problem;
}

std::optional<std::string> AgentPool::take_ready(std::size_t agent, const v1::Ready& ready) {
  Link& link = links_[agent];
  if (link.state != State::Greeting) return "a second Ready";
  link.state = State::Ready;
  link.games = std::max(1U, ready.games());
  link.wants_seen = ready.seen();
  return std::nullopt;
}

void AgentPool::handle_deadlines() {
  for (std::size_t agent = 0; agent < links_.size() && !halted_; ++agent) {
    Link& link = links_[agent];
    if (!link.process) continue;
    if (link.state == State::Greeting) {
      if (now_ >= link.start_due) check_start(agent);
      continue;
    }
    ThinkingClock& clock = link.process->clock();
    if (clock.overused()) {
      last_bytes_ = {};
      lose(agent, FaultKind::Overuse, 0, "used the processor while it owed no answer");
      continue;
    }
    if (clock.open() == 0 || now_ < clock.due()) continue;
    // What came since poll returned is judged when it is read.
    if (!readable_now(link.process->process().stdout_fd()) && clock.overdue(now_)) time_out(agent);
  }
}

/// Past its start time: unless it spent that time waiting for a processor.
void AgentPool::check_start(std::size_t agent) {
  Link& link = links_[agent];
  const auto waited = link.process->process().wait_time();
  link.start_due += waited - link.start_waited;
  link.start_waited = waited;
  if (now_ < link.start_due) return;
  last_bytes_ = link.process->inbox().substr(0, kShownBytes);
  lose(agent, FaultKind::NeverReady, 0,
       "no Ready within " + std::to_string(limits_.start.count()) + " ms");
}

/// Garbled, or a flood where much more of it follows.
void AgentPool::spoil(std::size_t agent, const std::string& detail) {
  AgentProcess& process = *links_[agent].process;
  if (!process.inbox().empty()) last_bytes_ = process.inbox().substr(0, kShownBytes);
  const bool flood = process.floods(kFloodBytes);
  lose(agent, flood ? FaultKind::Flood : FaultKind::Garbled, 0, detail);
}

void AgentPool::time_out(std::size_t agent) {
  AgentProcess& process = *links_[agent].process;
  last_bytes_ = process.inbox().substr(0, kShownBytes);
  const auto charged =
      std::chrono::duration_cast<std::chrono::milliseconds>(process.clock().charged()).count();
  lose(agent, FaultKind::Timeout, static_cast<int>(charged),
       "no answer within " + std::to_string(limits_.answer.count()) + " ms (charged " +
           std::to_string(charged) + " ms)");
}

void AgentPool::lose(std::size_t agent, FaultKind kind, int value, const std::string& detail) {
  if (!halted_) listener_.lost(agent, kind, value, detail);
}

}  // namespace danno::referee
