// Says in whole sentences what a rule set requires and permits besides its scores.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// Returns one sentence for each duty, without capital and full stop.
[[nodiscard]] std::vector<std::string> describe_rules(const Definition& definition);

/// Returns what is bad about a bank of so many turn points, such as "loses: your last turn"; empty
/// if nothing is.
[[nodiscard]] std::string describe_bank(const RuleSet& rules, const Position& position,
                                        Points turn);

}  // namespace danno::rules
