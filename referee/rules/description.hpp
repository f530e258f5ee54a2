// Says in whole sentences what a rule set requires and permits besides its scores.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// Returns one sentence for each duty, without capital and full stop.
[[nodiscard]] std::vector<std::string> describe_rules(const Definition& definition);

}  // namespace danno::rules
