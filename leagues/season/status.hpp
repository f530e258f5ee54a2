// The state of a season for those who monitor it: status.json in the season's folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "leagues/files/json.hpp"

namespace danno::leagues::season {

/// The season's folder within the league's folder.
inline constexpr const char* kFolder = "season";

enum class SeasonPhase { Early, Open, Closing, Final, Over };

struct SeasonStatus {
  SeasonPhase phase = SeasonPhase::Early;  ///< Early: `opens` is in the future.
  std::size_t queue = 0;                   ///< Submissions that wait for their answer.
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  std::size_t agents = 0;
  std::uint64_t rounds = 0;  ///< The rounds of a ladder, over all rule sets.
  std::uint64_t games = 0;
  double games_per_s = 0;  ///< The speed when it last played.
  std::string last_error = {};
  std::optional<std::chrono::sys_seconds> last_error_at = {};
};

/// Writes the status, with the process id, the time and the free disk space. Throws
/// std::system_error.
void write_status(const std::filesystem::path& league, const SeasonStatus& status);

/// Returns the status as it was written last; nullopt if the league is no season.
[[nodiscard]] std::optional<files::Json> read_status(const std::filesystem::path& league);

/// What it says is how the season ended.
[[nodiscard]] bool is_over(const files::Json& status);

/// Returns lines for people; words of others are not escaped.
[[nodiscard]] std::vector<std::string> status_lines(const files::Json& status);

}  // namespace danno::leagues::season
