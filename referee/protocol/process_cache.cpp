#include "referee/protocol/process_cache.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

namespace danno::referee::protocol {
namespace {

using namespace std::chrono_literals;

constexpr auto kGoodbyeTimeout = 100ms;

}  // namespace

SharedProcessPool::~SharedProcessPool() {
  try {
    dismiss(std::move(agents_));
  } catch (const std::system_error&) {
    // They are ended all the same.
  }
}

void SharedProcessPool::add(std::list<IdleAgent> agents, std::list<IdleAgent> leaving) {
  {
    const std::lock_guard lock(mutex_);
    agents_.splice(agents_.end(), std::move(agents));
    leaving.splice(leaving.end(), take_oldest(surplus()));
  }
  dismiss(std::move(leaving));
}

std::optional<IdleAgent> SharedProcessPool::find(const Terms& terms, const void* caller) {
  const std::lock_guard lock(mutex_);
  auto found = agents_.end();
  for (auto agent = agents_.begin(); agent != agents_.end(); ++agent) {
    if (agent->terms != terms) continue;
    // A process of the caller comes before all others, since it need not move to other processors.
    // Among equals the most recent one is found last.
    const bool is_worse = found != agents_.end() && found->played_for == caller;
    if (!is_worse || agent->played_for == caller) found = agent;
  }
  if (found == agents_.end()) return std::nullopt;
  IdleAgent agent = std::move(*found);
  agents_.erase(found);
  return agent;
}

void SharedProcessPool::play(std::ptrdiff_t more) {
  std::list<IdleAgent> leaving;
  {
    const std::lock_guard lock(mutex_);
    playing_ += more;
    if (more > 0) leaving = take_oldest(surplus());
  }
  dismiss(std::move(leaving));
}

bool SharedProcessPool::end_oldest() {
  std::list<IdleAgent> leaving;
  {
    const std::lock_guard lock(mutex_);
    leaving = take_oldest(1);
  }
  const bool any = !leaving.empty();
  dismiss(std::move(leaving));
  return any;
}

void SharedProcessPool::end_all() {
  std::list<IdleAgent> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(agents_);
  }
  for (IdleAgent& agent : all)
    agent.process->end(agent.terms.agent.name);
}

/// Returns how many processes exceed the limit. The caller holds the mutex.
std::size_t SharedProcessPool::surplus() const {
  const auto playing = static_cast<std::size_t>(playing_);
  const std::size_t free = most_ > playing ? most_ - playing : 0;
  return agents_.size() > free ? agents_.size() - free : 0;
}

/// Takes out the oldest processes. The caller holds the mutex.
std::list<IdleAgent> SharedProcessPool::take_oldest(std::size_t count) {
  std::list<IdleAgent> oldest;
  const std::size_t there = std::min(count, agents_.size());
  const auto end = std::next(agents_.begin(), static_cast<std::ptrdiff_t>(there));
  oldest.splice(oldest.end(), agents_, agents_.begin(), end);
  return oldest;
}

/// Ends the processes. Each may still write to stderr, but all of them together get a short time
/// only.
void SharedProcessPool::dismiss(std::list<IdleAgent> agents) {
  for (IdleAgent& agent : agents)
    agent.process->say_goodbye();
  const auto due = machine_.now() + kGoodbyeTimeout;
  for (IdleAgent& agent : agents) {
    (void)agent.process->await_exit(due);
    agent.process->end(agent.terms.agent.name);
  }
}

void ProcessCache::plays(std::size_t processes) {
  const auto now = static_cast<std::ptrdiff_t>(processes);
  pool_->play(now - std::exchange(in_play_, now));
}

void ProcessCache::put(std::vector<IdleAgent> agents) {
  std::list<IdleAgent> leaving;
  std::list<IdleAgent> staying;
  for (IdleAgent& agent : agents) {
    const bool stays = agent.may_stay && pool_->keeps_idle_processes();
    if (stays) agent.process->rest();
    agent.played_for = this;
    (stays ? staying : leaving).push_back(std::move(agent));
  }
  plays(0);
  pool_->add(std::move(staying), std::move(leaving));
}

std::optional<IdleAgent> ProcessCache::take(const Terms& terms) {
  while (auto agent = pool_->find(terms, this)) {
    // A process that ended or wrote while it was idle cannot be trusted to wait for questions.
    if (agent->process->is_quiet()) {
      if (agent->played_for != this) agent->process->move_to(own_wait_);
      agent->process->wake();
      plays(static_cast<std::size_t>(in_play_) + 1);
      return agent;
    }
    agent->process->end(agent->terms.agent.name);
  }
  return std::nullopt;
}

void ProcessCache::make_room(std::size_t in_play) { plays(in_play + 1); }

}  // namespace danno::referee::protocol
