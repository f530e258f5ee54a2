#include "leagues/formats/planned/line_ups.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "leagues/formats/planned/scheme.hpp"

namespace danno::leagues::formats::planned {
namespace {

/// Whether these agents may meet.
bool is_played(const store::StoredLeague& league,
               const std::vector<const store::StoredAgent*>& agents) {
  std::set<std::string> authors;
  std::ptrdiff_t challengers = 0;
  for (const store::StoredAgent* const agent : agents) {
    const bool shares = !agent->author.empty() && !authors.insert(agent->author).second;
    if (shares && league.plan->max_per_author > 0) return false;
    challengers += std::ranges::count(league.plan->challengers, agent->id);
  }
  return league.plan->challengers.empty() || challengers == 1;
}

/// Every challenger meets every table of the others.
std::vector<std::vector<store::Id>> gauntlet_tables(const store::StoredLeague& league, int seats) {
  std::vector<const store::StoredAgent*> challengers;
  std::vector<const store::StoredAgent*> others;
  for (const store::StoredAgent& agent : league.agents) {
    const bool challenges = std::ranges::count(league.plan->challengers, agent.id) > 0;
    (challenges ? challengers : others).push_back(&agent);
  }
  std::vector<std::vector<store::Id>> line_ups;
  const auto tables = round_robin(static_cast<int>(others.size()), seats - 1);
  for (const store::StoredAgent* const challenger : challengers) {
    for (const std::vector<int>& table : tables) {
      std::vector<const store::StoredAgent*> agents{challenger};
      for (const int agent : table)
        agents.push_back(others[static_cast<std::size_t>(agent)]);
      std::ranges::sort(agents, {}, [](const auto* agent) { return agent->name; });
      std::vector<store::Id>& ids = line_ups.emplace_back();
      for (const store::StoredAgent* const agent : agents)
        ids.push_back(agent->id);
    }
  }
  return line_ups;
}

}  // namespace

std::vector<std::vector<store::Id>> planned_line_ups(const store::StoredLeague& league, int seats) {
  if (!league.plan->challengers.empty() && seats > 2) return gauntlet_tables(league, seats);
  std::vector<std::vector<store::Id>> line_ups;
  for (const std::vector<int>& table : round_robin(static_cast<int>(league.agents.size()), seats)) {
    std::vector<const store::StoredAgent*> agents;
    for (const int agent : table)
      agents.push_back(&league.agents[static_cast<std::size_t>(agent)]);
    if (!is_played(league, agents)) continue;
    std::vector<store::Id>& ids = line_ups.emplace_back();
    for (const store::StoredAgent* const agent : agents)
      ids.push_back(agent->id);
  }
  return line_ups;
}

}  // namespace danno::leagues::formats::planned
