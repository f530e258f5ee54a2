#include "leagues/tables/rated_agents.hpp"

#include "leagues/scores/rated_deal.hpp"

namespace danno::leagues::tables {
namespace {

/// Who did not start lost its first deal in every seating.
std::set<store::Id> find_never_started(const store::Reader& store,
                                       const store::StoredDivision& division,
                                       const std::vector<store::StoredLineUp>& line_ups) {
  std::map<store::Id, std::int64_t> games;   // first deals of line-ups
  std::map<store::Id, std::int64_t> absent;  // of them not started
  for (const store::StoredLineUp& line_up : line_ups) {
    if (line_up.played == 0) continue;
    for (const store::Id agent : line_up.agents)
      games[agent] += division.seats;
  }
  for (const store::StoredFault& fault : store.faults(division)) {
    if (fault.deal == 0 && fault.fault.kind == referee::record::FaultKind::NeverReady)
      ++absent[fault.agent];
  }
  std::set<store::Id> never_started;
  for (const auto& [agent, count] : absent) {
    if (count == games[agent]) never_started.insert(agent);
  }
  return never_started;
}

}  // namespace

std::vector<std::string> RatedAgents::names(const store::StoredLeague& league) const {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : league.agents) {
    if (numbers.contains(agent.id)) names.push_back(agent.shown_name());
  }
  return names;
}

std::vector<int> RatedAgents::numbered(const store::StoredLineUp& line_up) const {
  std::vector<int> rated;
  for (const store::Id id : line_up.agents) {
    const auto number = numbers.find(id);
    rated.push_back(number == numbers.end() ? scores::kNotRated : number->second);
  }
  return rated;
}

RatedAgents find_rated_agents(const store::Reader& store, const store::StoredLeague& league,
                              const store::StoredDivision& division,
                              const std::vector<store::StoredLineUp>& line_ups) {
  RatedAgents rated;
  rated.never_started = find_never_started(store, division, line_ups);
  std::set<store::Id> played;
  for (const store::StoredLineUp& line_up : line_ups) {
    if (line_up.played > 0) played.insert(line_up.agents.begin(), line_up.agents.end());
  }
  for (const store::StoredAgent& agent : league.agents) {
    if (played.contains(agent.id) && !rated.never_started.contains(agent.id))
      rated.numbers.emplace(agent.id, rated.size());
  }
  return rated;
}

}  // namespace danno::leagues::tables
