// The pairings of a round robin, and of a gauntlet, in which challengers meet all others, and these
// do not meet each other.
//
// With common dice, what stands behind the first ':' of an agent's name is no part of a key:
// "ada:1" and "ada:2" meet the same opponents with the same dice.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::schedule::planned {

/// Returns the line-ups of a round robin of `agents` at tables of `seats` (at least 2), each as the
/// sorted indices of its agents; none if there are fewer agents than seats. With two seats or few
/// agents these are all combinations, so that all meet equally often. Otherwise it is a cyclic
/// design: every agent plays equally often, and the numbers of meetings of any two pairs differ by
/// at most one. The result depends on the arguments only.
[[nodiscard]] std::vector<std::vector<int>> round_robin(int agents, int seats);

/// Returns the line-ups of a round robin or a gauntlet at tables of `seats` seats, in the order of
/// the schedule, each with its agents sorted by name. The league's plan must be set.
[[nodiscard]] std::vector<std::vector<store::Id>> planned_line_ups(
    const store::StoredLeague& league, int seats);

/// Makes the league a gauntlet with these challengers.
void set_gauntlet(store::League& league, std::vector<std::string> challengers);
/// Does the same with common dice.
void set_gauntlet_of_common_dice(store::League& league, std::vector<std::string> challengers);

}  // namespace danno::leagues::schedule::planned
