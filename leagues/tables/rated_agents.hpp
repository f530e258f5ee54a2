// Selects the agents of a stored division that are rated.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::tables {

struct RatedAgents {
  /// Numbers in the ratings of the agents that have played and started, in the order of names.
  std::map<store::Id, int> numbers;
  /// Agents that never started in any of their line-ups. They are not rated, because nothing is
  /// known of their strength, and games against them must not affect other ratings.
  std::set<store::Id> never_started;

  [[nodiscard]] int size() const { return static_cast<int>(numbers.size()); }
  /// Returns the names as shown, indexed by number.
  [[nodiscard]] std::vector<std::string> names(const store::StoredLeague& league) const;
  /// Returns the numbers of the line-up's agents; kNotRated for those that are not rated.
  [[nodiscard]] std::vector<int> numbered(const store::StoredLineUp& line_up) const;
};

/// `line_ups` are the division's.
[[nodiscard]] RatedAgents find_rated_agents(const store::Reader& store,
                                            const store::StoredLeague& league,
                                            const store::StoredDivision& division,
                                            const std::vector<store::StoredLineUp>& line_ups);

}  // namespace danno::leagues::tables
