// Who of a stored division is rated.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::tables {

struct RatedAgents {
  /// Numbers in the ratings, in the order of the names; those who have played and started.
  std::map<store::Id, int> numbers;
  /// Agents that did not start in any of their line-ups: nothing is known of their strength, and
  /// the others' ratings shall not hang on games against nobody.
  std::set<store::Id> never_started;

  [[nodiscard]] int size() const { return static_cast<int>(numbers.size()); }
  /// Their names as shown, by number.
  [[nodiscard]] std::vector<std::string> names(const store::StoredLeague& league) const;
  /// The line-up's agents by their numbers; kNotRated for the others.
  [[nodiscard]] std::vector<int> numbered(const store::StoredLineUp& line_up) const;
};

/// `line_ups` are the division's.
[[nodiscard]] RatedAgents find_rated_agents(const store::Reader& store,
                                            const store::StoredLeague& league,
                                            const store::StoredDivision& division,
                                            const std::vector<store::StoredLineUp>& line_ups);

}  // namespace danno::leagues::tables
