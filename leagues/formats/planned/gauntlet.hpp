// A gauntlet: challengers meet all others, who do not meet each other.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/league.hpp"

namespace danno::leagues::formats::planned {

/// Makes the league a gauntlet with these challengers.
void set_gauntlet(store::League& league, std::vector<std::string> challengers);

}  // namespace danno::leagues::formats::planned
