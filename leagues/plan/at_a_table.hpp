// Who of a league may share a table.
#pragma once

#include <cstddef>

#include "leagues/store/league.hpp"

namespace danno::leagues::plan {

/// Of its agents, how many at once: with max_per_author, one of each author.
[[nodiscard]] std::size_t most_at_a_table(const store::League& league);

}  // namespace danno::leagues::plan
