// Reads the keys of a season from a parsed league file. It is separate from season_keys.hpp, whose
// users need no parser.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/files/toml_reader.hpp"
#include "leagues/plan/season_keys.hpp"

namespace danno::leagues::plan {

/// `root` reads the top of the file, which lies in `base`. A file without [season] has all keys as
/// they are by themselves.
[[nodiscard]] SeasonKeys read_season_keys(files::TomlReader& root,
                                          const std::filesystem::path& base,
                                          files::Problems& problems);

/// Returns the file of the final without its agents. `file` has [league] and [final] and was just
/// parsed, so problems are reported at their places.
[[nodiscard]] toml::table final_table(toml::table file, const std::string& season);

}  // namespace danno::leagues::plan
