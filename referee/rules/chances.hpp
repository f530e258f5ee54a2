// Chances and means of a single throw.
#pragma once

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// Returns the chance, 0 to 1, that a throw of `dice` dice (1 to rules.dice()) has no legal keep.
[[nodiscard]] double bust_chance(const RuleSet& rules, int dice);

/// Returns the mean of the best keep of a full throw, in points, not units; a bust counts 0.
[[nodiscard]] double mean_of_first_throw(const RuleSet& rules);

}  // namespace danno::rules
