// The figures of one match.
#include "leagues/ratings/match_rating.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "leagues/ratings/intervals.hpp"
#include "tests/unit/leagues/ratings/written_games.hpp"

namespace danno::leagues::ratings {
namespace {

TEST(MatchRating, OfTwoIsTheirDifference) {
  const Results results = read(won("a", "b", 30) + won("b", "a", 20));
  const Ratings ratings = fit(results);
  const std::vector<MatchRating> rated = rate_match(results);
  ASSERT_EQ(rated.size(), 2U);
  const double elo = ratings.agents[0].elo - ratings.agents[1].elo;
  const double half = interval_quantile(0.95, 50) * difference(ratings, 0, 1)->se;
  EXPECT_NEAR(rated[0].elo, elo, 1e-9);
  EXPECT_NEAR(*rated[0].low, elo - half, 1e-6);
  EXPECT_NEAR(*rated[0].high, elo + half, 1e-6);
  EXPECT_NEAR(rated[1].elo, -elo, 1e-9);
  EXPECT_NEAR(*rated[1].high, half - elo, 1e-6);
}

TEST(MatchRating, OfAPerfectScoreIsBoundedOnOneSide) {
  const std::vector<MatchRating> rated = rate_match(read(won("a", "b", 10)));
  // Ten wins in a row have probability 0.05 where p = 0.05^(1/10).
  const double p = std::pow(0.05, 0.1);
  EXPECT_NEAR(*rated[0].low, 400 * std::log10(p / (1 - p)), 1e-6);
  EXPECT_FALSE(rated[0].high);
  EXPECT_NEAR(*rated[1].high, -*rated[0].low, 1e-6);
  EXPECT_FALSE(rated[1].low);
}

TEST(MatchRating, OfThreeIsTheTables) {
  const Results results =
      read(won("a", "b", 3) + won("b", "a", 2) + won("b", "c", 3) + won("c", "b", 1));
  const Ratings ratings = fit(results);
  const std::vector<MatchRating> rated = rate_match(results);
  ASSERT_EQ(rated.size(), 3U);
  EXPECT_EQ(rated[2].elo, ratings.agents[2].elo);
  EXPECT_EQ(rated[2].low, ratings.agents[2].elo_low);
  EXPECT_EQ(rated[2].high, ratings.agents[2].elo_high);
}

/// Returns deals of one game in which the first scored these parts of a win.
Results add_scores(const std::vector<double>& scores) {
  Results results(2);
  const std::array players{0, 1};
  for (const double score : scores) {
    const std::array places = score > 0.5 ? std::array{1, 2} : std::array{2, 1};
    const std::array<PairScore, 1> adjusted{
        static_cast<PairScore>(score * static_cast<double>(kPairWin))};
    const RankedGame game{.players = players, .places = places, .adjusted = adjusted};
    results.add_deal({&game, 1});
  }
  return results;
}

TEST(MatchRating, OfAdjustedScoresHasASmallPriorAndOneMoreMistake) {
  const Results adjusted = add_scores({0.75, 0.5, 0.625, 0.25});
  const Ratings expected = fit(adjusted, {.prior = 0.05, .unseen_mistake = 0.125});
  const Ratings fitted = fit_adjusted(adjusted);
  EXPECT_EQ(fitted.agents[0].elo, expected.agents[0].elo);
  EXPECT_EQ(fitted.agents[0].se, expected.agents[0].se);
}

TEST(MatchRating, IsTheAdjustedOneIfThatIsTighter) {
  const Results raw = add_scores({1, 0, 1, 0, 1, 0, 1, 1});
  const Results tight = add_scores({0.75, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 0.75});
  const Results wide = add_scores({2, -1, 2, -1, 2, -1, 2, 2});
  const double elo = rate_match(raw)[0].elo;
  EXPECT_LT(*rate_adjusted_match(tight, raw)[0].high, *rate_match(raw)[0].high);
  EXPECT_NE(rate_adjusted_match(tight, raw)[1].elo, -elo);
  EXPECT_EQ(rate_adjusted_match(wide, raw)[0].elo, elo);
}

TEST(TighterEstimate, IsTheAdjustedOneUnlessItIsWiderOrUnbounded) {
  const MatchRating raw{10, -40, 60};
  const MatchRating as_wide{20, -30, 70};
  const MatchRating wider{20, -30, 71};
  const MatchRating no_low{20, {}, 30};
  const MatchRating no_high{20, 10, {}};
  EXPECT_EQ(&tighter_estimate(raw, as_wide), &as_wide);
  EXPECT_EQ(&tighter_estimate(raw, wider), &raw);
  for (const MatchRating* const open : {&no_low, &no_high}) {
    EXPECT_EQ(&tighter_estimate(raw, *open), &raw);
    EXPECT_EQ(&tighter_estimate(*open, as_wide), open);
  }
}

TEST(StrongerOfTwo, IsTheOneWhoseIntervalIsAboveZero) {
  EXPECT_EQ(stronger_of_two({{30, 1, 59}, {-30, -59, -1}}), 0U);
  EXPECT_EQ(stronger_of_two({{-30, -59, -1}, {30, 1, 59}}), 1U);
  EXPECT_EQ(stronger_of_two({{30, 0, 60}, {-30, -60, 0}}), std::nullopt);
  EXPECT_EQ(stronger_of_two({{-300, {}, -1}, {300, {}, {}}}), std::nullopt);
}

TEST(RatingAtAnyTime, HasTheQuantileOfAllTimes) {
  for (const std::int64_t deals : {20, 400}) {
    const MatchRating rating{30, -10, 70};
    const double error = 40 / interval_quantile(0.95, deals);
    const double half = error * anytime_quantile(error, 0.05, deals);
    const MatchRating any = at_any_time(rating, deals);
    EXPECT_EQ(any.elo, 30);
    EXPECT_NEAR(*any.low, 30 - half, 1e-9);
    EXPECT_NEAR(*any.high, 30 + half, 1e-9);
  }
  EXPECT_EQ(at_any_time({30, 10, {}}, 400).low, 10);
  EXPECT_EQ(at_any_time({30, {}, 50}, 400).high, 50);
  // Intervals without a width have no error to widen.
  EXPECT_EQ(at_any_time({30, 30, 30}, 400).high, 30);
}

}  // namespace
}  // namespace danno::leagues::ratings
