// The isolation level that a user named on the command line.
#pragma once

#include <string>

#include "referee/sandbox/isolation.hpp"

namespace CLI {
class App;
}

namespace danno::cli {

/// --isolation LEVEL; `text` lives as long as the verb and holds the default.
void add_isolation_flag(CLI::App& verb, std::string& text);

/// Throws UsageError.
[[nodiscard]] referee::Isolation chosen_isolation(const std::string& text);

}  // namespace danno::cli
