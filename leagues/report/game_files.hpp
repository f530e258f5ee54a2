// Writes a stored game as a file for people and for `danno audit`, or as a line of JSON.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/base/appended_file.hpp"
#include "leagues/base/json.hpp"
#include "leagues/report/stored_game.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::report {

/// The default folder for games and fault reports of a match.
inline constexpr const char* kMatchFolder = "out/match";

/// Returns a game of a match in the form of a stored one.
[[nodiscard]] StoredGame as_stored(const referee::play::LineUp& line_up, std::uint64_t deal,
                                   const referee::record::GameRecord& record);

/// Returns the first deal that has no game among the files below `folder`.
[[nodiscard]] std::uint64_t next_deal(const std::filesystem::path& folder,
                                      const referee::play::LineUp& line_up);

/// Writes games as write_game_file() does. They replace those of an earlier match of the same
/// agents, or are added to them if that match continues. Writing throws std::system_error.
class MatchGames {
 public:
  /// All games are written as they come, or the last kMostRecent by finish(). The line-up must
  /// outlive it.
  enum class Written { All, Last };
  static constexpr std::size_t kMostRecent = 20;
  enum class Earlier { Replaced, Kept };
  MatchGames(const referee::play::LineUp& line_up, std::filesystem::path folder, Written keep,
             Earlier earlier)
      : line_up_(line_up),
        folder_(std::move(folder)),
        written_(keep),
        cleared_(earlier == Earlier::Kept) {}

  /// Returns the folder that the games of the match are written to.
  [[nodiscard]] std::filesystem::path folder() const;

  void add(std::span<const referee::play::DealResult> deals);
  void finish();

  /// Returns the file of the last game that the agent did not win, among the last kMostRecent, or
  /// of the last game if it won all. At least one game was added.
  [[nodiscard]] std::filesystem::path most_instructive_file(std::size_t agent) const;
  /// Returns the games of that game's deal that are among the last kMostRecent, by seating.
  [[nodiscard]] std::vector<StoredGame> most_instructive_deal(std::size_t agent) const;

 private:
  [[nodiscard]] const StoredGame& find_instructive_game(std::size_t agent) const;
  [[nodiscard]] std::filesystem::path game_path(const StoredGame& game) const;
  void write(const StoredGame& game);

  const referee::play::LineUp& line_up_;
  std::filesystem::path folder_;
  Written written_;
  bool cleared_;
  std::deque<StoredGame> last_;
};

/// A file `*.txt` holds games as people write them, an empty line between two; a file `*.jsonl`
/// holds one game a line, as `danno league export --json` has them.
class GamesFile {
 public:
  [[nodiscard]] static bool is_name(const std::filesystem::path& path);

  /// Makes the file, in place of one that is there. Throws std::system_error.
  explicit GamesFile(const std::filesystem::path& path);

  /// Adds every game of `deals`, or none. Throws std::system_error if the disk is full.
  void add(const referee::play::LineUp& line_up, std::span<const referee::play::DealResult> deals);

 private:
  base::AppendedFile file_;
  bool json_;
  bool empty_ = true;
};

/// Returns the written form below a comment that names the game.
[[nodiscard]] std::string game_text(const StoredGame& game);

/// Returns names as in the tables, places, totals, faults, and events in the written form, by
/// docs/schemas/game.schema.json. Throws what written_game() throws.
[[nodiscard]] base::Json game_object(const StoredGame& game);
/// Returns game_object() as one line with its end.
[[nodiscard]] std::string game_json(const StoredGame& game);

/// {"player", "kind", "value", "detail"}.
[[nodiscard]] base::Json fault_json(const referee::record::Fault& fault, std::string_view player);

/// Returns the path RULES/ADA/BOB/DEAL-SEATING.txt.
[[nodiscard]] std::filesystem::path game_file(const StoredGame& game);

/// Writes game_text() to game_file() below `folder`, whole or not at all.
void write_game_file(const std::filesystem::path& folder, const StoredGame& game);

}  // namespace danno::leagues::report
