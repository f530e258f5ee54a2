// Marks against closed forms.
#include "leagues/ratings/anchored_score.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

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

TEST(AnchoredScore, OfEqualDealsHasTheErrorOfTheModel) {
  // No deal differs from the expectation, so the information of sixty deals of one score is all.
  const AnchorCounts anchor{1000, {0, 60, 0}};
  const AnchoredScore score = score_against({&anchor, 1});
  EXPECT_NEAR(*score.elo, 1000, 1e-9);
  constexpr double kStudent = 2.0009953781;  // the 97.5 % point of 59 degrees of freedom
  EXPECT_NEAR(*score.elo_high - 1000, kStudent * kEloPerNat / std::sqrt(60 * 0.25), 1e-6);
}

TEST(AnchoredScore, OfTwoAnchorsAddsUpTheirDeals) {
  const std::array<AnchorCounts, 2> anchors{{{900, {4, 6, 10}}, {1100, {8, 4, 4}}}};
  const AnchoredScore score = score_against(anchors);
  double information = 0;
  double spread = 0;
  for (const AnchorCounts& anchor : anchors) {
    const double p = expected_score(*score.elo - anchor.elo);
    for (std::size_t k = 0; k < 3; ++k) {
      information += anchor.counts[k] * p * (1 - p);
      spread += anchor.counts[k] * std::pow(static_cast<double>(k) / 2 - p, 2);
    }
  }
  constexpr double kStudent = 2.0301079283;  // the 97.5 % point of 35 degrees of freedom
  EXPECT_NEAR(*score.elo_high - *score.elo,
              kStudent * kEloPerNat * std::sqrt(spread * 36 / 35) / information, 1e-6);
}

TEST(AnchoredScore, OfNothingButWinsIsBoundedByAllAnchorsTogether) {
  const std::array<AnchorCounts, 2> anchors{{{900, {0, 0, 0, 0, 5}}, {1100, {0, 0, 0, 0, 3}}}};
  const double bound = *score_against(anchors).elo_low;
  const double chance =
      std::pow(expected_score(bound - 900), 2 * 5) * std::pow(expected_score(bound - 1100), 2 * 3);
  EXPECT_NEAR(chance, 0.05, 1e-9);
  // A table of three has 13 scores, and six pairs of weight 3/4.
  AnchorCounts of_three{1000, std::vector<double>(13)};
  of_three.counts[0] = 4;
  EXPECT_NEAR(std::pow(expected_score(1000 - *score_against({&of_three, 1}).elo_high), 4 * 4.5),
              0.05, 1e-9);
}

}  // namespace
}  // namespace danno::leagues::ratings
