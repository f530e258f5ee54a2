// Matches of two stated policies on real dice: how often 95 % intervals hold the exact difference,
// and how often the weaker one is said to be stronger.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tests/property/mirrored_deals.hpp"

namespace danno::leagues {

struct MatchRates {
  double raw = 0;  ///< Share of raw intervals that hold the truth.
  double adjusted =
      0;             ///< Of those with the luck taken out, or the raw ones where these tell more.
  double wrong = 0;  ///< Share of verdicts that are for the weaker one; of equals, for anyone.
  double raw_width = 0;  ///< Mean half width, Elo; of the bounded ones.
  double adjusted_width = 0;
};

/// `matches` of `deals` each, whose deals are drawn from the pool with repetition; `truth` is the
/// exact mean score, or that of the pool.
MatchRates simulate_matches(std::span<const solver::Block> pool, double truth, int deals,
                            int matches, std::uint64_t seed);

}  // namespace danno::leagues
