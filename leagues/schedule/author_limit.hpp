// The rule for which agents of a league may share a table.
#pragma once

#include <cstddef>
#include <vector>

#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::schedule {

/// Returns how many agents can share a table; with max_per_author, only one of each author can.
[[nodiscard]] std::size_t max_agents_at_one_table(const store::League& league);

/// Returns the author of each agent as a number; an agent without an author has its own number.
[[nodiscard]] std::vector<int> number_authors(const store::StoredLeague& league);

}  // namespace danno::leagues::schedule
