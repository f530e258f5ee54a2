// The isolation level that a user named on the command line.
#pragma once

#include <string>

#include "leagues/cli/flags/verb.hpp"

#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::flags {

/// Adds --isolation LEVEL. `text` must live as long as the verb, and holds the default.
void add_isolation_flag(Verb verb, std::string& text);

/// Parses the level. Throws UsageError.
[[nodiscard]] referee::sandbox::Isolation chosen_isolation(const std::string& text);

}  // namespace danno::leagues::cli::flags
