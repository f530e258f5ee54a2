// The rule set that a user named.
#pragma once

#include <string>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::flags {

/// Throws UsageError if there is none of that id.
[[nodiscard]] const rules::Definition& chosen_rules(const std::string& id);

}  // namespace danno::leagues::cli::flags
