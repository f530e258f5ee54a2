// The figures of tournaments: mean places, titles, ratings, and the chances in one more of them.
#include "leagues/schedule/tournament/table.hpp"

#include <cmath>
#include <numbers>

#include "tests/unit/played_tournament.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using testing::ElementsAre;

std::vector<TournamentOdds> odds(const std::vector<double>& elo, double variance = 0) {
  ratings::SquareMatrix covariance(elo.size());
  for (std::size_t i = 0; i < elo.size(); ++i)
    covariance(i, i) = variance;
  return tournament_odds({.entrants = static_cast<int>(elo.size())}, elo, covariance,
                         solver::unwatched);
}

/// The largest error of a simulated chance here: three standard errors of 2 000 tournaments.
double error(double chance) { return 3 * std::sqrt(chance * (1 - chance) / 2000); }

/// Returns the chance to have most points in four games of two, won with chance `p` each. Games
/// won two each leave the order of the draw.
double win_of_four(double p) {
  const double q = 1 - p;
  return std::pow(p, 4) + 4 * std::pow(p, 3) * q + 3 * p * p * q * q;
}

TEST(TournamentOdds, OfTwoAreThoseOfFourGamesOfBradleyAndTerry) {
  for (const double apart : {0.0, 100.0, -100.0, 400.0}) {
    const double p = 1 / (1 + std::pow(10, -apart / 400));
    const auto chances = odds({apart, 0});
    EXPECT_NEAR(chances[0].win, win_of_four(p), error(win_of_four(p))) << apart;
    EXPECT_NEAR(chances[0].win + chances[1].win, 1, 1e-9) << apart;
    // One table is the first stage and the final.
    EXPECT_NEAR(chances[1].advance, 1, 1e-9);
    EXPECT_NEAR(chances[1].final, 1, 1e-9);
  }
}

/// Returns the chance of win_of_four() if the difference of strengths is drawn with this mean and
/// standard deviation, summed over the normal distribution.
double win_of_drawn(double mean, double deviation) {
  double sum = 0;
  for (int step = -500; step <= 500; ++step) {
    const double z = step / 100.0;
    const double p = 1 / (1 + std::pow(10, -(mean + deviation * z) / 400));
    sum += win_of_four(p) * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) / 100;
  }
  return sum;
}

TEST(TournamentOdds, CountTheUncertaintyOfRatings) {
  // Ratings that err with a variance e, of agents whose strengths vary by v, keep v / (v + e) of
  // their difference; that is also the share of e with which each strength is drawn (Efron and
  // Morris). The variance v is at least that of 30 Elo, and else what the ratings vary beyond e.
  const double little = win_of_drawn(20, std::sqrt(2 * 450));
  EXPECT_NEAR(odds({20, -20}, 900)[0].win, little, error(little));
  const double much = win_of_drawn(2000 * 2.0 / 3, std::sqrt(2 * 500'000 * 2.0 / 3));
  EXPECT_NEAR(odds({1000, -1000}, 500'000)[0].win, much, error(much));
}

TEST(TournamentOdds, OfSevenEqualsAreEqual) {
  const auto chances = odds(std::vector<double>(7));
  double advance = 0;
  double wins = 0;
  for (const TournamentOdds& one : chances) {
    // Four of seven advance, who all sit in the final.
    EXPECT_NEAR(one.advance, 4.0 / 7, error(4.0 / 7));
    EXPECT_EQ(one.advance, one.final);
    EXPECT_NEAR(one.win, 1.0 / 7, error(1.0 / 7));
    advance += one.advance;
    wins += one.win;
  }
  EXPECT_NEAR(advance, 4, 1e-9);
  EXPECT_NEAR(wins, 1, 1e-9);
}

TEST(TournamentOdds, OfThreeStagesPartTheFirstCutFromTheFinal) {
  // Seven of 13 agents advance, and four of these sit in the final.
  const auto chances = odds(std::vector<double>(13));
  double advance = 0;
  double final = 0;
  for (const TournamentOdds& one : chances) {
    EXPECT_NEAR(one.advance, 7.0 / 13, error(7.0 / 13));
    EXPECT_NEAR(one.final, 4.0 / 13, error(4.0 / 13));
    advance += one.advance;
    final += one.final;
  }
  EXPECT_NEAR(advance, 7, 1e-9);
  EXPECT_NEAR(final, 4, 1e-9);
}

TEST(TournamentOdds, OfAMuchBetterAgentAreSure) {
  const auto chances = odds({4000, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(std::llround(chances[0].win * 2000), 2000);
  EXPECT_EQ(std::llround(chances[0].advance * 2000), 2000);
}

TEST(TournamentOdds, AreWatched) {
  std::vector<std::uint64_t> steps;
  (void)tournament_odds({.entrants = 2}, {0, 0}, ratings::SquareMatrix(2),
                        [&](std::string_view what, std::uint64_t done, std::uint64_t all) {
                          EXPECT_EQ(what, "tournaments simulated");
                          EXPECT_EQ(all, 2000U);
                          steps.push_back(done);
                        });
  ASSERT_EQ(steps.size(), 2000U);
  EXPECT_EQ(steps.back(), 1999U);
}

TEST(TournamentPoints, AreShownWithoutNeedlessDigits) {
  EXPECT_EQ(format_points_60(0), "0");
  EXPECT_EQ(format_points_60(210), "3.5");
  EXPECT_EQ(format_points_60(60 * 24), "24");
}

class TournamentTables : public PlayedTournament {
 protected:
  [[nodiscard]] TournamentTable table() const { return compute_tournament_table(reader()); }
};

/// The agent that is last by name wins the tournaments with an odd number.
void alternate(const std::vector<std::string>& names, std::uint64_t deal,
               referee::record::GameRecord& game) {
  rank_by_name(names, deal, game);
  // Two agents play one stage: two rounds of two games.
  if (deal / 4 % 2 == 0) return;
  std::swap(game.places[0], game.places[1]);
  std::swap(game.totals[0], game.totals[1]);
}

TEST_F(TournamentTables, HaveTheMeanPlaceOfFinishedTournaments) {
  add_agents(2);
  league_.format_keys["repeat"] = 4;
  // Three whole tournaments and two games of the fourth: ada wins the first and the third.
  EXPECT_EQ(play(alternate, 14), 14U);
  const TournamentTable table = this->table();
  EXPECT_FALSE(table.finished);
  ASSERT_EQ(table.divisions.size(), 1U);
  const TournamentDivision& division = table.divisions.front();
  EXPECT_EQ(division.games, 14U);
  EXPECT_TRUE(division.connected);
  ASSERT_EQ(division.tournaments.size(), 4U);
  EXPECT_FALSE(division.tournaments.back().finished);
  ASSERT_EQ(division.rows.size(), 2U);
  EXPECT_EQ(division.rows[0].rated.name, "ada");
  EXPECT_EQ(division.rows[0].titles, 2);
  EXPECT_DOUBLE_EQ(division.rows[0].mean_place, 4.0 / 3);
  EXPECT_EQ(division.rows[1].titles, 1);
  EXPECT_DOUBLE_EQ(division.rows[1].mean_place, 5.0 / 3);
  EXPECT_EQ(division.rows[0].rated_deals, 14);
  EXPECT_EQ(division.rows[0].rated.tally.games, 14);
}

TEST_F(TournamentTables, AreFinishedWithTheLastTournamentOfAllRuleSets) {
  add_agents(2);
  add_rules("tyghe");
  league_.format_keys["repeat"] = 2;
  EXPECT_EQ(play(alternate), 16U);
  const TournamentTable whole = table();
  EXPECT_TRUE(whole.finished);
  ASSERT_EQ(whole.divisions.size(), 2U);
  EXPECT_EQ(whole.divisions[1].definition->id, std::string("tyghe"));
  EXPECT_EQ(whole.divisions[1].tournaments.size(), 2U);
  fs::remove_all(out());
  EXPECT_EQ(play(alternate, 15), 15U);
  EXPECT_FALSE(table().finished);
}

TEST_F(TournamentTables, OfAnUnfinishedTournamentHaveThePlacesSoFar) {
  add_agents(2);
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  const TournamentTable table = this->table();
  const auto& rows = table.divisions.at(0).rows;
  EXPECT_EQ(rows[0].rated.name, "ada");
  EXPECT_EQ(rows[0].mean_place, 1);
  EXPECT_EQ(rows[0].titles, 0) << "nothing is won yet";
  EXPECT_EQ(rows[1].mean_place, 2);
  EXPECT_THAT(table.isolation, ElementsAre("none"));
  EXPECT_THAT(table.isolation_layers, ElementsAre("layers: few"));
}

TEST_F(TournamentTables, DoNotRateGamesWithAdvice) {
  add_agents(2);
  league_.advice = referee::play::Advice::FirstGame;
  play();
  const TournamentDivision division = table().divisions.at(0);
  EXPECT_EQ(division.games, 4U);
  EXPECT_EQ(division.rows[0].rated.tally.games, 3);
  EXPECT_EQ(division.rows[0].rated_deals, 3);
}

TEST_F(TournamentTables, KnowWhoNeverMet) {
  // The two tables of the first round have no agent in common.
  add_agents(7);
  EXPECT_EQ(play(rank_by_name, 2), 2U);
  EXPECT_FALSE(table().divisions.at(0).connected);
  fs::remove_all(out());
  play();
  EXPECT_TRUE(table().divisions.at(0).connected);
}

TEST_F(TournamentTables, GroupTheGamesByRoundAndTable) {
  add_agents(7);
  play();
  const TournamentTable table = this->table();
  const Tournament& tournament = table.divisions.at(0).tournaments.at(0);
  const auto tables = games_by_table(tournament.stages.at(0));
  ASSERT_EQ(tables.size(), 4U);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    ASSERT_EQ(tables[i].size(), 2U);
    for (int game = 0; game < 2; ++game) {
      const PlannedGame& planned = tables[i][static_cast<std::size_t>(game)]->planned;
      EXPECT_EQ(planned.round, static_cast<int>(i / 2));
      EXPECT_EQ(planned.table, static_cast<int>(i % 2));
      EXPECT_EQ(planned.game, game);
    }
  }
  EXPECT_FALSE(is_final(tournament, 0));
  EXPECT_TRUE(is_final(tournament, 1));
  EXPECT_EQ(format_next(tournament, 0, 0), "advances");
  EXPECT_EQ(format_next(tournament, 0, 4), "");
  EXPECT_EQ(format_next(tournament, 1, 0), "wins");
  EXPECT_EQ(format_next(tournament, 1, 1), "");
}

}  // namespace
}  // namespace danno::leagues::schedule::tournament
