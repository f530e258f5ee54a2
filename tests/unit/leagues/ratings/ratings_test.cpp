// Ratings against worked values: closed forms, R (glm, sandwich::vcovCL), Ordo's scale, and what
// must hold for any data.
#include "leagues/ratings/ratings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "leagues/ratings/intervals.hpp"
#include "tests/unit/leagues/ratings/written_games.hpp"

namespace danno::leagues::ratings {
namespace {

TEST(Ratings, OfTwoAgentsAreTheLogOddsOfTheScore) {
  const Ratings ratings = fit(read(won("a", "b", 3) + won("b", "a", 1)), {.prior = 0});
  EXPECT_NEAR(ratings.agents[0].elo - ratings.agents[1].elo, 400 * std::log10(3.0), 1e-9);
  EXPECT_NEAR(ratings.agents[0].elo + ratings.agents[1].elo, 0, 1e-9);
}

TEST(Ratings, OfTwoAgentsHaveTheBinomialErrorTimesTheClusterFactor) {
  // Each game a deal: Σ(x-p)² = 4·¾·¼, HC0 of the log-odds = 1/(n p q), G/(G-1) = 4/3.
  const Ratings ratings = fit(read(won("a", "b", 3) + won("b", "a", 1)), {.prior = 0});
  const double expected = kEloPerNat * std::sqrt(4.0 / 3.0 / (4 * 0.1875)) / 2;
  EXPECT_NEAR(*ratings.agents[0].se, expected, 1e-9);
}

TEST(Ratings, PriorIsHalfAWinAndALossAgainstAGhostOfStrengthZero) {
  // The symmetric solution is θ and -θ: 4(¾ - σ(2θ)) + ½(1 - 2σ(θ)) = 0.
  const Ratings ratings = fit(read(won("a", "b", 3) + won("b", "a", 1)), {.prior = 0.5});
  const double strength = ratings.agents[0].elo / kEloPerNat;
  const auto chance = [](double x) { return 1 / (1 + std::exp(-x)); };
  EXPECT_NEAR(4 * (0.75 - chance(2 * strength)) + 0.5 * (1 - 2 * chance(strength)), 0, 1e-12);
}

TEST(Ratings, AgreeWithGlmAndVcovCLOfR) {
  // Four agents, tables of 2 and 3 in rotated deals, w = 1 and 3/4. R 4.2.2, sandwich 3.0-2:
  //   m <- glm(y ~ X - 1, quasibinomial, weights = w)    one row a pair, X = e_i - e_j, X[,1]
  //   dropped V <- vcovCL(m, cluster = deal, type = "HC0", cadjust = TRUE), then centred;
  //   400/ln 10.
  const std::string text =
      R"({"deal":1,"players":["a","b","c"],"places":[1,2,3]}
{"deal":1,"players":["b","c","a"],"places":[1,2,3]}
{"deal":1,"players":["c","a","b"],"places":[2,1,3]}
{"deal":2,"players":["a","b","d"],"places":[1,1,3]}
{"deal":2,"players":["b","d","a"],"places":[3,1,2]}
{"deal":2,"players":["d","a","b"],"places":[1,3,2]}
{"deal":3,"players":["b","c","d"],"places":[2,1,3]}
{"deal":3,"players":["c","d","b"],"places":[3,2,1]}
{"deal":3,"players":["d","b","c"],"places":[2,3,1]}
{"deal":4,"players":["a","d"],"places":[1,2]}
{"deal":4,"players":["d","a"],"places":[1,2]}
{"deal":5,"players":["c","b"],"places":[1,2]}
{"deal":5,"players":["b","c"],"places":[2,1]}
)";
  const Ratings ratings = fit(read(text), {.prior = 0});
  const std::array<double, 4> elo{11.380766332, -44.528232410, 38.983409814, -5.835943736};
  const std::array<double, 4> se{53.169199721, 34.907881324, 78.279536933, 54.757944112};
  for (std::size_t i = 0; i < elo.size(); ++i) {
    EXPECT_NEAR(ratings.agents[i].elo, elo[i], 1e-6);
    EXPECT_NEAR(*ratings.agents[i].se, se[i], 1e-6);
  }
}

TEST(Ratings, DoNotDependOnTheOrderOfGamesOrSeats) {
  std::vector<std::string> lines = mixed_league();
  const Ratings expected = fit(read(joined(lines)));
  std::minstd_rand random(3);
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = lines.size() - 1; i > 0; --i) {
      std::swap(lines[i], lines[random() % (i + 1)]);
    }
    const Ratings ratings = fit(read(joined(lines)));
    ASSERT_EQ(ratings.order, expected.order);
    ASSERT_TRUE(ratings.covariance == expected.covariance);  // Bit for bit.
    for (std::size_t i = 0; i < ratings.agents.size(); ++i) {
      ASSERT_EQ(ratings.agents[i].elo, expected.agents[i].elo);
      ASSERT_EQ(ratings.agents[i].se, expected.agents[i].se);
    }
  }
  const Ratings swapped = fit(read(R"({"players":["b","a"],"places":[2,1]})"));
  const Ratings straight = fit(read(R"({"players":["a","b"],"places":[1,2]})"));
  EXPECT_EQ(swapped.agents[0].elo, straight.agents[0].elo);
}

TEST(Ratings, TwiceTheDealsHalveTheVariance) {
  const std::vector<std::string> lines = mixed_league();
  std::string twice = joined(lines);
  for (std::string line : lines) {
    line.replace(line.find("\"deal\":\""), 8, "\"deal\":\"again ");
    twice += line + "\n";
  }
  const Ratings one = fit(read(joined(lines)), {.prior = 0.5});
  const Ratings two = fit(read(twice), {.prior = 1});
  for (std::size_t i = 0; i < one.agents.size(); ++i) {
    EXPECT_NEAR(one.agents[i].elo, two.agents[i].elo, 1e-9);
    // D/(D-1) apart: 40/39 against 80/79.
    EXPECT_NEAR(std::pow(*two.agents[i].se / *one.agents[i].se, 2), 0.5 * (80.0 / 79) / (40.0 / 39),
                1e-9);
  }
}

TEST(Ratings, GamesOfOneDealCountAsOneObservation) {
  // The same eight results, as eight deals or as two deals of four alike.
  const auto line = [](int deal, bool first) {
    return "{\"deal\":" + std::to_string(deal) + R"(,"players":["a","b"],"places":)" +
           (first ? "[1,2]}" : "[2,1]}");
  };
  std::string apart;
  std::string together;
  for (int i = 0; i < 8; ++i) {
    apart += line(i, i < 4) + "\n";
    together += line(i / 4, i < 4) + "\n";
  }
  const double factor = std::sqrt(4 * (2.0 / 1) / (8.0 / 7));
  EXPECT_NEAR(*fit(read(together)).agents[0].se / *fit(read(apart)).agents[0].se, factor, 1e-9);
}

TEST(Ratings, CovarianceIsCentredAndPointsAddUp) {
  const Ratings ratings = fit(read(joined(mixed_league())));
  double elo = 0;
  double pairs = 0;
  for (const AgentRating& row : ratings.agents) {
    elo += row.elo;
    pairs += (row.points - 1) * static_cast<double>(row.games);
  }
  EXPECT_NEAR(elo, 0, 1e-8);
  for (std::size_t i = 0; i < ratings.covariance.size(); ++i) {
    double row = 0;
    for (std::size_t j = 0; j < ratings.covariance.size(); ++j)
      row += ratings.covariance(i, j);
    EXPECT_NEAR(row, 0, 1e-7);
  }
  const Results results = read(joined(mixed_league()));
  double met = 0;
  for (const int size : results.table_sizes()) {
    for (int j = 1; j < results.agents(); ++j) {
      for (int i = 0; i < j; ++i) {
        met += static_cast<double>(results.pair(size, i, j).games);
      }
    }
  }
  EXPECT_NEAR(pairs, met, 1e-9);
}

/// Adds deals of one two-player game each: so many wins of the first, then of the second.
void add_games(Results& results, int first, int second, std::int64_t won, std::int64_t lost) {
  const std::array<int, 2> players{first, second};
  const std::int64_t deals = won + lost;
  const std::array<PairScore, 1> scores{won * kPairWin};
  const Int128 square = Int128{deals} * (kPairWin / 2) * (kPairWin / 2);
  const std::array<Int128, 1> squares{square};
  const std::array<Int128, 3> products{square, -square, square};
  results.add_deals({.players = players,
                     .deals = deals,
                     .games = 1,
                     .firsts = {},
                     .scores = scores,
                     .squares = squares,
                     .products = products});
}

/// How far a champion is ahead, in nats, who won so many games against each of two equals: at t,
/// the others at u, M σ(u-t) = -a tanh(u/2) and a tanh(t/2) = -2a tanh(u/2).
double champion_lead(double games, double prior) {
  const auto champion = [&](double u) {
    return u + std::log(games / (-prior * std::tanh(u / 2)) - 1);
  };
  double low = -60;
  double high = -1e-12;
  for (int step = 0; step < 200; ++step) {
    const double u = (low + high) / 2;
    (std::tanh(champion(u) / 2) + 2 * std::tanh(u / 2) > 0 ? high : low) = u;
  }
  return champion(low) - low;
}

TEST(Ratings, SettleHoweverManyGamesAChampionWon) {
  for (const std::int64_t games :
       {std::int64_t{1000}, std::int64_t{20'000'000}, std::int64_t{800'000'000}}) {
    for (const double prior : {0.5, 0.05, 1e-3}) {
      Results results(3);
      add_games(results, 0, 1, games, 0);
      add_games(results, 0, 2, games, 0);
      add_games(results, 1, 2, 100, 100);
      const Ratings ratings = fit(results, {.prior = prior});
      const double lead = (ratings.agents[0].elo - ratings.agents[1].elo) / kEloPerNat;
      const double due = champion_lead(static_cast<double>(games), prior);
      EXPECT_NEAR(lead, due, 1e-9 * due) << games << " games, prior " << prior;
    }
  }
}

TEST(Ratings, SettleOnManyGamesThatNoOrderExplains) {
  // Each beats the next in three quarters of many games, and a fourth one loses all of them.
  constexpr std::int64_t kGames = 400'000'000;
  Results results(4);
  for (const auto& [i, j] : {std::pair(0, 1), {1, 2}, {2, 0}}) {
    add_games(results, i, j, kGames / 4 * 3, kGames / 4);
    add_games(results, i, 3, kGames, 0);
  }
  const Ratings ratings = fit(results, {.prior = 0.01});
  EXPECT_NEAR(ratings.agents[0].elo, ratings.agents[1].elo, 1e-6);
  EXPECT_NEAR(ratings.agents[0].elo, ratings.agents[2].elo, 1e-6);
}

TEST(Ratings, BoundAPerfectScoreOnOneSide) {
  const Ratings ratings = fit(read(won("a", "b", 10)));
  const AgentRating& winner = ratings.agents[0];
  EXPECT_FALSE(winner.se);
  EXPECT_FALSE(winner.elo_high);
  EXPECT_FALSE(ratings.agents[1].elo_low);
  // Ten wins in a row have probability 0.05 where p = 0.05^(1/10).
  const double p = std::pow(0.05, 0.1);
  EXPECT_NEAR(*winner.elo_low - ratings.agents[1].elo, 400 * std::log10(p / (1 - p)), 1e-6);
  EXPECT_THROW(fit(read(won("a", "b", 10)), {.prior = 0}), std::invalid_argument);
}

TEST(Ratings, BoundAGroupThatLostEverythingAgainstTheCore) {
  // The core of two sets of equal size is that of the lowest agent.
  const Ratings ratings = fit(read(won("a", "b", 2) + won("b", "a", 2) + won("a", "c", 4) +
                                   won("b", "d", 4) + won("c", "d", 2) + won("d", "c", 2)));
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_TRUE(ratings.agents[i].in_core);
    EXPECT_NEAR(ratings.agents[i].elo, 0, 1e-9);
    EXPECT_TRUE(ratings.agents[i].elo_low && ratings.agents[i].elo_high);
  }
  for (const std::size_t i : {2U, 3U}) {
    EXPECT_FALSE(ratings.agents[i].in_core);
    EXPECT_FALSE(ratings.agents[i].se);
    EXPECT_FALSE(ratings.agents[i].elo_low);
    EXPECT_GT(*ratings.agents[i].elo_high, ratings.agents[i].elo);
  }
}

/// Deals of all rotations of five agents of falling strength at tables of `seats`, and, if asked
/// for, as many with one who comes last in every game.
Results beside_a_broken_one(std::size_t seats, bool broken) {
  constexpr int kAgents = 5;
  std::minstd_rand random(11);
  Results results(kAgents + (broken ? 1 : 0));
  for (int deal = 0; deal < 600; ++deal) {
    std::vector<int> players{0, 1, 2, 3, 4};
    for (std::size_t i = players.size() - 1; i > 0; --i)
      std::swap(players[i], players[random() % (i + 1)]);
    const bool loses = broken && (seats > kAgents || deal % 3 == 0);
    players.resize(std::min<std::size_t>(seats - (loses ? 1 : 0), kAgents));
    std::vector<int> luck;
    for (const int player : players)
      luck.push_back(static_cast<int>(random() % 20) - 2 * player);
    std::vector<int> places;
    for (const int own : luck)
      places.push_back(1 + static_cast<int>(std::ranges::count_if(
                               luck, [&](int other) { return other > own; })));
    if (loses) {
      players.push_back(kAgents);
      places.push_back(static_cast<int>(players.size()));
    }
    const RankedGame game{.players = players, .places = places};
    results.add_deal({&game, 1});
  }
  return results;
}

TEST(Ratings, OfOthersKeepTheirIntervalsBesideOneThatLosesEveryGame) {
  for (const std::size_t seats : {2U, 3U, 6U}) {
    SCOPED_TRACE(seats);
    const Ratings alone = fit(beside_a_broken_one(std::min<std::size_t>(seats, 5), false));
    const Ratings ratings = fit(beside_a_broken_one(seats, true));
    const AgentRating& broken = ratings.agents[5];
    EXPECT_FALSE(broken.in_core || broken.se || broken.elo_low);
    EXPECT_GT(*broken.elo_high, broken.elo);
    EXPECT_EQ(broken.rank_low, 6);
    double mean = 0;
    for (int i = 0; i < 5; ++i) {
      const AgentRating& row = ratings.agents[static_cast<std::size_t>(i)];
      ASSERT_TRUE(row.in_core && row.se && row.elo_low && row.elo_high);
      EXPECT_LT(row.rank_high, 6);
      EXPECT_GT(los(ratings, i, 5), 0.975);
      EXPECT_GT(*row.elo_low, *broken.elo_high);
      // Some of the deals of a pair now have the broken one in the place of others.
      EXPECT_LT(*row.se, 1.6 * *alone.agents[static_cast<std::size_t>(i)].se);
      mean += row.elo / 5;
    }
    EXPECT_NEAR(mean, 0, 1e-9);
    double row = 0;  // of the covariance, over the core
    for (std::size_t j = 0; j < 5; ++j)
      row += ratings.covariance(0, j);
    EXPECT_NEAR(row, 0, 1e-6);
  }
}

TEST(Ratings, BoundOneThatWonEveryGameByItsOwnGames) {
  const std::string others = won("b", "c", 60) + won("c", "b", 40);
  const Ratings ratings = fit(read(won("a", "b", 10) + others));
  EXPECT_FALSE(ratings.agents[0].elo_high);
  EXPECT_TRUE(ratings.agents[1].elo_low && ratings.agents[1].elo_high);
  const double p = std::pow(0.05, 0.1);
  EXPECT_NEAR(*ratings.agents[0].elo_low - ratings.agents[1].elo, 400 * std::log10(p / (1 - p)),
              1e-6);
  EXPECT_NEAR(ratings.agents[1].elo + ratings.agents[2].elo, 0, 1e-9);
}

TEST(Ratings, BoundAChainBelowTheCoreOneByOne) {
  const Ratings ratings = fit(read(won("a", "b", 30) + won("b", "a", 30) + won("a", "c", 20) +
                                   won("b", "c", 20) + won("c", "d", 20) + won("a", "d", 20)));
  const AgentRating& c = ratings.agents[2];
  const AgentRating& d = ratings.agents[3];
  EXPECT_TRUE(c.elo_high && d.elo_high);
  EXPECT_FALSE(c.elo_low || d.elo_low);
  EXPECT_LT(*d.elo_high, *c.elo_high);
  // The bound of c counts the forty games that it lost, and not those that it won.
  const double p = std::pow(0.05, 1 / 40.0);
  EXPECT_NEAR(*c.elo_high - ratings.agents[0].elo, -400 * std::log10(p / (1 - p)), 0.1);
  // The bound of d counts the twenty games against c as lost to one at c's own bound.
  EXPECT_NEAR(std::pow(expected_score(ratings.agents[0].elo - *d.elo_high), 20) *
                  std::pow(expected_score(*c.elo_high - *d.elo_high), 20),
              0.05, 1e-6);
}

TEST(Ratings, LeaveWhoAlwaysBeatSomeAndLostToOthersUnbounded) {
  const Ratings ratings = fit(read(won("a", "b", 5) + won("b", "c", 5) + won("a", "c", 5)));
  EXPECT_TRUE(ratings.agents[0].elo_low);
  EXPECT_FALSE(ratings.agents[0].elo_high);
  EXPECT_FALSE(ratings.agents[1].elo_low);
  EXPECT_FALSE(ratings.agents[1].elo_high);
  EXPECT_FALSE(ratings.agents[1].se);
  EXPECT_FALSE(ratings.agents[2].elo_low);
  EXPECT_TRUE(ratings.agents[2].elo_high);
}

TEST(Ratings, OfOneDealHaveNoInterval) {
  for (const char* const places : {"[1,2]", "[1,1]"}) {
    const Ratings ratings =
        fit(read(std::string(R"({"deal":1,"players":["a","b"],"places":)") + places + "}\n"));
    for (const AgentRating& row : ratings.agents) {
      EXPECT_FALSE(row.se);
      EXPECT_FALSE(row.elo_low);
      EXPECT_FALSE(row.elo_high);
    }
  }
}

TEST(Ratings, RateGroupsThatNeverMetApart) {
  const Ratings ratings =
      fit(read(won("a", "b", 3) + won("b", "a", 1) + won("y", "z", 1) + won("z", "y", 1)));
  EXPECT_EQ(ratings.components, 2);
  EXPECT_EQ(ratings.agents[0].component, ratings.agents[1].component);
  EXPECT_NE(ratings.agents[0].component, ratings.agents[2].component);
  EXPECT_EQ(los(ratings, 0, 2), 0.5);
  EXPECT_FALSE(difference(ratings, 0, 2));
  EXPECT_EQ(ratings.agents[2].rank, 1);
}

TEST(Ratings, OfNothingButTiesAreEqualWithAnError) {
  const Ratings ratings = fit(read(tied("a", "b", 20) + tied("b", "c", 20)));
  for (const AgentRating& row : ratings.agents) {
    EXPECT_NEAR(row.elo, 0, 1e-9);
    EXPECT_EQ(row.rank, 1);
    EXPECT_EQ(row.rank_high, 3);
    EXPECT_GT(*row.se, 10);
  }
}

TEST(Ratings, AnchorsFixTheScaleByTheirMean) {
  const std::string text =
      won("a", "b", 3) + won("b", "a", 1) + won("b", "c", 2) + won("c", "b", 1);
  const Ratings free = fit(read(text));
  const Ratings held = fit(read(text), {.anchors = {{0, 1500}, {2, 1300}}});
  EXPECT_NEAR(held.agents[0].elo + held.agents[2].elo, 2800, 1e-9);
  EXPECT_NEAR(held.agents[0].elo - held.agents[1].elo, free.agents[0].elo - free.agents[1].elo,
              1e-9);
}

TEST(Ratings, SeparateWhatTheDataSeparate) {
  const Ratings ratings =
      fit(read(won("a", "b", 90) + won("b", "a", 10) + won("b", "c", 50) + won("c", "b", 50)));
  EXPECT_EQ(ratings.agents[0].rank_high, 1);
  EXPECT_EQ(ratings.agents[1].rank_low, 2);
  EXPECT_EQ(ratings.agents[1].rank_high, 3);
  EXPECT_EQ(ratings.agents[0].tier, 1);
  EXPECT_EQ(ratings.agents[1].tier, 2);
  EXPECT_EQ(ratings.agents[2].tier, 2);
  EXPECT_GT(*ratings.agents[0].los_next, 0.999);
  EXPECT_EQ(*games_to_separate(ratings, 0, 1), 0);
}

TEST(Ratings, TellHowManyGamesWouldSeparateTwo) {
  const std::string text = won("a", "b", 55) + won("b", "a", 45);
  const double more = *games_to_separate(fit(read(text), {.prior = 0}), 0, 1);
  const int factor = static_cast<int>(std::ceil((100 + more) / 100));
  std::string longer;
  for (int i = 0; i < factor; ++i) {
    longer += text;
  }
  EXPECT_GT(los(fit(read(longer), {.prior = 0}), 0, 1), 0.975);
  EXPECT_LT(los(fit(read(text), {.prior = 0}), 0, 1), 0.975);
}

TEST(Ratings, ThePriorAloneSeparatesNobody) {
  const Ratings ratings = fit(read(won("a", "b", 80) + split("b", "c", 40)));
  EXPECT_NEAR(los(ratings, 2, 1), 0.5, 0.1);
  EXPECT_EQ(ratings.agents[1].rank_low, ratings.agents[2].rank_low);
}

TEST(Ratings, TakeLuckAdjustedScores) {
  Results plain(2);
  Results adjusted(2);
  const std::array<int, 2> players{0, 1};
  const std::array<int, 2> places{1, 2};
  const std::array<int, 2> lost{2, 1};
  for (int i = 0; i < 10; ++i) {
    const bool wins = i < 7;
    const RankedGame game{.players = players, .places = wins ? places : lost};
    plain.add_deal({&game, 1});
    // Shrunk halfway to the mean of 0.7: the same sum, a quarter of the variance.
    const std::array<PairScore, 1> score{static_cast<PairScore>(
        std::llround((0.35 + (wins ? 0.5 : 0.0)) * static_cast<double>(kPairWin)))};
    const RankedGame lucky{.players = players, .places = wins ? places : lost, .adjusted = score};
    adjusted.add_deal({&lucky, 1});
  }
  const Ratings raw = fit(plain, {.prior = 0});
  const Ratings fair = fit(adjusted, {.prior = 0});
  EXPECT_NEAR(raw.agents[0].elo, fair.agents[0].elo, 1e-6);
  EXPECT_NEAR(*raw.agents[0].se, 2 * *fair.agents[0].se, 1e-6);
}

TEST(Ratings, OfAdjustedScoresHaveTheCoreOfTheResults) {
  // The third agent lost every game; its luck alone would say that it took points.
  Results results(3);
  const auto add = [&results](int first, int second, double score, int winner) {
    const std::array<int, 2> players{first, second};
    const std::array<int, 2> places = winner == first ? std::array{1, 2} : std::array{2, 1};
    const std::array<PairScore, 1> adjusted{
        static_cast<PairScore>(std::llround(score * static_cast<double>(kPairWin)))};
    const RankedGame game{.players = players, .places = places, .adjusted = adjusted};
    results.add_deal({&game, 1});
  };
  for (int deal = 0; deal < 60; ++deal) {
    add(0, 1, deal % 2 == 0 ? 0.7 : 0.5, deal % 2);
    add(0, 2, deal % 2 == 0 ? 1.04 : 0.93, 0);
    add(1, 2, deal % 2 == 0 ? 0.98 : 0.97, 1);
  }
  const Ratings ratings = fit(results, {.prior = 0.05});
  EXPECT_TRUE(ratings.agents[0].in_core && ratings.agents[1].in_core);
  EXPECT_FALSE(ratings.agents[2].in_core);
  EXPECT_TRUE(ratings.agents[0].elo_low && ratings.agents[0].elo_high);
  EXPECT_FALSE(ratings.agents[2].elo_low);
  EXPECT_LT(*ratings.agents[2].elo_high, *ratings.agents[1].elo_low);
  EXPECT_EQ(ratings.agents[2].rank_low, 3);
  EXPECT_NEAR(ratings.agents[0].elo + ratings.agents[1].elo, 0, 1e-9);
}

TEST(Ratings, OfOneTableSizeIgnoreTheOthers) {
  const std::string pairs = won("a", "b", 3) + won("b", "a", 2);
  const std::string triples = games(4, R"({"players":["a","b","c"],"places":[3,1,2]})");
  const Ratings alone = fit(read(pairs + won("c", "a") + won("a", "c")), {.table_size = 2});
  const Ratings chosen =
      fit(read(pairs + triples + won("c", "a") + won("a", "c")), {.table_size = 2});
  EXPECT_EQ(alone.agents[0].elo, chosen.agents[0].elo);
  EXPECT_EQ(alone.deals, chosen.deals);
}

TEST(Ratings, HaveTheErrorOfThePriorsCurvature) {
  // Both move against each other only: H has 2·4pq + 2·½·σ(1-σ) in that direction, and a deal's
  // gradient is x - p.
  const Ratings ratings = fit(read(won("a", "b", 3) + won("b", "a", 1)), {.prior = 0.5});
  const double strength = ratings.agents[0].elo / kEloPerNat;
  const double p = 1 / (1 + std::exp(-2 * strength));
  const double ghost = 1 / (1 + std::exp(-strength));
  const double curvature = 2 * 4 * p * (1 - p) + ghost * (1 - ghost);
  const double spread = 4.0 / 3 * (3 * (1 - p) * (1 - p) + p * p);
  EXPECT_NEAR(*ratings.agents[0].se, kEloPerNat * std::sqrt(spread) / curvature, 1e-9);
  EXPECT_NEAR(ratings.model_covariance(0, 1), -kEloPerNat * kEloPerNat / (2 * curvature), 1e-6);
}

TEST(Ratings, AddUpADealAtTablesOfTwoSizes) {
  // A deal has a game of two and one of three. Each kind of deal is played as often with all places
  // reversed, so that all are equal. The gradients are ±(1.25, -1.25, 0) and ±(-3, -3, 6)/8, which
  // are eigenvectors of H.
  std::string text;
  constexpr int kEach = 10;
  for (int deal = 0; deal < 4 * kEach; ++deal) {
    const std::array<std::string, 4> of_two{"1,2", "2,1", "1,1", "1,1"};
    const std::array<std::string, 4> of_three{"1,3,2", "3,1,2", "2,2,1", "1,1,3"};
    const auto kind = static_cast<std::size_t>(deal % 4);
    const std::string key = R"({"deal":)" + std::to_string(deal) + R"(,"players":["a","b")";
    text += key + R"(],"places":[)" + of_two[kind] + "]}\n";
    text += key + R"(,"c"],"places":[)" + of_three[kind] + "]}\n";
  }
  const Ratings ratings = fit(read(text), {.prior = 0});
  constexpr double kDeals = 4 * kEach;
  const double between = kDeals / 4 * (2 * (1 + 0.75) + 0.75);  // the curvature of a against b
  const double against = kDeals / 4 * 3 * 0.75;                 // that of both against c
  const double factor = kDeals / (kDeals - 1) * 2 * kEach;
  const double error_a =
      std::sqrt(factor * (std::pow(1.25 / between, 2) + std::pow(0.375 / against, 2)));
  EXPECT_NEAR(*ratings.agents[0].se, kEloPerNat * error_a, 1e-6);
  EXPECT_NEAR(*ratings.agents[1].se, kEloPerNat * error_a, 1e-6);
  EXPECT_NEAR(*ratings.agents[2].se, kEloPerNat * std::sqrt(factor) * 0.75 / against, 1e-6);
  EXPECT_EQ(ratings.deals, 40);
  EXPECT_EQ(ratings.games, 80);
  EXPECT_EQ(ratings.agents[0].deals, 40);
}

TEST(Ratings, ShowTheSumsOfGamesBesideThem) {
  const Ratings ratings = fit(read(R"({"deal":1,"players":["a","b","c"],"places":[1,2,3]}
{"deal":1,"players":["c","b","a"],"places":[3,1,1]}
{"deal":2,"players":["b","a"],"places":[2,1]}
)"));
  EXPECT_EQ(ratings.games, 3);
  EXPECT_EQ(ratings.deals, 2);
  const AgentRating& a = ratings.agents[0];
  EXPECT_EQ(a.games, 3);
  EXPECT_EQ(a.deals, 2);
  EXPECT_DOUBLE_EQ(a.score, 4.5 / 5);
  EXPECT_DOUBLE_EQ(a.points, (3 + 2.5 + 2) / 3);
  EXPECT_DOUBLE_EQ(a.win_share, (1 + 0.5 + 1) / 3);
  EXPECT_NEAR(a.average_opponent, (3 * ratings.agents[1].elo + 2 * ratings.agents[2].elo) / 5,
              1e-9);
  const AgentRating& c = ratings.agents[2];
  EXPECT_EQ(c.games, 2);
  EXPECT_EQ(c.deals, 1);
  EXPECT_EQ(c.score, 0);
  EXPECT_EQ(c.points, 1);
  EXPECT_EQ(c.win_share, 0);
}

TEST(Ratings, CountAnUnseenMistakeAsOneMoreDeal) {
  // Each pair met in fifty deals of two games, each ±0.02 wins from even. In a chain, every
  // difference has the error of its own games: the mistake costs 1/8 in each of their 200 squared
  // games, shared by the 100 deals of the agent in the middle.
  Results results(3);
  const std::array places{1, 1};
  for (const auto& players : {std::array{0, 1}, std::array{1, 2}}) {
    for (int deal = 0; deal < 50; ++deal) {
      const std::array<PairScore, 1> score{
          std::llround((deal % 2 == 0 ? 0.51 : 0.49) * static_cast<double>(kPairWin))};
      const RankedGame game{.players = players, .places = places, .adjusted = score};
      results.add_deal(std::array{game, game});
    }
  }
  const Ratings ratings = fit(results, {.prior = 0, .unseen_mistake = 0.125});
  const double spread = 100.0 / 99 * 50 * 0.02 * 0.02 + std::pow(0.125, 2) * 200 / 100;
  for (const auto& [i, j] : {std::pair(0, 1), {1, 2}})
    EXPECT_NEAR(difference(ratings, i, j)->se, kEloPerNat * std::sqrt(spread) / (100 * 0.25), 1e-4);
}

TEST(Ratings, HaveIntervalsOfStudentsLawForTheDealsOfTheAgent) {
  const std::string text =
      won("a", "b", 4) + won("b", "a", 3) + won("a", "c", 9) + won("c", "a", 8);
  const Ratings ratings = fit(read(text), {.confidence = 0.9});
  // The 95 % points of Student's law with 23, 6 and 16 degrees of freedom.
  const std::array<double, 3> quantiles{1.7138715277, 1.9431802805, 1.7458836763};
  for (std::size_t i = 0; i < 3; ++i) {
    const AgentRating& row = ratings.agents[i];
    EXPECT_NEAR(*row.elo_high - row.elo, quantiles[i] * *row.se, 1e-6);
    EXPECT_NEAR(row.elo - *row.elo_low, quantiles[i] * *row.se, 1e-6);
  }
  const std::optional<Difference> apart = difference(ratings, 0, 1);
  EXPECT_NEAR(apart->elo, ratings.agents[0].elo - ratings.agents[1].elo, 1e-12);
  EXPECT_NEAR(
      apart->se,
      std::sqrt(ratings.covariance(0, 0) + ratings.covariance(1, 1) - 2 * ratings.covariance(0, 1)),
      1e-9);
  EXPECT_NEAR(los(ratings, 0, 1), upper_tail(apart->elo / apart->se, 7), 1e-12);
  EXPECT_NEAR(los(ratings, 1, 0), 1 - los(ratings, 0, 1), 1e-12);
}

TEST(Ratings, BoundAGroupByItsGamesAndTheErrorWithinIt) {
  // Two lost four games each to the core, all eight at once with probability 0.05; each is half of
  // its difference from the other away from the mean of both.
  const Ratings ratings = fit(read(won("a", "b", 2) + won("b", "a", 2) + won("a", "c", 4) +
                                   won("b", "d", 4) + won("c", "d", 2) + won("d", "c", 2)));
  const double p = std::pow(0.05, 1 / 8.0);
  const double within = difference(ratings, 2, 3)->se / 2;
  for (const std::size_t i : {2U, 3U}) {
    const double bound = -400 * std::log10(p / (1 - p)) + interval_quantile(0.95, 8) * within;
    EXPECT_NEAR(*ratings.agents[i].elo_high, bound, 1e-5);
    // The bound counts as 1.645 errors of the distance from those in the core.
    const double error = (bound - ratings.agents[i].elo) / 1.6448536269514722;
    EXPECT_NEAR(ratings.agents[i].bound_error, error, 1e-5);
    const double apart =
        (ratings.agents[0].elo - ratings.agents[i].elo) / std::hypot(*ratings.agents[0].se, error);
    EXPECT_NEAR(los(ratings, 0, static_cast<int>(i)), upper_tail(apart, 8), 1e-6);
    EXPECT_NEAR(los(ratings, static_cast<int>(i), 0), upper_tail(-apart, 8), 1e-6);
  }
}

TEST(Ratings, GiveEqualsOneRank) {
  std::string text;
  for (const auto* const middle : {"b", "c"})
    text += won("a", middle, 3) + won(middle, "a") + won(middle, "d", 3) + won("d", middle);
  const Ratings ratings = fit(read(text + tied("c", "b", 2)));
  EXPECT_EQ(ratings.order, std::vector<int>({0, 1, 2, 3}));
  EXPECT_EQ(ratings.agents[0].rank, 1);
  EXPECT_EQ(ratings.agents[1].rank, 2);
  EXPECT_EQ(ratings.agents[2].rank, 2);
  EXPECT_EQ(ratings.agents[3].rank, 4);
  EXPECT_EQ(*ratings.agents[1].los_next, 0.5);
  EXPECT_FALSE(ratings.agents[3].los_next);
}

TEST(Ratings, HaveWiderRankRangesIfAllHoldAtOnce) {
  // The first beats each of three equals; the difference is 2.2 errors with 58 wins of a hundred,
  // and 3.6 with 63. One difference needs 1.96, and all at once need 2.57.
  for (const int wins : {58, 63}) {
    std::string text;
    for (const auto* const other : {"b", "c", "d"})
      text += won("a", other, wins) + won(other, "a", 100 - wins);
    for (const auto& [i, j] : {std::pair("b", "c"), {"c", "d"}, {"d", "b"}})
      text += won(i, j, 50) + won(j, i, 50);
    const Results results = read(text);
    const Ratings apart = fit(results);
    const Ratings at_once = fit(results, {.simultaneous = true});
    EXPECT_EQ(apart.agents[0].rank_high, 1);
    EXPECT_EQ(apart.agents[1].rank_low, 2);
    EXPECT_EQ(apart.agents[1].tier, 2);
    EXPECT_EQ(at_once.agents[0].rank_high, wins == 58 ? 4 : 1);
    EXPECT_EQ(at_once.agents[1].rank_low, wins == 58 ? 1 : 2);
    EXPECT_EQ(at_once.agents[1].tier, wins == 58 ? 1 : 2);
  }
}

TEST(Ratings, NeedGamesUntilTheErrorIsSmallEnough) {
  // The error falls with the root of the games: n more make its square 1/(1 + n/games).
  const std::string mirrored = [] {
    std::string text = split("a", "b", 40);
    for (int deal = 0; deal < 10; ++deal) {
      const std::string key = "{\"deal\":" + std::to_string(deal);
      for (int game = 0; game < 2; ++game)
        text += key + R"(,"players":["a","b"],"places":)" + (deal < 6 ? "[1,2]}\n" : "[2,1]}\n");
    }
    return text;
  }();
  for (const std::string& text : {won("a", "b", 55) + won("b", "a", 45), mirrored}) {
    const Ratings ratings = fit(read(text), {.prior = 0});
    const std::optional<Difference> apart = difference(ratings, 0, 1);
    for (const double confidence : {0.95, 0.99}) {
      const double errors = normal_quantile(confidence) * apart->se / apart->elo;
      ASSERT_GT(errors, 1);
      EXPECT_NEAR(games_to_separate(ratings, 0, 1, confidence).value(), 100 * (errors * errors - 1),
                  1e-4);
    }
  }
  EXPECT_FALSE(games_to_separate(fit(read(tied("a", "b", 9))), 0, 1));
}

TEST(Ratings, OfGroupsThatNeverMetHaveNoCovariance) {
  const Ratings ratings = fit(read(won("a", "z", 3) + won("z", "a", 1) + won("b", "c", 2) +
                                   won("c", "b", 1) + won("c", "d", 2) + won("d", "c", 1)),
                              {.anchors = {{0, 1000}, {4, 1200}}});
  // The larger group stands first.
  EXPECT_EQ(ratings.order, std::vector<int>({1, 2, 3, 0, 4}));
  EXPECT_EQ(ratings.agents[1].component, 0);
  EXPECT_EQ(ratings.agents[4].component, 1);
  EXPECT_EQ(ratings.covariance(0, 1), 0);
  EXPECT_GT(ratings.covariance(0, 0), 0);
  EXPECT_GT(ratings.covariance(1, 1), 0);
  EXPECT_EQ(ratings.deals, 10);
  // Anchors move their own group only.
  EXPECT_NEAR(ratings.agents[0].elo + ratings.agents[4].elo, 2200, 1e-9);
  EXPECT_NEAR(ratings.agents[1].elo + ratings.agents[2].elo + ratings.agents[3].elo, 0, 1e-9);
  EXPECT_EQ(ratings.agents[0].rank, 1);
  EXPECT_EQ(ratings.agents[4].rank_high, 2);
}

TEST(Ratings, TakeTheErrorsOfTwoOutsideTheCoreFromTheirOwnGames) {
  const Ratings ratings = fit(read(won("a", "b", 2) + won("b", "a", 2) + won("a", "c", 4) +
                                   won("b", "d", 4) + won("c", "d", 3) + won("d", "c", 1)));
  ASSERT_FALSE(ratings.agents[2].in_core || ratings.agents[3].in_core);
  const std::optional<Difference> apart = difference(ratings, 2, 3);
  EXPECT_NEAR(los(ratings, 2, 3), upper_tail(apart->elo / apart->se, 8), 1e-12);
  // A level of one half bounds nothing by a number of errors.
  const Ratings even = fit(read(won("a", "b", 10)), {.confidence = 0.5});
  EXPECT_EQ(even.agents[0].bound_error, 0);
}

TEST(Ratings, AddTheModelsSpreadToPairsThatHadOneScoreInFiveDeals) {
  // Each of three beats the next in all deals. All are equal: H is n/4 times the Laplacian, and so
  // is the spread of the deals, times D/(D-1). The eigenvalue of the Laplacian is 3.
  for (const int deals : {4, 5}) {
    const Ratings ratings =
        fit(read(won("a", "b", deals) + won("b", "c", deals) + won("c", "a", deals)), {.prior = 0});
    const double information = deals / 4.0;
    const double spread = information * (3.0 * deals / (3 * deals - 1) + (deals == 5 ? 1 : 0));
    const double variance = 2.0 / 3 * 3 * spread / std::pow(3 * information, 2);
    for (const AgentRating& row : ratings.agents)
      EXPECT_NEAR(*row.se, kEloPerNat * std::sqrt(variance), 1e-6) << deals;
  }
}

TEST(Ratings, OfOneTableSizeCountDealsOfTheirAgentsOnly) {
  const Ratings ratings = fit(read(R"({"deal":1,"players":["a","b"],"places":[1,2]}
{"deal":1,"players":["a","b","c"],"places":[3,1,2]}
{"deal":2,"players":["a","b"],"places":[2,1]}
{"deal":3,"players":["c","b","a"],"places":[3,1,2]}
)"),
                              {.table_size = 2});
  EXPECT_EQ(ratings.deals, 2);
  EXPECT_EQ(ratings.games, 2);
  EXPECT_EQ(ratings.agents[0].deals, 2);
  EXPECT_EQ(ratings.agents[2].deals, 0);
  EXPECT_EQ(ratings.agents[2].games, 0);
}

}  // namespace
}  // namespace danno::leagues::ratings
