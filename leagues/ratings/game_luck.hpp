// The luck of stored games, pair by pair.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "referee/play/line_up.hpp"
#include "referee/record/record.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/luck.hpp"

namespace danno::leagues::ratings {

/// The luck of a game. own[a][b] is the sum of what the throws of agent a added to its chance to
/// finish above agent b; agents are indices in the line-up. Each sum has mean 0 whatever the
/// policies, if the dice are fair and unknown to the agents.
struct GameLuck {
  std::array<std::array<double, rules::kMaxSeats>, rules::kMaxSeats> own{};

  /// Returns Lambda of a against b.
  [[nodiscard]] double of_pair(std::size_t a, std::size_t b) const { return own[a][b] - own[b][a]; }
};

/// Computes the luck of many games; more games at a time cost less each.
class LuckOfGames {
 public:
  /// `rules` are the games'; `table` is for their game of two. Both must outlive the object.
  LuckOfGames(const solver::ValueTable& table, const rules::RuleSet& rules,
              int threads = referee::sandbox::usable_cores());

  /// Returns the luck of each game, computed on all threads. Throws std::runtime_error if a record
  /// is not legal.
  [[nodiscard]] std::vector<GameLuck> compute(
      std::span<const referee::record::GameRecord* const> games);

  /// Return a game's number of throws, each counted once for every rival, and how many of them are
  /// best computed at a time.
  [[nodiscard]] std::size_t count_throws(const referee::record::GameRecord& game) const;
  [[nodiscard]] std::size_t throws_at_a_time() const { return luck_.at_a_time(); }

 private:
  const rules::RuleSet& rules_;
  int threads_;
  solver::LuckOfThrows luck_;
};

/// Returns, by deal, what the dice gave an agent of the line-up against all others, in the mean of
/// its games.
[[nodiscard]] std::vector<double> luck_of_deals(LuckOfGames& luck,
                                                std::span<const referee::play::DealResult> deals,
                                                std::size_t agent);

}  // namespace danno::leagues::ratings
