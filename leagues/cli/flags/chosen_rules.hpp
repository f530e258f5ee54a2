// The rule set that a user named.
#pragma once

#include <string>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::flags {

/// Returns the rule set. Throws UsageError if no rule set has this id.
[[nodiscard]] const rules::Definition& chosen_rules(const std::string& id);

}  // namespace danno::leagues::cli::flags
