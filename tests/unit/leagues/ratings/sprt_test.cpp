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
  // A score that is just a hypothesis is on neither side of it.
  std::replace_if(
      better.begin(), better.end(), [](double score) { return score < 0.65; }, 0.5);
  EXPECT_EQ(verdict(llr_of_scores(better, 0, 10), bounds), Verdict::H1);
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

TEST(SequentialTest, WeighsTheGamesOfALargerTable) {
  EXPECT_DOUBLE_EQ(weighted_games(3), 1);
  EXPECT_DOUBLE_EQ(weighted_games(4), 1.5);
  EXPECT_DOUBLE_EQ(weighted_games(5), 2);              // two seats: 2 pairs · 3/3
  EXPECT_DOUBLE_EQ(weighted_games(13), 6 * 3 / 4.0);   // three seats
  EXPECT_DOUBLE_EQ(weighted_games(25), 12 * 3 / 5.0);  // four seats
}

TEST(SequentialTest, StopsAtTheBoundsThemselves) {
  const StoppingBounds bounds = stopping_bounds(0.02, 0.1);
  EXPECT_NEAR(bounds.upper, std::log(0.9 / 0.02), 1e-12);
  EXPECT_NEAR(bounds.lower, std::log(0.1 / 0.98), 1e-12);
  EXPECT_EQ(verdict(bounds.upper, bounds), Verdict::H1);
  EXPECT_EQ(verdict(bounds.lower, bounds), Verdict::H0);
}

TEST(SequentialTest, HasTheSpreadOfIndependentGamesIfAllBlocksHadOneScore) {
  // Sixteen deals of two games, each with three of four half points.
  const MatchEstimate estimate = estimate_of_counts(std::array<double, 5>{0, 0, 0, 16, 0});
  // Four empty cells count 1e-3 each.
  const double number = 16.004;
  const double mean = (16 * 0.75 + 1e-3 * (0.25 + 0.5 + 1)) / number;
  const double variance =
      (16 * std::pow(0.75 - mean, 2) + 1e-3 * (mean * mean + std::pow(0.25 - mean, 2) +
                                               std::pow(0.5 - mean, 2) + std::pow(1 - mean, 2))) /
      number;
  const double error = std::sqrt((variance + 0.75 * 0.25 / 2) / number);
  const auto elo = [](double score) { return 400 * std::log10(score / (1 - score)); };
  constexpr double kStudent = 2.1314495456;  // the 97.5 % point of 15 degrees of freedom
  EXPECT_NEAR(estimate.elo.value(), elo(mean), 1e-9);
  EXPECT_NEAR(estimate.elo_low.value(), elo(mean - kStudent * error), 1e-6);
  EXPECT_NEAR(estimate.elo_high.value(), elo(mean + kStudent * error), 1e-6);
  EXPECT_NEAR(estimate.elo_error.value(), (*estimate.elo_high - *estimate.elo_low) / 2, 1e-9);
  EXPECT_NEAR(estimate.variance, variance, 1e-12);
}

TEST(SequentialTest, OfRealScoresCountsOneMoreBlockWithAMistake) {
  const std::array<double, 4> scores{0.4, 0.5, 0.6, 0.7};
  const MatchEstimate estimate = estimate_of_scores(scores, 2);
  const double variance = 0.05 / 4;
  const double error = std::sqrt((variance + 1 / 64.0 / 4) / 4);
  constexpr double kStudent = 3.1824463053;  // the 97.5 % point of three degrees of freedom
  const auto elo = [](double score) { return 400 * std::log10(score / (1 - score)); };
  EXPECT_NEAR(estimate.elo.value(), elo(0.55), 1e-9);
  EXPECT_NEAR(estimate.elo_low.value(), elo(0.55 - kStudent * error), 1e-6);
  EXPECT_NEAR(estimate.elo_high.value(), elo(0.55 + kStudent * error), 1e-6);
  EXPECT_NEAR(estimate.nelo.value(), 0.05 / std::sqrt(2 * variance) * 800 / std::log(10), 1e-9);
}

TEST(SequentialTest, OfOneSidedScoresCountsBothEndsAsAlmostEmpty) {
  // Two scores, with 1e-3 at 0 and at 1: the same as counts in cells of a quarter.
  for (const double one : {0.75, 0.25}) {
    const std::vector<double> scores(200, one);
    const double llr = llr_of_scores(scores, 0, 10);
    // λ solves Σ w v/(1 + λv) = 0; the loss is Σ w ln(1 + λv). It is found by bisection here.
    const auto loss = [&](double hypothesis) {
      const std::array<double, 3> values{-hypothesis, one - hypothesis, 1 - hypothesis};
      const std::array<double, 3> weights{1e-3, 200, 1e-3};
      double low = -1 / values[2];
      double high = -1 / values[0];
      for (int step = 0; step < 200; ++step) {
        const double middle = (low + high) / 2;
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k)
          sum += weights[k] * values[k] / (1 + middle * values[k]);
        (sum > 0 ? low : high) = middle;
      }
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k)
        sum += weights[k] * std::log1p(low * values[k]);
      return sum * 200 / 200.002;
    };
    EXPECT_NEAR(llr, loss(0.5) - loss(score_of_elo(10)), 1e-6 * std::abs(llr));
  }
}

MatchEstimate estimate_with_error(std::optional<double> error) {
  MatchEstimate estimate;
  estimate.elo_error = error;
  return estimate;
}

TEST(TighterMatchEstimate, IsTheAdjustedOneUnlessItIsWiderOrUnbounded) {
  const MatchEstimate raw = estimate_with_error(10);
  const MatchEstimate as_wide = estimate_with_error(10);
  const MatchEstimate wider = estimate_with_error(11);
  const MatchEstimate open = estimate_with_error({});
  EXPECT_EQ(&tighter_estimate(raw, as_wide), &as_wide);
  EXPECT_EQ(&tighter_estimate(raw, wider), &raw);
  EXPECT_EQ(&tighter_estimate(raw, open), &raw);
  EXPECT_EQ(&tighter_estimate(open, raw), &open);
}

TEST(BlocksToCome, AreThoseOfARandomWalkWithDrift) {
  // A Brownian motion with drift m and variance v per block from x between l and u: it ends above
  // with probability (1 - e^(-k(x-l)))/(1 - e^(-k(u-l))), k = 2m/v, after the mean way over m.
  const double score0 = score_of_elo(-5);
  const double score1 = score_of_elo(15);
  const double scale = (score1 - score0) / 0.25;
  const double spread = scale * (score1 - score0);
  constexpr StoppingBounds kBounds{-2, 3};
  for (const double elo : {12.0, -9.0}) {
    const double drift = scale * (score_of_elo(elo) - (score0 + score1) / 2);
    const double k = 2 * drift / spread;
    const double above = (1 - std::exp(-k * (1 + 2))) / (1 - std::exp(-k * (3 + 2)));
    const double expected = (above * (3 - 1) - (1 - above) * (1 + 2)) / drift;
    EXPECT_NEAR(blocks_to_come(estimate_at(elo), 1, kBounds, -5, 15).value(), expected,
                1e-6 * expected);
  }
  MatchEstimate unknown = estimate_at(0);
  unknown.elo.reset();
  EXPECT_FALSE(blocks_to_come(unknown, 0, kBounds, -5, 15));
}

}  // namespace
}  // namespace danno::leagues::ratings
