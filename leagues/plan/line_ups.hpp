// Which line-ups a league plans: what settling a league makes and verifying it expects; and whose
// agents must not meet.
#pragma once

#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::plan {

/// Tables of so many seats that a round robin or a gauntlet plays, in the order of the schedule;
/// agents in the order of their names. The league's plan is known.
[[nodiscard]] std::vector<std::vector<store::Id>> planned_line_ups(
    const store::StoredLeague& league, int seats);

/// The author of each agent as a number; who has none is an author of its own.
[[nodiscard]] std::vector<int> number_authors(const store::StoredLeague& league);

}  // namespace danno::leagues::plan
