#include "referee/talk/idle_agents.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

namespace danno::referee::talk {
namespace {

using namespace std::chrono_literals;

constexpr auto kGoodbyePatience = 100ms;

}  // namespace

IdleAgents::~IdleAgents() {
  try {
    dismiss(agents_.size());
  } catch (const std::system_error&) {
    end_all();
  }
}

void IdleAgents::put(std::vector<IdleAgent> agents) {
  std::size_t leave = 0;
  for (IdleAgent& agent : agents) {
    leave += agent.may_stay ? 0 : 1;
    agents_.insert(agent.may_stay ? agents_.end() : agents_.begin(), std::move(agent));
  }
  const std::size_t came = agents.size() - leave;
  const std::size_t idle = agents_.size() - leave;
  dismiss(leave + (idle > most_ ? idle - most_ : 0));
  std::for_each_n(agents_.rbegin(), std::min(came, agents_.size()),
                  [](IdleAgent& agent) { agent.process->rest(); });
}

std::optional<IdleAgent> IdleAgents::take(const Terms& terms) {
  while (true) {
    const auto last = std::ranges::find(agents_.rbegin(), agents_.rend(), terms, &IdleAgent::terms);
    if (last == agents_.rend()) return std::nullopt;
    const auto found = std::prev(last.base());
    IdleAgent agent = std::move(*found);
    agents_.erase(found);
    if (agent.process->is_quiet()) {
      agent.process->wake();
      return agent;
    }
    agent.process->end(agent.terms.agent.name);
  }
}

void IdleAgents::make_room(std::size_t in_play) {
  const std::size_t free = most_ > in_play ? most_ - in_play - 1 : 0;
  if (agents_.size() > free) dismiss(agents_.size() - free);
}

bool IdleAgents::end_oldest() {
  if (agents_.empty()) return false;
  dismiss(1);
  return true;
}

void IdleAgents::end_all() {
  for (IdleAgent& agent : agents_)
    agent.process->end(agent.terms.agent.name);
  agents_.clear();
}

/// Who leaves by itself may still log; nobody is waited for long.
void IdleAgents::dismiss(std::size_t count) {
  const auto end = std::next(agents_.begin(), static_cast<std::ptrdiff_t>(count));
  for (auto agent = agents_.begin(); agent != end; ++agent)
    agent->process->say_goodbye();
  const auto due = machine_.now() + kGoodbyePatience;
  for (auto agent = agents_.begin(); agent != end; ++agent) {
    (void)agent->process->await_exit(due);
    agent->process->end(agent->terms.agent.name);
  }
  agents_.erase(agents_.begin(), end);
}

}  // namespace danno::referee::talk
