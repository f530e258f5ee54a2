// The games of a match as files, so that they can be replayed and explained.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <span>
#include <vector>

#include "leagues/archive/export.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::archive {

/// A game of a match as one that is stored.
[[nodiscard]] StoredGame as_stored(const referee::play::LineUp& line_up, std::uint64_t deal,
                                   const referee::record::GameRecord& record);

/// The first deal whose game is not among the files below `folder`.
[[nodiscard]] std::uint64_t next_deal(const std::filesystem::path& folder,
                                      const referee::play::LineUp& line_up);

class MatchGames {
 public:
  /// Of the last deals of a line-up, so many games; the line-up outlives it.
  MatchGames(const referee::play::LineUp& line_up, std::size_t most)
      : line_up_(line_up), most_(most) {}

  void add(std::span<const referee::play::DealResult> deals);

  /// Writes them below `folder` as write_game_file() does, in place of those of an earlier match.
  /// Throws std::system_error or std::filesystem::filesystem_error.
  void write(const std::filesystem::path& folder) const;

  /// The file below the folder of the last game that the agent did not win; of the last one if it
  /// won all; empty if there is none.
  [[nodiscard]] std::filesystem::path to_learn_from(std::size_t agent) const;

 private:
  struct Game {
    std::uint64_t deal = 0;
    referee::record::GameRecord record;
  };
  [[nodiscard]] StoredGame stored(const Game& game) const {
    return as_stored(line_up_, game.deal, game.record);
  }

  const referee::play::LineUp& line_up_;
  std::size_t most_;
  std::deque<Game> games_;
};

}  // namespace danno::leagues::archive
