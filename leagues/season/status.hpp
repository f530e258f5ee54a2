// How a season stands, for whoever watches over it: status.json in the season's folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "leagues/files/json.hpp"

namespace danno::leagues::season {

/// A season's folder in its league's.
inline constexpr const char* kFolder = "season";

enum class SeasonPhase { Early, Open, Closing, Final, Over };

struct SeasonStatus {
  SeasonPhase phase = SeasonPhase::Early;  ///< Early: `opens` is to come.
  std::size_t queue = 0;                   ///< Submissions that wait for their answer.
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  std::size_t agents = 0;
  std::uint64_t rounds = 0;  ///< Of a ladder, over all rule sets.
  std::uint64_t games = 0;
  double games_per_s = 0;  ///< While it played last.
  std::string last_error = {};
  std::optional<std::chrono::sys_seconds> last_error_at = {};
};

/// Writes it, with the process, the time and the room on the disk. Throws std::system_error.
void write_status(const std::filesystem::path& league, const SeasonStatus& status);

/// As it was written last; nothing: the league is no season.
[[nodiscard]] std::optional<files::Json> read_status(const std::filesystem::path& league);

/// What it says is how the season ended.
[[nodiscard]] bool is_over(const files::Json& status);

/// For people; words of others are not escaped.
[[nodiscard]] std::vector<std::string> status_lines(const files::Json& status);

}  // namespace danno::leagues::season
