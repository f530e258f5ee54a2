// The luck of a stored game, pair by pair.
#pragma once

#include <array>

#include "referee/record/record.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::leagues::scores {

/// own[a][b]: what the throws of agent a added to its chance to end above agent b, summed; agents
/// are indices in the line-up. Each sum has mean 0, whatever the policies, if the dice are fair and
/// unknown to the agents.
struct GameLuck {
  std::array<std::array<double, rules::kMaxSeats>, rules::kMaxSeats> own{};

  /// Lambda of a against b.
  [[nodiscard]] double of_pair(std::size_t a, std::size_t b) const { return own[a][b] - own[b][a]; }
};

/// `rules` are those that the game was played under, the evaluator's are their game of two. Throws
/// std::runtime_error where the record is not legal.
[[nodiscard]] GameLuck game_luck(solver::Evaluator& evaluator, const rules::RuleSet& rules,
                                 const referee::record::GameRecord& record);

}  // namespace danno::leagues::scores
