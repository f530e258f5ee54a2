// Mirrored deals of two stated policies, played in process, with their luck: what luck adjustment
// is measured on.
#pragma once

#include <cstdint>

#include "referee/dice_stream.hpp"
#include "referee/solver/evaluator.hpp"
#include "referee/solver/policy.hpp"

namespace danno::solver {

/// A block: one deal in both seatings, seat 0 beginning. Scores of the first policy.
struct Block {
  double x = 0;     ///< Mean of both games: 0, ¼, ½, ¾, 1.
  double luck = 0;  ///< Mean Lambda of both.
  double x_of_one = 0;  ///< Of the first game alone, the policy in seat 0.
};

/// Takes the option of most points and banks from `points` on, or as soon as that wins; takes every
/// offer. With `fights`, in the last turns it rolls on until it is ahead.
enum class LastTurn : std::uint8_t { AsEver, Fights };
[[nodiscard]] Policy hold(const rules::RuleSet& rules, rules::Points points, LastTurn last_turn);

/// The option of most points; rolls while at least `dice` are left to roll, and in the last turns
/// until it is ahead.
[[nodiscard]] Policy roll_with(const rules::RuleSet& rules, int dice);

/// The exact best mean turn (`odds`), which in the last turns does what is likeliest to win.
[[nodiscard]] Policy odds_policy(const Odds& odds);

[[nodiscard]] Block play_block(Evaluator& evaluator, const Policy& policy, const Policy& other,
                               std::uint64_t seed, std::uint64_t deal);

/// The exact mean of Block::x.
[[nodiscard]] double mean_of_blocks(const rules::RuleSet& rules, const Policy& policy,
                                    const Policy& other);

}  // namespace danno::solver
