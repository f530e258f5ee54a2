// The sequential test against published rows of fishtest and fastchess, and by symmetry.
#include "leagues/ratings/sprt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace danno::leagues::ratings {
namespace {

struct Row {
  std::vector<double> counts;
  double elo0;
  double elo1;
  double llr;
};

// Rows of fastchess, app/tests/sprt_test.cpp at e633d954: printed to two digits.
TEST(SequentialTest, AgreesWithRowsOfFastchess) {
  const std::array<Row, 4> logistic{{{{21184, 40708, 21404}, 0.5, 2.5, -1.57},
                                     {{57030, 106593, 57433}, 0, 2, -2.59},
                                     {{223, 9863, 21279, 10037, 246}, 0.5, 2.5, -3.07},
                                     {{871, 26175, 55983, 26678, 821}, 0, 2, -4.98}}};
  for (const Row& row : logistic) {
    EXPECT_NEAR(llr_of_counts(row.counts, row.elo0, row.elo1), row.llr, 0.005);
  }
}

// The raw statistics of a test on another server of fishtest's, montytest.muzhen.org, tests/stats/
// 69d3c8dc7c5b3724e29d2712: "Elo -43.6578", "Normalized Elo -63.97".
TEST(SequentialTest, AgreesWithAPublishedPageOfRawStatistics) {
  const std::array<double, 5> counts{13, 37, 50, 25, 3};
  EXPECT_NEAR(estimate_of_counts(counts).elo.value(), -43.6578, 5e-5);
  EXPECT_NEAR(estimate_of_counts(counts).nelo.value(), -63.97, 5e-3);
}

// "Elo: 1.35 +-1.2 (95%) LOS: 98.6% … nElo: 3.13 +-2.8", pull request 4160 of Stockfish; "Elo:
// 277.00 +/- 40.90, nElo: 345.17", a match of fastchess, chess.stackexchange.com/questions/45881;
// "Elo: -168.40 +/- 73.37", Disservin/fastchess issue 807.
TEST(SequentialTest, StrengthsAgreeWithPublishedRows) {
  const MatchEstimate fishtest =
      estimate_of_counts(std::array<double, 5>{39, 5335, 18992, 5622, 12});
  EXPECT_NEAR(fishtest.elo.value(), 1.35, 0.005);
  EXPECT_NEAR(*fishtest.elo_error, 1.2, 0.05);
  EXPECT_NEAR(fishtest.los, 0.986, 0.0005);
  EXPECT_NEAR(fishtest.nelo.value(), 3.13, 0.005);
  const MatchEstimate clear = estimate_of_counts(std::array<double, 5>{4, 3, 34, 42, 117});
  EXPECT_NEAR(clear.elo.value(), 277.00, 0.005);
  // Published with the normal law; ours is Student's.
  EXPECT_NEAR(*clear.elo_error * 1.95996 / 1.97196, 40.90, 0.005);
  EXPECT_NEAR(clear.nelo.value(), 345.17, 0.005);
  const MatchEstimate lost = estimate_of_counts(std::array<double, 5>{30, 6, 18, 0, 6});
  EXPECT_NEAR(lost.elo.value(), -168.40, 0.005);
  EXPECT_NEAR(*lost.elo_error * 1.95996 / 2.00100, 73.37, 0.1);
}

// Counts of a test of Stockfish that passed <-1.75,0.25> (fishtest's wiki, Creating my first test);
// the formulas written out.
TEST(SequentialTest, EloAndLosAreThoseOfTheScore) {
  const std::array<double, 3> counts{10021, 17753, 10234};
  const MatchEstimate estimate = estimate_of_counts(counts);
  const double score = (10234 + 17753 / 2.0) / 38008;
  EXPECT_NEAR(estimate.elo.value(), -400 * std::log10(1 / score - 1), 1e-9);
  const double variance =
      (10021 * score * score + 17753 * std::pow(0.5 - score, 2) + 10234 * std::pow(1 - score, 2)) /
      38008;
  EXPECT_NEAR(estimate.nelo.value(), (score - 0.5) / std::sqrt(variance) * 800 / std::log(10),
              1e-9);
  EXPECT_NEAR(estimate.los, 0.5 * std::erfc(-(score - 0.5) / std::sqrt(2 * variance / 38008)),
              1e-12);
}

// The values come from fishtest's own formulas, in double precision
// (server/fishtest/stats/LLRcalc.py at 0753fcc6). They were written again in Python with a
// bisection for the root: LLR_logistic(-3, 1, [10789, …]).
TEST(SequentialTest, AgreesWithFishtestToNineDigits) {
  EXPECT_NEAR(llr_of_counts(std::array<double, 5>{10789, 19328, 33806, 19402, 10543}, -3, 1),
              2.131067811785, 1e-9);
  EXPECT_NEAR(llr_of_counts(std::array<double, 5>{0, 0, 50, 1, 0}, 0, 10), -0.391161964432, 1e-9);
  EXPECT_NEAR(llr_of_counts(std::array<double, 5>{0, 0, 0, 0, 104}, 0, 5), 1.485939568525, 1e-9);
}

TEST(SequentialTest, ChangesSignWhenSidesAreSwapped) {
  std::vector<double> counts{3, 17, 40, 22, 5};
  const double llr = llr_of_counts(counts, -5, 5);
  std::ranges::reverse(counts);
  EXPECT_NEAR(llr_of_counts(counts, -5, 5), -llr, 1e-12);
}

TEST(SequentialTest, OfRealScoresEqualsThatOfCounts) {
  const std::array<double, 5> counts{8, 20, 36, 28, 12};
  std::vector<double> scores;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    scores.insert(scores.end(), static_cast<std::size_t>(counts[k]), static_cast<double>(k) / 4);
  }
  EXPECT_NEAR(llr_of_scores(scores, 0, 20), llr_of_counts(counts, 0, 20), 1e-10);
}

TEST(SequentialTest, OfRealScoresWaitsForEnough) {
  std::vector<double> scores(kFewestScores - 1, 0.6);
  EXPECT_EQ(llr_of_scores({}, 0, 10), 0);
  scores.front() = 0.4;
  EXPECT_EQ(llr_of_scores(scores, 0, 10), 0);  // One too few.
  scores.push_back(0.7);
  EXPECT_GT(llr_of_scores(scores, 0, 10), 0);
}

TEST(SequentialTest, OfRealScoresDecidesWhereAllAreOnOneSide) {
  const StoppingBounds bounds = stopping_bounds(0.05, 0.05);
  std::vector<double> better;
  std::vector<double> worse;
  for (int i = 0; i < 500; ++i) {
    better.push_back(0.6 + 0.001 * (i % 100));
    worse.push_back(1 - better.back());
  }
  EXPECT_EQ(verdict(llr_of_scores(better, 0, 10), bounds), Verdict::H1);
  EXPECT_EQ(verdict(llr_of_scores(worse, 0, 10), bounds), Verdict::H0);
  // The candidate is the baseline: as with counts.
  const std::vector<double> same(2000, 0.5);
  EXPECT_EQ(verdict(llr_of_scores(same, 0, 10), bounds), Verdict::H0);
}

TEST(SequentialTest, IsTheBinomialRatioForTwoOutcomes) {
  const double s0 = score_of_elo(0);
  const double s1 = score_of_elo(30);
  const double expected = 60 * std::log(s1 / s0) + 40 * std::log((1 - s1) / (1 - s0));
  EXPECT_NEAR(llr_of_counts(std::array<double, 2>{40, 60}, 0, 30), expected, 1e-10);
}

TEST(SequentialTest, StopsAtWaldsBounds) {
  const StoppingBounds bounds = stopping_bounds(0.05, 0.05);
  EXPECT_NEAR(bounds.upper, 2.944438979166, 1e-12);  // ln 19
  EXPECT_NEAR(bounds.lower, -2.944438979166, 1e-12);
  EXPECT_EQ(verdict(2.95, bounds), Verdict::H1);
  EXPECT_EQ(verdict(-2.95, bounds), Verdict::H0);
  EXPECT_EQ(verdict(0, bounds), Verdict::Continue);
}

TEST(SequentialTest, SaysWhereAnIntervalIsUnbounded) {
  EXPECT_FALSE(estimate_of_counts(std::array<double, 3>{1, 0, 1}).elo_error.has_value());
  EXPECT_TRUE(estimate_of_counts(std::array<double, 3>{30, 40, 35}).elo_error.has_value());
}

TEST(SequentialTest, BoundsAPerfectScoreOnOneSide) {
  const MatchEstimate won = estimate_of_counts(std::array<double, 3>{0, 0, 10});
  EXPECT_FALSE(won.elo);
  EXPECT_FALSE(won.elo_high);
  EXPECT_FALSE(won.elo_error);
  EXPECT_FALSE(won.nelo);
  // Ten games won in a row have probability 0.05 where p = 0.05^(1/10).
  const double p = std::pow(0.05, 0.1);
  EXPECT_NEAR(won.elo_low.value(), 400 * std::log10(p / (1 - p)), 1e-9);
  const MatchEstimate lost = estimate_of_counts(std::array<double, 3>{10, 0, 0});
  EXPECT_FALSE(lost.elo_low);
  EXPECT_NEAR(lost.elo_high.value(), -won.elo_low.value(), 1e-9);
}

TEST(SequentialTest, GivesOneBlockNoInterval) {
  for (const std::array<double, 3>& counts :
       {std::array<double, 3>{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}) {
    const MatchEstimate estimate = estimate_of_counts(counts);
    EXPECT_FALSE(estimate.elo_low);
    EXPECT_FALSE(estimate.elo_high);
  }
}

// A bot that never banks: with the luck taken out its mean may leave the unit interval.
TEST(SequentialTest, HasNoEloForAMeanThatNoStrengthHas) {
  const MatchEstimate below = estimate_of_scores(std::array{-0.2, -0.1, 0.05}, 2);
  EXPECT_FALSE(below.elo);
  EXPECT_FALSE(below.elo_low);
  EXPECT_TRUE(std::isfinite(below.los));
  const MatchEstimate above = estimate_of_scores(std::array{1.2, 1.1, 0.95, 0.4}, 2);
  EXPECT_FALSE(above.elo_high);
  const MatchEstimate same = estimate_of_scores(std::array{0.5, 0.5, 0.5}, 2);
  EXPECT_EQ(same.los, 0.5);
  EXPECT_FALSE(same.nelo);
}

/// Scores of a given mean and a variance of ¼.
MatchEstimate estimate_at(double elo) {
  MatchEstimate estimate;
  estimate.elo = elo;
  estimate.variance = 0.25;
  return estimate;
}

// Wald's lengths at the bounds and between them: docs/statistics.md.
TEST(BlocksToCome, AreWaldsMeanLength) {
  const StoppingBounds bounds = stopping_bounds(0.05, 0.05);
  EXPECT_NEAR(blocks_to_come(estimate_at(0), 0, bounds, 0, 10).value(), 6401, 10);
  EXPECT_NEAR(blocks_to_come(estimate_at(10), 0, bounds, 0, 10).value(), 6401, 10);
  EXPECT_NEAR(blocks_to_come(estimate_at(5), 0, bounds, 0, 10).value(), 1.64 * 6401, 50);
  EXPECT_NEAR(blocks_to_come(estimate_at(10), bounds.upper, bounds, 0, 10).value(), 0, 1e-9);
  EXPECT_LT(blocks_to_come(estimate_at(10), 2, bounds, 0, 10).value(),
            blocks_to_come(estimate_at(10), -2, bounds, 0, 10).value());
}

TEST(BlocksToCome, AreTheSameForTheOtherSide) {
  const StoppingBounds bounds = stopping_bounds(0.05, 0.05);
  const double falling = blocks_to_come(estimate_at(-8), 1, bounds, -5, 5).value();
  EXPECT_NEAR(falling, blocks_to_come(estimate_at(8), -1, bounds, -5, 5).value(), 1e-6);
  EXPECT_GT(falling, blocks_to_come(estimate_at(8), 1, bounds, -5, 5).value());
}

TEST(BlocksToCome, AreUnknownWithoutSpread) {
  MatchEstimate same = estimate_at(0);
  same.variance = 0;
  EXPECT_FALSE(blocks_to_come(same, 0, stopping_bounds(0.05, 0.05), 0, 10));
}

}  // namespace
}  // namespace danno::leagues::ratings
