// The exact sums of some deals of one line-up and of the luck in their games. A luck-adjusted table
// needs nothing else of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/ratings/results.hpp"
#include "referee/play/deal_result.hpp"

namespace danno::leagues::ratings {

/// The luck of a game. own[a][b] is the sum of what the throws of agent a added to its chance to
/// finish above agent b; agents are indices in the line-up. Each sum has mean 0 whatever the
/// policies, if the dice are fair and unknown to the agents.
struct GameLuck {
  std::array<std::array<double, rules::kMaxSeats>, rules::kMaxSeats> own{};

  /// Returns Lambda of a against b.
  [[nodiscard]] double of_pair(std::size_t a, std::size_t b) const { return own[a][b] - own[b][a]; }
};

/// Sums of results and luck. Luck is in units of ratings::kPairWin, rounded for every agent, rival
/// and game, so that sums are equal to the bit however deals are combined.
struct LuckSums {
  /// Sums over deals of even or of odd index. The numbers of a deal are, by pair of agents (0,1),
  /// (0,2), …, (1,2), …, the half points of the first minus one per game; then, by pair, its luck.
  struct Half {
    std::int64_t deals = 0;
    std::vector<std::int64_t> sums;  ///< Sums of the numbers.
    /// Sums of products of two of them: (0,0), (1,0), (1,1), …
    std::vector<Int128> products;
    bool operator==(const Half&) const = default;
  };
  /// Sums of the luck of an agent's own throws in a deal, against all rivals.
  struct Own {
    std::int64_t sum = 0;
    Int128 squares = 0;
    bool operator==(const Own&) const = default;
  };

  std::size_t seats = 0;
  std::int64_t games = 0;  ///< The number of games in each deal; 0 if there are no deals.
  std::array<Half, 2> halves;
  std::vector<Own> own;  ///< Indexed as in the line-up.

  /// Makes the sums of no deals.
  explicit LuckSums(std::size_t agents);
  /// Adds deals of the same line-up. Throws std::runtime_error if they have more or fewer games.
  void add(const LuckSums& more);
  [[nodiscard]] std::int64_t deals() const { return halves[0].deals + halves[1].deals; }
  bool operator==(const LuckSums&) const = default;
};

/// Returns the sums; `lucks` are those of all games, in their order. Returns nullopt if the deals
/// are not are_alike().
[[nodiscard]] std::optional<LuckSums> sum_luck(std::span<const referee::play::DealResult> deals,
                                               std::span<const GameLuck> lucks, std::size_t agents);

/// Encodes the sums in few bytes.
[[nodiscard]] std::string encode_luck(const LuckSums& sums);
/// Decodes sums; nullopt if the bytes are not sums for `agents` agents.
[[nodiscard]] std::optional<LuckSums> decode_luck(std::string_view bytes, std::size_t agents);

}  // namespace danno::leagues::ratings
