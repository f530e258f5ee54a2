// What one throw of a rule set comes to.
#pragma once

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// The chance, 0 to 1, that a throw of so many dice (1 to rules.dice()) has no legal keep.
[[nodiscard]] double bust_chance(const RuleSet& rules, int dice);

/// The mean of the best keep of a full throw in points, not units; a bust is 0.
[[nodiscard]] double mean_of_first_throw(const RuleSet& rules);

}  // namespace danno::rules
