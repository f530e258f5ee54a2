// One agent's score against others: shared by standings, gates, authors' folders and ratings.
#pragma once

#include <cstdint>

namespace danno::leagues::ratings {

/// Returns the score of a place against another: 2 if it is better, 1 if it is shared, otherwise 0.
[[nodiscard]] constexpr int half_points(int own, int other) {
  if (own == other) return 1;
  return own < other ? 2 : 0;
}

/// Exact sums, whose order has no effect.
struct ScoreSheet {
  std::int64_t games = 0;
  std::int64_t pairs = 0;   ///< The number of opponents in all games.
  std::int64_t halves = 0;  ///< Half points against them.

  /// Adds one opponent of a game.
  void meet(int own, int other) {
    ++pairs;
    halves += half_points(own, other);
  }
  /// Returns the mean pair score, 0 to 1; 0 before the first game.
  [[nodiscard]] double score() const {
    return pairs == 0 ? 0 : static_cast<double>(halves) / static_cast<double>(2 * pairs);
  }
};

}  // namespace danno::leagues::ratings
