// Rules that are legal and yet cannot be meant: a game by them may never end.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::plan {

/// Returns sentences without full stop about an entry, a bank or a target that cannot be reached.
[[nodiscard]] std::vector<std::string> rule_warnings(const rules::Definition& definition);

}  // namespace danno::leagues::plan
