// Matches of two stated policies on real dice: how often 95 % intervals hold the exact difference,
// and how often the weaker one is said to be stronger.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "leagues/ratings/luck_sums.hpp"
#include "leagues/ratings/results.hpp"
#include "tests/property/mirrored_deals.hpp"
#include "tests/property/simulated_league.hpp"
#include "tests/property/simulated_tables.hpp"

namespace danno::leagues {

/// Deals of pairs, drawn from pools with repetition.
struct DrawnDeals {
  ratings::Results raw;
  std::vector<solver::Block> blocks;
  Chance& chance;

  /// Adds deals of two agents; returns the sums of their luck.
  ratings::LuckSums add(std::span<const solver::Block> pool, int deals, std::array<int, 2> players);
};

struct MatchRates {
  Rate raw;              ///< Intervals that hold the truth.
  Rate adjusted;         ///< Those with the luck taken out, or the raw ones where these tell more.
  Rate gate_raw;         ///< Those of a gate, from the same deals.
  Rate gate_adjusted;    ///< The same, as `adjusted`.
  Rate wrong;            ///< Verdicts that are for the weaker one; of equals, for anyone.
  double raw_width = 0;  ///< Mean half width, Elo; of the bounded ones.
  double adjusted_width = 0;
};

/// `matches` of `deals` each, from the pool; `truth` is the exact mean score, or that of the pool.
MatchRates simulate_matches(std::span<const solver::Block> pool, double truth, int deals,
                            int matches, std::uint64_t seed);

/// Matches that go on to 400 deals and are looked at after every 20.
struct AnyTimeRates {
  Rate raw;       ///< Whose interval of --more, where one is shown, ever left the truth out.
  Rate adjusted;  ///< The same with the luck taken out.
  /// The rate of pairs whose order a ladder decided wrongly at a share of the error of
  /// kShareOfPair; for equals: at all.
  Rate wrong_order;
};
inline constexpr double kShareOfPair = 0.001;
AnyTimeRates simulate_any_time(std::span<const solver::Block> pool, double truth, int matches,
                               std::uint64_t seed);

}  // namespace danno::leagues
