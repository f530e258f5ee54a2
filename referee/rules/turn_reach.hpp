// The points that a turn can have before a throw.
#pragma once

#include <set>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// Returns the points up to `most` that a turn can have before it throws `dice` dice. A turn that
/// begins with an accepted offer counts, too.
[[nodiscard]] std::set<Points> reachable_turn_points(const RuleSet& rules, int dice, Points most);

}  // namespace danno::rules
