// The league file of a season's final, as a table.
#pragma once

#include <string>

#include "leagues/base/toml.hpp"

namespace danno::leagues::schedule {

/// Returns the file of the final without its agents. `file` has [league] and [final] and was just
/// parsed, so problems are reported at their places.
[[nodiscard]] toml::table final_table(toml::table file, const std::string& season);

}  // namespace danno::leagues::schedule
