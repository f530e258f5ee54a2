// The exact sums of some deals of one line-up and of the luck in their games: all that a
// luck-adjusted table needs of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/ratings/results.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/scores/solved_game.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::scores {

/// Luck is in units of ratings::kPairWin, rounded for every agent, rival and game: so sums are the
/// same to the bit however deals are put together.
struct LuckSums {
  /// Of deals of even, or of odd, index. The numbers of a deal are, by pair of agents, (0,1),
  /// (0,2), …, (1,2), …, the half points of the first less one a game; then, by pair, its luck.
  struct Half {
    std::int64_t deals = 0;
    std::vector<std::int64_t> sums;         ///< Of the numbers, over deals.
    std::vector<ratings::Int128> products;  ///< Of two of them, (0,0), (1,0), (1,1), …, over deals.
    bool operator==(const Half&) const = default;
  };
  /// Of the luck of an agent's own throws in a deal, against all rivals.
  struct Own {
    std::int64_t sum = 0;
    ratings::Int128 squares = 0;
    bool operator==(const Own&) const = default;
  };

  std::size_t seats = 0;
  std::int64_t games = 0;  ///< In each deal; 0: there is none.
  std::array<Half, 2> halves;
  std::vector<Own> own;  ///< By index in the line-up.

  /// Of no deals yet.
  explicit LuckSums(std::size_t agents);
  /// Other deals of the same line-up. Throws std::runtime_error where they have more or fewer
  /// games.
  void add(const LuckSums& more);
  [[nodiscard]] std::int64_t deals() const { return halves[0].deals + halves[1].deals; }
  bool operator==(const LuckSums&) const = default;
};

/// `lucks` are those of all games, in their order. Nothing if they are not are_alike().
[[nodiscard]] std::optional<LuckSums> sum_luck(std::span<const referee::play::DealResult> deals,
                                               std::span<const GameLuck> lucks, std::size_t agents);

/// Of deals of one line-up with as many games each, by the values of their rules; their luck is
/// computed for many games at a time. Throws std::runtime_error where a record is not legal.
[[nodiscard]] LuckSums luck_of(std::span<const referee::play::DealResult> deals,
                               const rules::RuleSet& rules, const SolvedGame& values);

/// The same where the line-up stands in another order: its agent i was agent order[i].
[[nodiscard]] LuckSums reordered(const LuckSums& sums, std::span<const std::size_t> order);

/// What sums stand on: the solved values, and the version of what the sums mean.
[[nodiscard]] std::string luck_basis(const SolvedGame& solved);

/// Few bytes.
[[nodiscard]] std::string encode_luck(const LuckSums& sums);
/// Nothing if they are none of so many agents.
[[nodiscard]] std::optional<LuckSums> decode_luck(std::string_view bytes, std::size_t agents);

}  // namespace danno::leagues::scores
