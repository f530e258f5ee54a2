// Scores of pairs against the ratings: closed forms, and the formula of docs/statistics.md summed
// deal by deal.
#include "leagues/ratings/head_to_head.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "tests/unit/leagues/ratings/written_games.hpp"

namespace danno::leagues::ratings {
namespace {

TEST(Residuals, ShowWhoBeatsWhomAgainstTheOrder) {
  // a > b > c > a: equal ratings, three large residuals of one sign along the cycle.
  const Results results = read(won("a", "b", 30) + won("b", "a", 10) + won("b", "c", 30) +
                               won("c", "b", 10) + won("c", "a", 30) + won("a", "c", 10));
  const Ratings ratings = fit(results, {.prior = 1e-9});
  const Residuals residuals(results, ratings);
  // y = 30 - 20. Ratings hold two thirds of a pair's information, so a third of a deal's y is left
  // of its own, and a third of what the other pairs' deals say: (40 (1/9) + 80 (1/9)) / 4.
  EXPECT_NEAR(*residuals.of(0, 1), 10 / std::sqrt(120.0 / 36), 0.06);
  EXPECT_NEAR(*residuals.of(1, 0), -*residuals.of(0, 1), 1e-12);
  EXPECT_NEAR(*residuals.of(2, 0), *residuals.of(0, 1), 1e-3);
}

TEST(Residuals, OfTwoWhomNoOthersLinkAreNone) {
  const Results results =
      read(won("a", "b", 25) + won("b", "a", 15) + won("c", "b", 15) + won("b", "c", 5));
  const Ratings ratings = fit(results);
  EXPECT_EQ(Residuals(results, ratings).of(0, 1), std::nullopt);
  EXPECT_EQ(Residuals(results, ratings).of(1, 2), std::nullopt);
}

TEST(Residuals, OfFewDealsAreNone) {
  const std::string others = won("b", "c", 30) + won("c", "b", 10) + won("c", "a", 30);
  for (const int wins : {18, 19}) {
    const Results results = read(won("a", "b", wins) + won("b", "a", 1) + others);
    EXPECT_EQ(Residuals(results, fit(results)).of(0, 1).has_value(), wins == 19);
  }
}

TEST(Residuals, OfTwinsAreSmall) {
  const Results results = read(split("a", "b", 40) + won("a", "c", 24) + won("c", "a", 16) +
                               won("b", "c", 20) + won("c", "b", 20));
  const Ratings ratings = fit(results);
  const Residuals residuals(results, ratings);
  ASSERT_TRUE(residuals.meeting(0, 1)->all_even);
  EXPECT_LT(std::abs(*residuals.of(0, 1)), 2);
}

TEST(HeadToHead, TellsWinsTiesAndLossesOfEveryPairThatMet) {
  const Results results =
      read(won("a", "b", 5) + won("b", "a", 2) + tied("b", "a", 1) + won("c", "b", 3));
  const Ratings ratings = fit(results);
  const HeadToHead table(results, ratings, std::array{1, 0, 2});
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table(1, 2), std::nullopt);
  EXPECT_EQ(table(0, 0), std::nullopt);
  const std::optional<Meeting> b_against_a = table(0, 1);
  ASSERT_TRUE(b_against_a);
  EXPECT_EQ(b_against_a->games, 8);
  EXPECT_EQ(b_against_a->wins, 2);
  EXPECT_EQ(b_against_a->ties, 1);
  EXPECT_EQ(b_against_a->losses(), 5);
  EXPECT_DOUBLE_EQ(b_against_a->score(), 2.5 / 8);
  EXPECT_EQ(table(1, 0)->wins, 5);
  EXPECT_EQ(b_against_a->residual, Residuals(results, ratings).of(1, 0));
}

TEST(HeadToHead, CountsTheTablesOfTheOptionsOnly) {
  const Results results =
      read(won("a", "b", 2) + games(3, R"({"players":["a","b","c"],"places":[2,1,3]})"));
  const Ratings ratings = fit(results);
  EXPECT_EQ(Residuals(results, ratings).meeting(0, 1)->wins, 2);
  EXPECT_EQ(Residuals(results, ratings).meeting(0, 1)->games, 5);
  EXPECT_EQ(Residuals(results, ratings, {.table_size = 3}).meeting(0, 1)->wins, 0);
  EXPECT_EQ(Residuals(results, ratings, {.table_size = 2}).meeting(0, 2), std::nullopt);
}

TEST(Residuals, OfOneOfManyPairsAreOverTheSpreadThatRatingsLeave) {
  // Each of five beats the next two by 30 to 10. At equal ratings, Σy² = |g| = 10, κ = 2/(5·10) and
  // V = κ times D/(D-1) for 400 deals: 10 (1 - 2·0.4) + 100 V.
  std::string text;
  for (int i = 0; i < 5; ++i) {
    for (const int next : {1, 2}) {
      const std::string own(1, static_cast<char>('a' + i));
      const std::string other(1, static_cast<char>('a' + (i + next) % 5));
      text += won(own, other, 30) + won(other, own, 10);
    }
  }
  const Results results = read(text);
  const Ratings ratings = fit(results, {.prior = 0});
  const Residuals residuals(results, ratings);
  const double expected = 10 / std::sqrt(2 + 4 * 400 / 399.0);
  EXPECT_NEAR(*residuals.of(0, 1), expected, 1e-6);
  EXPECT_NEAR(*residuals.of(0, 2), expected, 1e-6);
  EXPECT_NEAR(*residuals.of(0, 3), -expected, 1e-6);
  EXPECT_NEAR(*residuals.of(4, 0), expected, 1e-6);
}

/// The parts of a pair's residual, added up deal by deal.
struct PlainResidual {
  double sum = 0;
  double squares = 0;
  double information = 0;
  double model = 0;
};

PlainResidual add_up(const RecordedGames& games, const Ratings& ratings, int i, int j,
                     std::optional<int> table_size) {
  PlainResidual plain;
  const double p = expected_score(ratings.agents[at(i)].elo - ratings.agents[at(j)].elo);
  std::size_t place = 0;
  for (const std::size_t end : games.deals) {
    double y = 0;
    for (; place < end; ++place) {
      const RankedGame game = games.game(games.order[place]);
      const auto size = static_cast<int>(game.players.size());
      const auto own = std::ranges::find(game.players, i) - game.players.begin();
      const auto other = std::ranges::find(game.players, j) - game.players.begin();
      if (std::max(own, other) == size || table_size.value_or(size) != size) continue;
      const double weight = 3.0 / (size + 1);
      const int a = game.places[at(own)];
      const int b = game.places[at(other)];
      y += weight * ((a < b ? 1 : a == b ? 0.5 : 0) - p);
      plain.information += weight * p * (1 - p);
      plain.model += weight * weight * p * (1 - p);
    }
    plain.sum += y;
    plain.squares += y * y;
  }
  return plain;
}

/// The variance of the difference of two ratings, in nats.
double contrast(const SquareMatrix& covariance, int i, int j) {
  return (covariance(at(i), at(i)) + covariance(at(j), at(j)) - 2 * covariance(at(i), at(j))) /
         (kEloPerNat * kEloPerNat);
}

TEST(Residuals, AreThoseOfTheFormulaAtEveryTable) {
  std::istringstream in(joined(mixed_league(1500)));
  const RecordedGames games = read_results(in, "games");
  const Results results = make_results(games);
  for (const std::optional<int> table_size : {std::optional<int>(), {2}, {3}}) {
    const FitOptions options{.table_size = table_size};
    const Ratings ratings = fit(results, options);
    const Residuals residuals(results, ratings, options);
    for (int i = 0; i < 6; ++i) {
      for (int j = i + 1; j < 6; ++j) {
        const PlainResidual plain = add_up(games, ratings, i, j, table_size);
        const double g = plain.information;
        const double of_ratings = g * g * contrast(ratings.covariance, i, j);
        const double variance =
            table_size == 2
                ? plain.squares * (1 - 2 * g * contrast(ratings.model_covariance, i, j)) +
                      of_ratings
                : plain.squares - of_ratings;
        EXPECT_NEAR(residuals.of(i, j).value(), plain.sum / std::sqrt(variance), 1e-6)
            << i << ' ' << j << ' ' << table_size.value_or(0);
      }
    }
  }
}

TEST(Residuals, OfPairsWithOneScoreHaveTheSpreadOfTheModel) {
  // All of the thirty deals of the first two had one score, which shows too little spread.
  std::istringstream in(won("a", "b", 30) + won("b", "c", 10) + won("c", "b", 40) +
                        won("a", "c", 40) + won("c", "a", 10));
  const RecordedGames games = read_results(in, "games");
  const Results results = make_results(games);
  const Ratings ratings = fit(results);
  const PlainResidual plain = add_up(games, ratings, 0, 1, {});
  const double g = plain.information;
  const double held = g * contrast(ratings.model_covariance, 0, 1);
  const double clustered =
      plain.squares * (1 - 2 * held) + g * g * contrast(ratings.covariance, 0, 1);
  const double by_model = plain.model - g * held;
  ASSERT_LT(clustered, by_model);
  ASSERT_GT(clustered, 1e-4 * by_model);
  EXPECT_NEAR(*Residuals(results, ratings).of(0, 1), plain.sum / std::sqrt(by_model), 1e-9);
}

TEST(Meeting, IsTheSameFromTheOtherSide) {
  const Meeting one{.games = 10, .wins = 5, .ties = 2, .residual = 1.5, .all_even = true};
  const Meeting other = one.reversed();
  EXPECT_EQ(other.games, 10);
  EXPECT_EQ(other.wins, 3);
  EXPECT_EQ(other.ties, 2);
  EXPECT_EQ(other.losses(), 5);
  EXPECT_EQ(other.residual, -1.5);
  EXPECT_TRUE(other.all_even);
  EXPECT_DOUBLE_EQ(one.score() + other.score(), 1);
}

TEST(Meeting, IsEvenOnlyIfEveryDealWas) {
  const Results results = read(split("a", "b", 5) + split("b", "c", 4) + won("b", "c", 1));
  const Ratings ratings = fit(results);
  const Residuals residuals(results, ratings);
  EXPECT_TRUE(residuals.meeting(0, 1)->all_even);
  EXPECT_FALSE(residuals.meeting(1, 2)->all_even);
  EXPECT_EQ(residuals.meeting(2, 1)->wins, 4);
  EXPECT_EQ(residuals.meeting(2, 1)->games, 9);
}

TEST(HeadToHead, HasTheSameMeetingsInAnotherOrder) {
  const Results results = read(won("a", "b", 5) + won("b", "c", 3) + won("c", "d", 2) +
                               won("d", "a", 4) + won("a", "c", 1));
  const Ratings ratings = fit(results);
  const HeadToHead table(results, ratings, std::array{0, 1, 2, 3});
  const std::array<std::size_t, 4> order{2, 0, 3, 1};
  const HeadToHead other = table.reordered(order);
  ASSERT_EQ(other.size(), 4U);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      const std::optional<Meeting> moved = other(row, column);
      const std::optional<Meeting> before = table(order[row], order[column]);
      EXPECT_EQ(moved.value_or(Meeting{}).wins, before.value_or(Meeting{}).wins);
    }
  }
  EXPECT_EQ(other(0, 2)->wins, 2);
  EXPECT_EQ(other(0, 1)->wins, 0);
  EXPECT_EQ(other(1, 3)->wins, 5);
  EXPECT_EQ(other(3, 2), std::nullopt);
}

}  // namespace
}  // namespace danno::leagues::ratings
