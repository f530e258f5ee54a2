// What a rule set requires and permits besides its scores, for people.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

/// A sentence each, without capital and full stop.
[[nodiscard]] std::vector<std::string> duties(const Definition& definition);

}  // namespace danno::rules
