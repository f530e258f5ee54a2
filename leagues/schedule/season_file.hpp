// The league file of a season that is kept by danno, and that of its final.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "leagues/base/toml.hpp"
#include "leagues/schedule/league_keys.hpp"

namespace danno::leagues::schedule {

/// Reads the keys of a season from a league file: [season], [final] and what they need of [league].
/// Paths are absolute. Throws LeagueFileErrors.
[[nodiscard]] SeasonKeys read_season_keys(const std::filesystem::path& file);

/// Returns whether a season's final takes this key of [league] from the season.
[[nodiscard]] bool is_of_season(std::string_view key);

/// An agent of a final.
struct Finalist {
  std::filesystem::path folder;  ///< The folder, relative to the final's file.
  std::string name;
  std::string author;
};

/// Returns the text of the league file of a season's final, made from the season's `file`: its
/// rules and limits, the keys of [final], and these agents. Relative paths start from `folder`,
/// where the final's file will be; empty: beside the season's. Throws LeagueFileErrors.
[[nodiscard]] std::string final_file(const std::filesystem::path& file,
                                     std::string_view season_file, const std::string& season,
                                     std::span<const Finalist> finalists,
                                     const std::filesystem::path& folder = {});

/// Checks that the table by which [final] is seeded can be read now, unless it is in `folder`, the
/// league's, where the season writes it. Throws LeagueFileErrors.
void check_seeding_file(const std::filesystem::path& file, std::string_view season_file,
                        const std::filesystem::path& folder);

/// Checks the keys of a season that were read from `root`, the whole file, and its [final].
void check_season(const toml::table& root, SeasonKeys& season, base::Problems& problems);

/// Returns the file of the final without its agents. `file` has [league] and [final] and was just
/// parsed, so problems are reported at their places.
[[nodiscard]] toml::table final_table(toml::table file, const std::string& season);

}  // namespace danno::leagues::schedule
