// What concerns a season in a league file as it was parsed; apart from season_keys.hpp, whose
// readers need no parser.
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

/// The file of the final but for its agents: `file`, which has [league] and [final] and was just
/// parsed, so that problems are told at their places.
[[nodiscard]] toml::table final_table(toml::table file, const std::string& season);

}  // namespace danno::leagues::plan
