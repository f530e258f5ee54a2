// Marks against closed forms.
#include "leagues/ratings/anchored_score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {
namespace {

TEST(AnchoredScore, AgainstOneAnchorIsTheLogOddsOfTheScore) {
  const AnchorCounts anchor{1000, {100, 0, 200, 0, 300}};  // two thirds
  const AnchoredScore score = score_against({&anchor, 1});
  EXPECT_NEAR(*score.elo, 1000 + 400 * std::log10(2.0), 1e-9);
  // Σ(x-p)² = 100·4/9 + 200/36 + 300/9, H = 600·2/9, HC0 times 600/599.
  const double spread = 100 * 4.0 / 9 + 200 / 36.0 + 300 / 9.0;
  const double error = std::sqrt(spread * 600 / 599) / (600 * 2.0 / 9);
  EXPECT_NEAR(*score.elo_high - *score.elo, 1.959963984540054 * kEloPerNat * error, 1e-9);
  EXPECT_NEAR(*score.elo - *score.elo_low, *score.elo_high - *score.elo, 1e-9);
}

TEST(AnchoredScore, AgainstSeveralIsWhereTheExpectedScoreIsTheOneSeen) {
  const std::array<AnchorCounts, 2> anchors{
      {{900, {10, 0, 20, 0, 50}}, {1100, {30, 0, 20, 0, 30}}}};
  const double elo = *score_against(anchors).elo;
  const auto chance = [&](double anchor) { return 1 / (1 + std::pow(10, (anchor - elo) / 400)); };
  EXPECT_NEAR(80 * chance(900) + 80 * chance(1100), 10 + 50 + 10 + 30, 1e-9);
}

TEST(AnchoredScore, OfNothingButWinsHasALowerBoundOnly) {
  const AnchorCounts anchor{1000, {0, 0, 0, 0, 20}};
  const AnchoredScore score = score_against({&anchor, 1});
  EXPECT_FALSE(score.elo);
  EXPECT_FALSE(score.elo_high);
  const double p = std::pow(0.05, 1.0 / 40);  // twenty deals of two games
  EXPECT_NEAR(*score.elo_low, 1000 + 400 * std::log10(p / (1 - p)), 1e-6);
  const AnchorCounts lost{1000, {20, 0, 0, 0, 0}};
  EXPECT_NEAR(*score_against({&lost, 1}).elo_high, 2000 - *score.elo_low, 1e-6);
}

TEST(AnchoredScore, OfOneDealHasNoInterval) {
  for (std::size_t won = 0; won <= 4; ++won) {
    AnchorCounts anchor{1000, std::vector<double>(5)};
    anchor.counts[won] = 1;
    const AnchoredScore score = score_against({&anchor, 1});
    EXPECT_EQ(score.elo.has_value(), won > 0 && won < 4);
    EXPECT_FALSE(score.elo_low);
    EXPECT_FALSE(score.elo_high);
  }
}

}  // namespace
}  // namespace danno::leagues::ratings
