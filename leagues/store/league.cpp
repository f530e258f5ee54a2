#include "leagues/store/league.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "leagues/store/store.hpp"

namespace danno::leagues::store {

std::string_view to_string(RankBy rank_by) {
  switch (rank_by) {
    case RankBy::Points:
      return "points";
    case RankBy::Raw:
      return "raw";
    case RankBy::Elo:
      break;
  }
  return "elo";
}

rules::Parameters DivisionSettings::parameters_for(int seats) const {
  rules::Parameters other = definition->defaults(seats);
  for (const auto& [name, value] : told)
    static_cast<void>(rules::set_parameter(*definition, other, name, value));  // taken before
  return other;
}

std::vector<rules::RuleSet> rule_sets(const League& league) {
  std::vector<rules::RuleSet> sets;
  for (const DivisionSettings& division : league.divisions)
    sets.emplace_back(*division.definition, league.seats, division.parameters);
  return sets;
}

std::vector<std::string> names_of(const StoredLineUp& line_up,
                                  std::span<const StoredAgent> agents) {
  std::vector<std::string> names;
  for (const Id id : line_up.agents) {
    const auto found = std::ranges::find(agents, id, &StoredAgent::id);
    if (found == agents.end())
      throw std::runtime_error("league.db: a line-up of agents that are not there");
    names.push_back(found->shown_name());
  }
  return names;
}

std::string line_up_name(const StoredLineUp& line_up, std::span<const StoredAgent> agents) {
  return fmt::format("{}", fmt::join(names_of(line_up, agents), ","));
}

}  // namespace danno::leagues::store
