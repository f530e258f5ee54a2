// Which line-ups a league plans: what settling a league makes and verifying it expects.
#pragma once

#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::formats::planned {

/// Tables of so many seats that a round robin or a gauntlet plays, in the order of the schedule;
/// agents in the order of their names. The league's plan is known.
[[nodiscard]] std::vector<std::vector<store::Id>> planned_line_ups(
    const store::StoredLeague& league, int seats);

}  // namespace danno::leagues::formats::planned
