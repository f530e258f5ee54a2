// The line-ups that a league plans: settling makes them, and verifying expects them.
#pragma once

#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::formats::planned {

/// Returns the line-ups of a round robin or a gauntlet at tables of `seats` seats, in the order of
/// the schedule, each with its agents sorted by name. The league's plan must be set.
[[nodiscard]] std::vector<std::vector<store::Id>> planned_line_ups(
    const store::StoredLeague& league, int seats);

}  // namespace danno::leagues::formats::planned
