// What a league file says of a season that keeps itself: [season] and [final].
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "leagues/entrants/agent_files.hpp"
#include "leagues/plan/format.hpp"

namespace danno::leagues::plan {

/// Which games authors see while the season is open.
enum class PublicGames { Own, None, All };

struct SeasonKeys {
  std::filesystem::path inbox;                    ///< A folder an author: what is handed in.
  std::filesystem::path outbox;                   ///< A folder an author: what they are told.
  std::filesystem::path intake;                   ///< Who plays: the folder of agents = "FOLDER/*".
  std::optional<std::chrono::sys_seconds> opens;  ///< Before that nothing is taken.
  std::optional<std::chrono::sys_seconds> closes;  ///< What is handed in then is refused.
  int max_per_day = 20;                            ///< Of an author, checked on a day (UTC).
  std::chrono::seconds build_time{60};             ///< The most that a build may take.
  /// Of what is handed in, unpacked.
  entrants::FolderLimits limits = {.bytes = std::uintmax_t{16} << 20, .files = 1000};
  PublicGames games = PublicGames::Own;
  bool anonymous = false;  ///< While it is open, agents have other names for all but their authors.
  bool has_final = false;
};

/// Of a league file of one of these formats, with [season], [final] and what they need of [league];
/// paths are absolute. Throws LeagueFileErrors.
[[nodiscard]] SeasonKeys read_season_keys(const std::filesystem::path& file,
                                          std::span<const Format* const> formats);

/// Whether a key of [league] is the same for the season and its final, which does not name it.
[[nodiscard]] bool is_of_season(std::string_view key);

/// An agent of a final.
struct Finalist {
  std::filesystem::path folder;  ///< As seen from the final's file.
  std::string name;
  std::string author;
};

/// The league file of the final of the season of that name, from what its `file` says: the rules
/// and limits of the season, the keys of [final], and these agents. Throws LeagueFileErrors.
[[nodiscard]] std::string final_file(const std::filesystem::path& file,
                                     std::string_view season_file, const std::string& season,
                                     std::span<const Finalist> finalists);

}  // namespace danno::leagues::plan
