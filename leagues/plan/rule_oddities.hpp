// What is odd about a rule set, though legal.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::plan {

/// Sentences without full stop: faces that never score, patterns that are worth no more than their
/// parts, an entry or a target that cannot be reached, keys without effect. Empty if nothing is
/// odd.
[[nodiscard]] std::vector<std::string> rule_oddities(const rules::Definition& definition);

}  // namespace danno::leagues::plan
