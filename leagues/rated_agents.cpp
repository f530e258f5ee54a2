#include "leagues/tables/rated_agents.hpp"

#include "leagues/scores/rated_deal.hpp"

namespace danno::leagues {
namespace {

/// Who did not start lost its first deal in every seating.
std::set<Id> find_never_started(const Store& store, const StoredDivision& division,
                                const std::vector<StoredLineUp>& line_ups) {
  std::map<Id, std::int64_t> games;   // first deals of line-ups
  std::map<Id, std::int64_t> absent;  // of them not started
  for (const StoredLineUp& line_up : line_ups) {
    if (line_up.played == 0) continue;
    for (const Id agent : line_up.agents)
      games[agent] += division.seats;
  }
  for (const StoredFault& fault : store.faults(division)) {
    if (fault.deal == 0 && fault.fault.kind == referee::FaultKind::NeverReady)
      ++absent[fault.agent];
  }
  std::set<Id> never_started;
  for (const auto& [agent, count] : absent) {
    if (count == games[agent]) never_started.insert(agent);
  }
  return never_started;
}

}  // namespace

std::vector<int> RatedAgents::numbered(const StoredLineUp& line_up) const {
  std::vector<int> rated;
  for (const Id id : line_up.agents) {
    const auto number = numbers.find(id);
    rated.push_back(number == numbers.end() ? kNotRated : number->second);
  }
  return rated;
}

RatedAgents find_rated_agents(const Store& store, const StoredLeague& league,
                              const StoredDivision& division,
                              const std::vector<StoredLineUp>& line_ups) {
  RatedAgents rated;
  rated.never_started = find_never_started(store, division, line_ups);
  std::set<Id> played;
  for (const StoredLineUp& line_up : line_ups) {
    if (line_up.played > 0) played.insert(line_up.agents.begin(), line_up.agents.end());
  }
  for (const StoredAgent& agent : league.agents) {
    if (played.contains(agent.id) && !rated.never_started.contains(agent.id))
      rated.numbers.emplace(agent.id, rated.size());
  }
  return rated;
}

}  // namespace danno::leagues
