// Quantiles that hold at all times at once.
#include "leagues/ratings/intervals.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace danno::leagues::ratings {
namespace {

TEST(AnytimeQuantile, IsWiderThanOneLookAndNarrowestWhereItIsTuned) {
  const double at_its_best = anytime_quantile(kAnytimeTunedAt, 0.05);
  EXPECT_GT(at_its_best, 1.96);
  EXPECT_LT(at_its_best, 3.1);
  EXPECT_GT(anytime_quantile(100, 0.05), at_its_best);
  EXPECT_GT(anytime_quantile(1, 0.05), at_its_best);
  EXPECT_GT(anytime_quantile(kAnytimeTunedAt, 0.001), at_its_best);
}

TEST(AnytimeQuantile, OfFewDealsIsWider) {
  for (const double se : {1.0, 15.0, 100.0}) {
    const double of_many = anytime_quantile(se, 0.05);
    EXPECT_EQ(anytime_quantile(se, 0.05, 201), of_many);
    EXPECT_GT(anytime_quantile(se, 0.05, 200), of_many);
    EXPECT_GT(anytime_quantile(se, 0.05, 20), anytime_quantile(se, 0.05, 200));
  }
}

/// Very unequal agents have errors of thousands of Elo; the tails of the laws end before.
TEST(AnytimeQuantile, OfAHugeErrorIsWideAndFinite) {
  for (const double se : {1e3, 1e5, 1e8}) {
    for (const int deals : {2, 20, 200}) {
      const double quantile = anytime_quantile(se, 1e-6, deals);
      EXPECT_TRUE(std::isfinite(quantile)) << se << ' ' << deals;
      EXPECT_GE(quantile, anytime_quantile(se, 1e-6)) << se << ' ' << deals;
    }
  }
}

TEST(LogEValue, OfALossInEveryDealDoublesWithAlmostEach) {
  for (const int deals : {1, 5, 20, 1000})
    EXPECT_NEAR(
        log_e_value(deals, 0),
        (deals + 1) * std::log(2.0) + std::log1p(-std::exp2(-deals - 1)) - std::log(deals + 1.0),
        1e-9);
}

TEST(LogEValue, HasTheMeanOneOfEqualAgents) {
  constexpr int kDeals = 30;
  double mean = 0;
  for (int points = 0; points <= kDeals; ++points) {
    const double chance = std::exp(std::lgamma(kDeals + 1.0) - std::lgamma(points + 1.0) -
                                   std::lgamma(kDeals - points + 1.0) - kDeals * std::log(2.0));
    mean += chance * std::exp(log_e_value(kDeals, points));
  }
  EXPECT_NEAR(mean, 1, 1e-9);
}

TEST(LogEValue, OfOneWhoWinsIsNone) {
  EXPECT_LT(log_e_value(30, 15), 0);
  EXPECT_LT(log_e_value(3000, 2900), -5);
}

}  // namespace
}  // namespace danno::leagues::ratings
