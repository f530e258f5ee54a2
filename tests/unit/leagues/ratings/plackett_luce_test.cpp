// Plackett-Luce against published values of R's PlackettLuce and closed forms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"
#include "leagues/report/division_ratings.hpp"

namespace danno::leagues::ratings {
namespace {

RecordedGames read(const std::string& text) {
  std::istringstream in(text);
  return read_results(in, "games");
}

Ratings fit_rankings(const RecordedGames& games, double prior = 0.5) {
  return fit(make_results(games, Needs::Games),
             {.prior = prior, .model = find_rating_model("plackett-luce")});
}

std::string game(int i, int j, const std::string& places) {
  return R"({"players":["brand)" + std::to_string(i) + R"(","brand)" + std::to_string(j) +
         R"("],"places":[)" + places + "]}\n";
}

// Davidson (1970), Paired comparisons of chocolate pudding; the worths are those printed in
// "Introduction to PlackettLuce" (vignette, section 2.1.1): 0.1388005 0.1729985 0.1617420 0.1653930
// 0.1586805 0.2023855, stopped there after seven iterations, as Davidson did: before convergence.
TEST(PlackettLuce, AgreesWithRsPlackettLuceOnPuddings) {
  struct Row {
    int i, j, won, lost, tied;
  };
  const std::array<Row, 15> rows{{{1, 2, 19, 22, 16},
                                  {1, 3, 16, 19, 12},
                                  {2, 3, 19, 19, 10},
                                  {1, 4, 18, 23, 13},
                                  {2, 4, 23, 19, 9},
                                  {3, 4, 19, 20, 15},
                                  {1, 5, 13, 19, 18},
                                  {2, 5, 16, 20, 12},
                                  {3, 5, 16, 15, 17},
                                  {4, 5, 17, 14, 16},
                                  {1, 6, 18, 21, 12},
                                  {2, 6, 22, 20, 12},
                                  {3, 6, 13, 18, 10},
                                  {4, 6, 14, 19, 18},
                                  {5, 6, 11, 21, 12}}};
  std::string text;
  for (const Row& row : rows) {
    for (int k = 0; k < row.won; ++k)
      text += game(row.i, row.j, "1,2");
    for (int k = 0; k < row.lost; ++k)
      text += game(row.i, row.j, "2,1");
    for (int k = 0; k < row.tied; ++k)
      text += game(row.i, row.j, "1,1");
  }
  const Ratings ratings = fit_rankings(read(text), 0);
  const std::array<double, 6> published{0.1388005, 0.1729985, 0.1617420,
                                        0.1653930, 0.1586805, 0.2023855};
  double sum = 0;
  for (const AgentRating& row : ratings.agents) {
    sum += std::exp(row.elo / kEloPerNat);
  }
  for (std::size_t i = 0; i < published.size(); ++i) {
    EXPECT_NEAR(std::exp(ratings.agents[i].elo / kEloPerNat) / sum, published[i], 3e-5);
  }
}

// The rankings of PlackettLuce's tests/testthat/test-ties.R (R2: ties of orders 2 and 4), prior ½ a
// win and a loss against the ghost; the maximum by R's optim and nlm on the written-out likelihood.
TEST(PlackettLuce, TakesTiesOfSeveralOrders) {
  const Ratings ratings = fit_rankings(read(R"({"players":["a","b"],"places":[1,2]}
{"players":["a","b","c","d"],"places":[4,1,2,3]}
{"players":["a","b","c"],"places":[3,1,1]}
{"players":["a","b","c"],"places":[1,2,3]}
{"players":["a","b","c"],"places":[2,1,3]}
{"players":["a","c","d"],"places":[1,3,2]}
{"players":["a","b","c","d"],"places":[1,1,1,1]}
)"));
  const std::array<double, 4> expected{39.232319, 112.538449, -139.927130, -11.843638};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(ratings.agents[i].elo, expected[i], 2e-6);
  }
}

TEST(PlackettLuce, OfPairsWithoutTiesIsBradleyTerry) {
  std::string text;
  for (int k = 0; k < 5; ++k)
    text += game(1, 2, "1,2") + game(2, 3, "1,2") + game(1, 3, "1,2");
  text += game(1, 2, "2,1") + game(2, 3, "2,1") + game(1, 3, "2,1");
  const Ratings choices = fit_rankings(read(text));
  const Ratings pairs = fit(make_results(read(text)));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(choices.agents[i].elo, pairs.agents[i].elo, 1e-8);
    EXPECT_NEAR(*choices.agents[i].se, *pairs.agents[i].se, 1e-8);
  }
}

TEST(PlackettLuce, OfManyGamesAndAWeakPriorHasAMaximum) {
  std::string text;
  for (int k = 0; k < 20'000; ++k)
    text += game(k % 7, 7 + k % 5, k % 11 < 6 ? "1,2" : "2,1");
  const RecordedGames games = read(text);
  const Ratings weak = fit_rankings(games, 1e-6);
  const Ratings usual = fit_rankings(games);
  for (std::size_t i = 0; i < usual.agents.size(); ++i)
    EXPECT_NEAR(weak.agents[i].elo, usual.agents[i].elo, 0.5);
}

TEST(PlackettLuce, WithoutAFiniteMaximumLeavesALeagueToBradleyTerry) {
  const RecordedGames ties = read(R"({"players":["a","b","c"],"places":[1,1,1]})");
  EXPECT_THROW((void)fit_rankings(ties), std::invalid_argument);
  const auto rated =
      report::rate_league(make_results(ties, Needs::Games), *find_rating_model("plackett-luce"));
  EXPECT_EQ(rated.model, &kBradleyTerry);
  EXPECT_NE(rated.failed, "");
  EXPECT_EQ(rated.ratings.agents.size(), 3U);
}

TEST(PlackettLuce, BoundsAPerfectScoreOnOneSide) {
  std::string text;
  for (int k = 0; k < 6; ++k) {
    text += R"({"players":["a","b","c"],"places":[1,2,3]}
{"players":["a","b","c"],"places":[1,3,2]}
)";
  }
  const Ratings ratings = fit_rankings(read(text));
  EXPECT_FALSE(ratings.agents[0].elo_high);
  EXPECT_TRUE(ratings.agents[1].elo_low && ratings.agents[1].elo_high);
  // Twelve first choices out of three: α/(α+2β) = 0.05^(1/12).
  const double p = std::pow(0.05, 1.0 / 12);
  EXPECT_NEAR(*ratings.agents[0].elo_low - ratings.agents[1].elo, 400 * std::log10(2 * p / (1 - p)),
              1e-5);
  EXPECT_THROW(fit_rankings(read(text), 0), std::invalid_argument);
}

TEST(PlackettLuce, ShowsTheSumsOfGamesBesideRatings) {
  const Ratings ratings = fit_rankings(read(R"({"deal":1,"players":["a","b","c"],"places":[1,2,3]}
{"deal":1,"players":["c","b","a"],"places":[3,1,1]}
{"deal":2,"players":["b","a"],"places":[1,2]}
{"deal":3,"players":["c","a"],"places":[1,2]}
)"));
  EXPECT_EQ(ratings.games, 4);
  EXPECT_EQ(ratings.deals, 3);
  const AgentRating& a = ratings.agents[0];
  EXPECT_EQ(a.games, 4);
  EXPECT_EQ(a.deals, 3);
  EXPECT_DOUBLE_EQ(a.score, 3.5 / 6);
  EXPECT_DOUBLE_EQ(a.points, (3 + 2.5 + 1 + 1) / 4);
  EXPECT_DOUBLE_EQ(a.win_share, 1.5 / 4);
  EXPECT_NEAR(a.average_opponent, (3 * ratings.agents[1].elo + 3 * ratings.agents[2].elo) / 6,
              1e-9);
  EXPECT_NEAR(ratings.agents[0].elo + ratings.agents[1].elo + ratings.agents[2].elo, 0, 1e-9);
}

TEST(PlackettLuce, OfOneTableSizeIgnoresTheOthers) {
  const std::string pairs = game(1, 2, "1,2") + game(1, 2, "1,2") + game(1, 2, "2,1");
  const std::string three = R"({"players":["brand1","brand2","brand3"],"places":[2,1,3]})";
  const FitOptions options{.table_size = 2, .model = find_rating_model("plackett-luce")};
  const Ratings alone = fit(make_results(read(pairs), Needs::Games), options);
  const Ratings chosen = fit(make_results(read(pairs + three + "\n"), Needs::Games), options);
  EXPECT_EQ(chosen.agents[0].elo, alone.agents[0].elo);
  EXPECT_EQ(chosen.agents[0].se, alone.agents[0].se);
  EXPECT_EQ(chosen.deals, 3);
  EXPECT_EQ(chosen.agents[2].average_opponent, 0);
}

TEST(PlackettLuce, RatesGroupsThatNeverMetApart) {
  std::string text;
  for (const int first : {1, 4})
    text += game(first, first + 1, "1,2") + game(first, first + 1, "2,1") +
            game(first, first + 1, "1,2");
  const Ratings ratings = fit_rankings(read(text), 0);
  EXPECT_EQ(ratings.components, 2);
  for (const std::size_t first : {0U, 2U}) {
    EXPECT_NEAR(ratings.agents[first].elo - ratings.agents[first + 1].elo, 400 * std::log10(2.0),
                1e-6);
    // HC0 of the log-odds is 1/(n p q), times G/(G-1).
    EXPECT_NEAR(*ratings.agents[first].se, kEloPerNat * std::sqrt(3.0 / 2 / (3 * 2.0 / 9)) / 2,
                1e-6);
  }
  EXPECT_EQ(ratings.covariance(0, 2), 0);
}

TEST(PlackettLuce, CountsTheGamesOfADealAsOneCluster) {
  // Eight results as eight deals, or as two of four alike: the error grows as with pairs.
  std::string apart;
  std::string together;
  for (int i = 0; i < 8; ++i) {
    const std::string rest =
        R"(,"players":["a","b"],"places":)" + std::string(i < 4 ? "[1,2]}" : "[2,1]}") + "\n";
    apart += R"({"deal":)" + std::to_string(i) + rest;
    together += R"({"deal":)" + std::to_string(i / 4) + rest;
  }
  const double factor = std::sqrt(4 * (2.0 / 1) / (8.0 / 7));
  EXPECT_NEAR(*fit_rankings(read(together)).agents[0].se / *fit_rankings(read(apart)).agents[0].se,
              factor, 1e-9);
}

TEST(PlackettLuce, RefusesTiesWithTooManyOutcomes) {
  // Twelve of 24 may be chosen in 2.7 million ways.
  std::string players;
  std::string places;
  for (int i = 1; i <= 24; ++i) {
    players += (i == 1 ? "\"p" : ",\"p") + std::to_string(i) + '"';
    places += (i == 1 ? "" : ",") + std::to_string(i <= 12 ? 1 : i);
  }
  const RecordedGames tie = read(R"({"players":[)" + players + R"(],"places":[)" + places + "]}\n");
  EXPECT_THAT([&] { (void)fit_rankings(tie); }, testing::ThrowsMessage<std::invalid_argument>(
                                                    testing::HasSubstr("too many outcomes")));
}

TEST(PlackettLuce, HasTheMultinomialErrorOfTheLogOddsBesideTies) {
  // Two agents with ties are a saturated model, so the difference is the logarithm of wins over
  // losses. The delta method gives its variance, 1/W + 1/L, times D/(D-1).
  std::string text;
  for (const auto& [places, count] : {std::pair("1,2", 6), {"2,1", 2}, {"1,1", 4}}) {
    for (int k = 0; k < count; ++k)
      text += game(1, 2, places);
  }
  const std::optional<Difference> apart = difference(fit_rankings(read(text), 0), 0, 1);
  EXPECT_NEAR(apart->elo, kEloPerNat * std::log(6 / 2.0), 1e-6);
  EXPECT_NEAR(apart->se, kEloPerNat * std::sqrt((1 / 6.0 + 1 / 2.0) * 12 / 11), 1e-6);
}

}  // namespace
}  // namespace danno::leagues::ratings
