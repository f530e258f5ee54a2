// The keys of a league file for a season that is kept by danno: [season] and [final].
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "leagues/entrants/agent_files.hpp"
#include "leagues/schedule/format.hpp"

namespace danno::leagues::base {
class Problems;
class TomlReader;
}  // namespace danno::leagues::base

namespace danno::leagues::schedule {

/// The games that authors can see while the season is open.
enum class PublicGames { Own, None, All };

struct SeasonKeys {
  std::filesystem::path inbox;   ///< The folder of submissions, with a folder per author.
  std::filesystem::path outbox;  ///< The folder of answers, with a folder per author.
  std::filesystem::path intake;  ///< The folder of accepted agents: agents = "FOLDER/*".
  std::optional<std::chrono::sys_seconds> opens;   ///< No submission is accepted before this time.
  std::optional<std::chrono::sys_seconds> closes;  ///< Submissions are refused from this time on.
  int max_per_day = 20;  ///< Submissions of an author that are checked per day (UTC).
  std::chrono::seconds build_time{60};  ///< The longest time that a build may take.
  /// The limits of an unpacked submission.
  entrants::FolderLimits limits = {.bytes = std::uintmax_t{16} << 20, .files = 1000};
  PublicGames games = PublicGames::Own;
  bool has_final = false;
};

/// Reads the keys of a season from a league file of one of these formats: [season], [final] and
/// what they need of [league]. Paths are absolute. Throws LeagueFileErrors.
[[nodiscard]] SeasonKeys read_season_keys(const std::filesystem::path& file,
                                          std::span<const Format* const> formats);

/// Returns whether a season's final takes this key of [league] from the season.
[[nodiscard]] bool is_of_season(std::string_view key);

/// An agent of a final.
struct Finalist {
  std::filesystem::path folder;  ///< The folder, relative to the final's file.
  std::string name;
  std::string author;
};

/// Returns the text of the league file of a season's final, made from the season's `file`: its
/// rules and limits, the keys of [final], and these agents. Throws LeagueFileErrors.
[[nodiscard]] std::string final_file(const std::filesystem::path& file,
                                     std::string_view season_file, const std::string& season,
                                     std::span<const Finalist> finalists);

/// `root` reads the top of the file, which lies in `base`. A file without [season] has all keys as
/// they are by themselves.
[[nodiscard]] SeasonKeys read_season_keys(base::TomlReader& root, const std::filesystem::path& base,
                                          base::Problems& problems);

}  // namespace danno::leagues::schedule
