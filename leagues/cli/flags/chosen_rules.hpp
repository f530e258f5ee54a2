// The rule set that a user named.
#pragma once

#include <string>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::flags {

/// The bundled rule set with that id, or that of a file: a path has a '/' or ends in ".toml".
/// Throws UsageError if there is none, or with all that is wrong with the file.
[[nodiscard]] const rules::Definition& chosen_rules(const std::string& id);

}  // namespace danno::leagues::cli::flags
