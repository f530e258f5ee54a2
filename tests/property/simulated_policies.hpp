// Seven policies from silly to optimal, and leagues of them on real dice: what the luck adjustment
// is measured on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/solver/evaluator.hpp"
#include "tests/property/adjusted_rates.hpp"
#include "tests/property/mirrored_deals.hpp"

namespace danno::leagues {

/// Deals of two policies. Their luck has mean 0: the pool is what is drawn from, and its mean score
/// is the truth.
struct PairPool {
  std::string name;  ///< "bank200, bank350".
  std::size_t first = 0;
  std::size_t second = 0;
  std::vector<solver::Block> blocks;
  double score = 0;  ///< Mean of the first.

  /// Whether neither is better: the mean score is exactly one half.
  [[nodiscard]] bool is_equal() const { return first == second; }
};

struct Policies {
  std::vector<std::string> names;
  std::vector<PairPool> pairs;
};

/// Which policies play.
enum class Pool {
  All,
  Skilled,  ///< Without never and random, whose games are very long in official and tyghe.
};

/// never to roll again, at random, bank from 200 or 350 points (a third or half of a low target),
/// roll four dice or more, the best in the mean, the optimal one: every pair, in so many deals, but
/// for two that always come out even. Then come pairs of equals: the deals of two policies, each
/// also with the two exchanged.
[[nodiscard]] Policies play_policies(solver::Evaluator& evaluator, const solver::Odds& odds,
                                     int deals, Pool pool = Pool::All);

/// Round robins with so many deals for each pair of policies.
[[nodiscard]] AdjustedRates simulate_adjusted_leagues(const Policies& policies, int deals,
                                                      int leagues, std::uint64_t seed);

}  // namespace danno::leagues
