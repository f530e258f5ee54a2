#include "referee/talk/agent_pool.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace danno::referee::talk {
namespace {

using namespace std::chrono_literals;

constexpr auto kStopCheck = 100ms;
// How long only answers are looked for: an agent's log and end, and deadlines, may wait so long.
constexpr auto kLookEvery = 1ms;
// A hand-over that took longer gave the processor to somebody else.
constexpr auto kSlowHandOver = 200us;
constexpr std::uint32_t kMostSkips = 4096;

}  // namespace

AgentPool::AgentPool(std::span<const Agent> agents, const Limits& limits, bool exact_clock,
                     std::size_t games, IdleAgents& idle, Listener& listener)
    : freezes_(limits.freezes(exact_clock)),
      idle_(idle),
      talk_(limits, exact_clock, games, idle, listener),
      heard_(idle.machine().now()) {
  links_.reserve(agents.size());
  for (const Agent& agent : agents)
    links_.emplace_back(agent, links_.size(), talk_);
}

AgentPool::~AgentPool() {
  for (AgentLink& link : links_)
    link.end();
}

void AgentPool::start(std::size_t agent) {
  if (links_[agent].resume(idle_)) return;
  const auto lives = [](const AgentLink& link) { return link.process() != nullptr; };
  idle_.make_room(static_cast<std::size_t>(std::ranges::count_if(links_, lives)));
  while (true) {
    try {
      return links_[agent].start();
    } catch (const std::runtime_error&) {
      // Users, processes or memory may have run out, and idle ones hold some.
      if (!idle_.end_oldest()) throw;
    }
  }
}

void AgentPool::look() {
  heard_ = looked_ = talk_.now = now();
  collect_fds();
  if (talk_.machine.poll(fds_, 0) > 0) handle_ready();
}

void AgentPool::flush() {
  talk_.now = now();
  for (AgentLink& link : links_)
    link.flush(freezes_);
}

void AgentPool::wait() {
  if (talk_.now - looked_ < kLookEvery && hand_over()) return;
  collect_fds();
  if (fds_.empty()) return;
  talk_.own_wait.add_deaf(now() - heard_);
  const int ready = talk_.machine.poll(fds_, timeout_ms());
  if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  heard_ = looked_ = talk_.now = now();
  if (ready > 0) handle_ready();
  handle_deadlines();
}

bool AgentPool::any_owes() const { return std::ranges::any_of(links_, &AgentLink::owes); }

/// Where agents share this processor they have their answers ready as soon as it is given up: that
/// saves the sleep in poll and being woken. Goes on until all have answered, so that games that go
/// together stay together. False where it was in vain.
bool AgentPool::hand_over() {
  if (skip_ > 0) {
    --skip_;
    return false;
  }
  const time_point begin = talk_.now;
  bool heard = false;
  bool more = true;
  while (more && any_owes() && !talk_.halted) {
    talk_.own_wait.add_deaf(now() - heard_);
    talk_.machine.yield();
    heard_ = talk_.now = now();
    more = read_answers();
    heard = heard || more;
    more = more && talk_.now - begin < kSlowHandOver;
  }
  if (more) {
    next_skip_ = 1;
  } else {
    skip_ = next_skip_;
    next_skip_ = std::min(2 * next_skip_, kMostSkips);
  }
  return heard;
}

/// What has come from those who owe answers; false if nothing has.
bool AgentPool::read_answers() {
  bool heard = false;
  for (AgentLink& link : links_) {
    if (talk_.halted) break;
    if (link.owes()) heard = link.read_answers() || heard;
  }
  return heard;
}

void AgentPool::release() {
  std::vector<IdleAgent> agents;
  for (AgentLink& link : links_) {
    if (link.state() == State::Ready) agents.push_back(link.release());
  }
  idle_.put(std::move(agents));
}

void AgentPool::collect_fds() {
  fds_.clear();
  watched_.clear();
  for (std::size_t agent = 0; agent < links_.size(); ++agent) {
    const AgentLink& link = links_[agent];
    if (link.process() == nullptr) continue;
    const sandbox::Process& process = link.process()->process();
    watch(agent, Watched::What::Stdout, process.stdout_fd(), POLLIN);
    if (link.stderr_is_open()) watch(agent, Watched::What::Stderr, process.stderr_fd(), POLLIN);
    watch(agent, Watched::What::Status, process.status_fd(), POLLIN);
    if (link.process()->blocked()) watch(agent, Watched::What::Stdin, process.stdin_fd(), POLLOUT);
  }
}

void AgentPool::watch(std::size_t agent, Watched::What what, int fd, short events) {
  fds_.push_back({fd, events, 0});
  watched_.push_back({agent, what});
}

int AgentPool::timeout_ms() const {
  time_point due = talk_.now + kStopCheck;
  for (const AgentLink& link : links_)
    due = link.due(due);
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - talk_.now).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void AgentPool::handle_ready() {
  for (std::size_t i = 0; i < fds_.size() && !talk_.halted; ++i) {
    if (fds_[i].revents == 0) continue;
    AgentLink& link = links_[watched_[i].agent];
    if (link.process() == nullptr) continue;  // ended a moment ago
    switch (watched_[i].what) {
      case Watched::What::Stdout:
        link.read_answers();
        break;
      case Watched::What::Stderr:
        link.read_stderr();
        break;
      case Watched::What::Status:
        link.read_status();
        break;
      case Watched::What::Stdin:
        link.process()->flush();
        break;
    }
  }
}

void AgentPool::handle_deadlines() {
  for (AgentLink& link : links_) {
    if (!talk_.halted) link.check_deadline();
  }
}

}  // namespace danno::referee::talk
