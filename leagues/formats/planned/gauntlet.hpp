// A gauntlet: challengers meet all others, who do not meet each other.
//
// With common dice, what stands behind the first ':' of an agent's name is no part of a key:
// "ada:1" and "ada:2" meet the same opponents with the same dice.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/league.hpp"

namespace danno::leagues::formats::planned {

/// Makes the league a gauntlet with these challengers.
void set_gauntlet(store::League& league, std::vector<std::string> challengers);
/// Does the same with common dice.
void set_gauntlet_of_common_dice(store::League& league, std::vector<std::string> challengers);

}  // namespace danno::leagues::formats::planned
