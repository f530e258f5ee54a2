// The luck of stored games, pair by pair.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "referee/record/record.hpp"
#include "referee/solver/luck_of_throws.hpp"

namespace danno::leagues::scores {

/// own[a][b]: what the throws of agent a added to its chance to end above agent b, summed; agents
/// are indices in the line-up. Each sum has mean 0, whatever the policies, if the dice are fair and
/// unknown to the agents.
struct GameLuck {
  std::array<std::array<double, rules::kMaxSeats>, rules::kMaxSeats> own{};

  /// Lambda of a against b.
  [[nodiscard]] double of_pair(std::size_t a, std::size_t b) const { return own[a][b] - own[b][a]; }
};

/// The luck of many games: the more of them at a time, the less each costs.
class LuckOfGames {
 public:
  /// `rules` are those that the games were played under, the table's are their game of two. Both
  /// must outlive it.
  LuckOfGames(const solver::ValueTable& table, const rules::RuleSet& rules);

  /// By game, on all cores. Throws std::runtime_error where a record is not legal.
  [[nodiscard]] std::vector<GameLuck> compute(
      std::span<const referee::record::GameRecord* const> games);

  /// A game's throws, or somewhat more; and how many are best computed at a time.
  [[nodiscard]] std::size_t throws_of(const referee::record::GameRecord& game) const;
  [[nodiscard]] std::size_t throws_at_a_time() const { return luck_.at_a_time(); }

 private:
  const rules::RuleSet& rules_;
  int threads_;
  solver::LuckOfThrows luck_;
};

}  // namespace danno::leagues::scores
