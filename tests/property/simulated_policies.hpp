// Seven policies from silly to optimal, and leagues of them on real dice: what the luck adjustment
// is measured on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/solver/evaluator.hpp"
#include "tests/property/mirrored_deals.hpp"
#include "tests/property/simulated_league.hpp"

namespace danno::leagues {

/// Deals of two policies. Their luck has mean 0: the pool is what is drawn from, and its mean score
/// is the truth.
struct PairPool {
  std::size_t first = 0;
  std::size_t second = 0;
  std::vector<solver::Block> blocks;
  double score = 0;  ///< Mean of the first.
};

struct Policies {
  std::vector<std::string> names;
  std::vector<PairPool> pairs;
};

/// never to roll again, at random, bank from 200 or 350 points, roll four dice or more, the best in
/// the mean, the optimal one: every pair, in so many deals. The last pair is at random against the
/// same.
[[nodiscard]] Policies play_policies(solver::Evaluator& evaluator, const solver::Odds& odds,
                                     int deals);

/// Round robins with so many deals for each pair of policies, raw and adjusted, as tables show
/// them.
struct AdjustedRates {
  LeagueRates raw;
  LeagueRates shown;      ///< Adjusted, or raw where that tells more.
  double bias = 0;        ///< The largest mean error of an agent's adjusted rating, Elo.
  double bias_error = 0;  ///< Its standard error.
  double fewer = 0;       ///< Variance of the raw ratings over that of the adjusted ones, summed.
};
[[nodiscard]] AdjustedRates simulate_adjusted_leagues(const Policies& policies, int deals,
                                                      int leagues, std::uint64_t seed);

}  // namespace danno::leagues
