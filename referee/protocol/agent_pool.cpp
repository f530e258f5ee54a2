#include "referee/protocol/agent_pool.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace danno::referee::protocol {
namespace {

using namespace std::chrono_literals;

constexpr auto kStopCheck = 100ms;
// The time for which only answers are read; logs, ends of agents and deadlines may wait so long.
constexpr auto kLookEvery = 1ms;
// A hand-over that took longer gave the processor to another program.
constexpr auto kSlowHandOver = 200us;
constexpr std::uint32_t kMostSkips = 4096;

}  // namespace

AgentPool::AgentPool(std::span<const Agent> agents, const Limits& limits, bool exact_clock,
                     std::size_t games, ProcessCache& idle, AgentListener& listener)
    : freezes_(limits.freezes(exact_clock)),
      idle_(idle),
      context_(limits, exact_clock, games, idle, listener) {
  connections_.reserve(agents.size());
  for (const Agent& agent : agents)
    connections_.emplace_back(agent, connections_.size(), context_);
  // No agent waited for the referee before, so that time must not count for the first question.
  context_.own_wait.begin_listening();
  looked_ = context_.now = context_.own_wait.end_listening(0ms);
}

AgentPool::~AgentPool() {
  for (AgentConnection& connection : connections_)
    connection.end();
}

void AgentPool::start(std::size_t agent) {
  if (connections_[agent].resume(idle_)) return;
  const auto lives = [](const AgentConnection& connection) {
    return connection.process() != nullptr;
  };
  // Idle processes count towards the limit of processes; the oldest of them leave for this one.
  idle_.make_room(static_cast<std::size_t>(std::ranges::count_if(connections_, lives)));
  while (true) {
    try {
      return connections_[agent].start();
    } catch (const std::runtime_error&) {
      // Users, processes or memory may have run out, and idle ones hold some.
      if (!idle_.end_oldest()) throw;
    }
  }
}

void AgentPool::flush() {
  context_.now = now();
  for (AgentConnection& connection : connections_)
    connection.flush(freezes_);
}

/// Waits for input, in one of two ways. While answers come fast, it yields the processor to the
/// agents and reads answers only. At least every kLookEvery it polls all descriptors and checks all
/// deadlines.
void AgentPool::wait() {
  if (context_.now - looked_ < kLookEvery && hand_over()) return;
  collect_fds();
  if (fds_.empty()) return;
  const auto timeout = this->timeout();
  context_.own_wait.begin_listening();
  const int ready = context_.machine.poll(fds_, static_cast<int>(timeout.count()));
  if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  looked_ = context_.now = context_.own_wait.end_listening(timeout);
  if (ready > 0) handle_ready();
  handle_deadlines();
  if (context_.now - motion_looked_ >= kStopCheck) check_motions();
}

void AgentPool::check_motions() {
  motion_looked_ = context_.now;
  for (AgentConnection& connection : connections_) {
    if (!context_.halted) connection.check_motion();
  }
}

bool AgentPool::any_has_open_questions() const {
  return std::ranges::any_of(connections_, &AgentConnection::has_open_questions);
}

/// Yields the processor, so that agents on it can answer. This saves the sleep in poll and the
/// wake-up. Goes on until all have answered, so that games that run together stay together. Returns
/// false if no answer came.
bool AgentPool::hand_over() {
  // Hand-overs in vain double the number of rounds without one (exponential back-off).
  if (skip_ > 0) {
    --skip_;
    return false;
  }
  const time_point begin = context_.now;
  bool heard = false;
  bool more = true;
  while (more && any_has_open_questions() && !context_.halted) {
    context_.own_wait.begin_listening();
    context_.machine.yield();
    context_.now = context_.own_wait.end_listening(0ms);
    more = read_answers();
    heard = heard || more;
    more = more && context_.now - begin < kSlowHandOver;
  }
  if (more) {
    next_skip_ = 1;
  } else {
    skip_ = next_skip_;
    next_skip_ = std::min(2 * next_skip_, kMostSkips);
  }
  return heard;
}

/// Reads the answers that have arrived. Returns false if there are none.
bool AgentPool::read_answers() {
  bool heard = false;
  for (AgentConnection& connection : connections_) {
    if (context_.halted) break;
    if (connection.has_open_questions()) heard = connection.read_answers() || heard;
  }
  return heard;
}

void AgentPool::release() {
  std::vector<IdleAgent> agents;
  for (AgentConnection& connection : connections_) {
    if (connection.state() == State::Ready) agents.push_back(connection.release());
  }
  idle_.put(std::move(agents));
}

void AgentPool::collect_fds() {
  fds_.clear();
  watched_.clear();
  for (std::size_t agent = 0; agent < connections_.size(); ++agent) {
    const AgentConnection& connection = connections_[agent];
    if (connection.process() == nullptr) continue;
    const sandbox::Process& process = connection.process()->process();
    watch(agent, Watched::What::Stdout, process.stdout_fd(), POLLIN);
    if (connection.stderr_is_open())
      watch(agent, Watched::What::Stderr, process.stderr_fd(), POLLIN);
    watch(agent, Watched::What::Status, process.status_fd(), POLLIN);
    // A pipe with room is always writable, so stdin is watched only after a write did not fit.
    if (connection.process()->blocked())
      watch(agent, Watched::What::Stdin, process.stdin_fd(), POLLOUT);
  }
}

void AgentPool::watch(std::size_t agent, Watched::What what, int fd, short events) {
  fds_.push_back({fd, events, 0});
  watched_.push_back({agent, what});
}

/// Returns how long poll may wait. While an answer is open the wait is short, so that a referee
/// that was stopped or frozen notices: its wait took much longer than it asked for.
std::chrono::milliseconds AgentPool::timeout() const {
  constexpr int kHeartbeats = 8;
  const auto heartbeat = any_has_open_questions()
                             ? std::clamp<std::chrono::milliseconds>(
                                   context_.limits.answer / kHeartbeats, 1ms, kStopCheck)
                             : kStopCheck;
  time_point due = context_.now + heartbeat;
  for (const AgentConnection& connection : connections_)
    due = connection.due(due);
  return std::max(std::chrono::ceil<std::chrono::milliseconds>(due - context_.now), 0ms);
}

void AgentPool::handle_ready() {
  // An agent that ends may take others of the list with it, and the listener may halt the pool.
  for (std::size_t i = 0; i < fds_.size() && !context_.halted; ++i) {
    if (fds_[i].revents == 0) continue;
    AgentConnection& connection = connections_[watched_[i].agent];
    if (connection.process() == nullptr) continue;  // ended a moment ago
    switch (watched_[i].what) {
      case Watched::What::Stdout:
        connection.read_answers();
        break;
      case Watched::What::Stderr:
        connection.read_stderr();
        break;
      case Watched::What::Status:
        connection.read_status();
        break;
      case Watched::What::Stdin:
        connection.process()->flush();
        break;
    }
  }
}

void AgentPool::handle_deadlines() {
  for (AgentConnection& connection : connections_) {
    if (!context_.halted) connection.check_deadline();
  }
}

}  // namespace danno::referee::protocol
