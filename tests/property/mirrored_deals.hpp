// Mirrored deals of two stated policies, played in process, with their luck: what the adjustment is
// measured on.
#pragma once

#include <cstdint>

#include "referee/solver/evaluator.hpp"
#include "tests/property/policy.hpp"

namespace danno::solver {

/// Takes the option of most points and banks from `points` on, or as soon as it may; takes every
/// offer.
[[nodiscard]] Policy hold(rules::Points points);

/// Any legal decision, each as likely.
[[nodiscard]] Policy at_random(std::uint64_t seed);

/// Rolls while at least `dice` are left to roll, or the bank would record nothing.
[[nodiscard]] Policy roll_with(const rules::RuleSet& rules, int dice);

/// `policy`, but in the last turns it rolls on until it is ahead of all.
[[nodiscard]] Policy fighting(Policy policy);

/// The exact policies of `odds` and of the solved game.
[[nodiscard]] Policy mean_best(const Odds& odds);
[[nodiscard]] Policy best(Evaluator& evaluator);

/// Carries out a decision in phase Choose or Offer; `options` are empty for an offer.
void apply(const rules::RuleSet& rules, rules::Position& position, const rules::Options& options,
           const Judgement& judgement);

/// One deal in both seatings, seat 0 beginning; of the first policy, means of the two games.
struct Block {
  double score = 0;  ///< 0, ¼, ½, ¾, 1.
  double luck = 0;   ///< Lambda.
};

[[nodiscard]] Block play_block(Evaluator& evaluator, const Policy& policy, const Policy& other,
                               std::uint64_t seed, std::uint64_t deal);

/// The first policy's exact winning chances when it begins and when the other does.
struct ExactChances {
  double first = 0;
  double second = 0;

  /// Returns the mean of Block::score.
  [[nodiscard]] double mean() const { return (first + second) / 2; }
  /// The variance of the mean of two independent games, one in each seat.
  [[nodiscard]] double independent_variance() const {
    return (first * (1 - first) + second * (1 - second)) / 4;
  }
};
[[nodiscard]] ExactChances exact_chances(const rules::RuleSet& rules, const Policy& policy,
                                         const Policy& other);

/// Sums over blocks; exact means of nothing are known here.
struct BlockSums {
  double blocks = 0, score = 0, luck = 0, score_squared = 0, luck_squared = 0, product = 0;

  void add(const Block& block);
  [[nodiscard]] double beta() const;  ///< The least-squares slope.
  [[nodiscard]] double mean(double with_beta) const;
  [[nodiscard]] double variance(double with_beta) const;  ///< Of score - beta * luck.
};

}  // namespace danno::solver
