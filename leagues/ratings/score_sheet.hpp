// What one agent scored against others: the one count that standings, gates, authors' folders and
// ratings share.
#pragma once

#include <cstdint>

namespace danno::leagues::ratings {

/// What a place scores against another: 2 for the better one, 1 for a shared one, else 0.
[[nodiscard]] constexpr int half_points(int own, int other) {
  if (own == other) return 1;
  return own < other ? 2 : 0;
}

/// Sums; exact, so their order has no effect.
struct ScoreSheet {
  std::int64_t games = 0;
  std::int64_t pairs = 0;   ///< Others met, in all games.
  std::int64_t halves = 0;  ///< Half points against them.

  /// One of the others of a game.
  void meet(int own, int other) {
    ++pairs;
    halves += half_points(own, other);
  }
  /// Mean pair score, 0 to 1; 0 before the first game.
  [[nodiscard]] double score() const {
    return pairs == 0 ? 0 : static_cast<double>(halves) / static_cast<double>(2 * pairs);
  }
};

}  // namespace danno::leagues::ratings
