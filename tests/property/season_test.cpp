// The small version of tests/bench/season_simulation: fixed seeds, so these either hold or do not;
// the limits are nominal rates plus three standard errors of so many tries.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/simulated_season.hpp"

namespace danno::leagues {
namespace {

SeasonRates simulate(const SeasonDesign& design, int seasons) {
  return simulate_seasons(design, seasons, 1);
}

void expect_honest(const SeasonRates& rates) {
  EXPECT_LE(rates.erred, 0.05 + 3 * std::sqrt(0.05 * 0.95 / rates.seasons));
  EXPECT_GE(rates.coverage, 0.93);
  EXPECT_LE(rates.coverage, 0.97);
}

TEST(Season, CallsNothingDecidedThatIsWrong) { expect_honest(simulate({}, 120)); }

TEST(Season, OfEqualAgentsDecidesNothing) {
  const SeasonRates rates = simulate({.agents = 8, .spread = 1e-9, .deals = 3000}, 120);
  EXPECT_LE(rates.erred, 0.05);
  EXPECT_LE(rates.decided, 0.01);
}

TEST(Season, WithAgentsThatComeAndGoErrsNoMore) {
  expect_honest(simulate({.arrivals = 12, .deals = 6000}, 80));
}

TEST(Season, AtTablesOfFourErrsNoMore) { expect_honest(simulate({.seats = 4, .deals = 1500}, 80)); }

// The luck that is known is worth about what it is in koans.
TEST(Season, OfLuckAdjustedScoresErrsNoOftenerAndIsSooner) {
  const SeasonRates raw = simulate({.deals = 2000}, 80);
  const SeasonRates adjusted = simulate({.deals = 2000, .known_luck = 0.97}, 80);
  expect_honest(adjusted);
  constexpr std::size_t kPercent = 50;
  EXPECT_LT(2 * adjusted.deals_at[kPercent], raw.deals_at[kPercent]);
}

TEST(Season, WithAnAgentThatNeverWinsDecidesAllPairs) {
  const SeasonRates rates = simulate(
      {.agents = 10, .deals = 40'000, .gap = 40, .never_wins = true, .until_apart = true}, 20);
  EXPECT_LE(rates.erred, 0.05);
  EXPECT_DOUBLE_EQ(rates.decided, 1);
}

TEST(Season, DecidesAllPairsWithFewerDealsThanARoundRobin) {
  const SeasonDesign ladder{.agents = 10, .deals = 40'000, .gap = 40, .until_apart = true};
  SeasonDesign round_robin = ladder;
  round_robin.round_robin = true;
  constexpr std::size_t kPercent = 100;
  EXPECT_LT(simulate(ladder, 20).deals_at[kPercent],
            0.8 * simulate(round_robin, 20).deals_at[kPercent]);
}

}  // namespace
}  // namespace danno::leagues
