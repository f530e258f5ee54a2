#include "leagues/commands/tune/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace danno::leagues::commands::tune {
namespace {

/// Made-up deals: the dice, the same for all, decide much of a deal, and how they are used the
/// rest.
class MadeUpDeals {
 public:
  explicit MadeUpDeals(unsigned seed) : random_(seed) {}

  /// Adds a deal of each candidate that races, with these mean scores.
  void add_to(Race& race, const std::vector<double>& means) {
    const double luck = dice_(random_);
    for (std::size_t i = 0; i < means.size(); ++i) {
      // Drawn for all, so that nobody's dice depend on who was dropped.
      const DealScore score{means[i] + luck + own_(random_), luck};
      if (race.is_racing(i)) race.add(i, 0, std::span(&score, 1));
    }
  }

 private:
  std::mt19937 random_;
  std::normal_distribution<double> dice_{0, 0.3};
  std::normal_distribution<double> own_{0, 0.12};
};

struct Raced {
  Race race;
  std::uint64_t deals = 0;
  bool open = true;
};

Raced run_race(unsigned seed, const std::vector<double>& means, std::uint64_t most) {
  Raced raced{Race(means.size(), {}), 0, true};
  MadeUpDeals deals(seed);
  for (std::uint64_t stage = 100; raced.open && stage <= most;
       stage += std::max<std::uint64_t>(50, stage / 5)) {
    for (; raced.deals < stage; ++raced.deals)
      deals.add_to(raced.race, means);
    raced.open = raced.race.look(stage);
  }
  return raced;
}

bool is_resumable(const Race& race, std::size_t candidate) {
  return race.standings()[candidate].state != CandidateState::Dropped;
}

TEST(Race, KeepsTheBestIn95PercentOfRaces) {
  int lost = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const Raced raced = run_race(seed, {0.40, 0.41, 0.43, 0.435, 0.43, 0.40, 0.30}, 1000);
    lost += is_resumable(raced.race, 3) ? 0 : 1;
  }
  EXPECT_LE(lost, 50);
}

TEST(Race, CallsNoneOfEqualOnesBetterIn95PercentOfRaces) {
  int wrong = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const Raced raced = run_race(seed, std::vector<double>(7, 0.43), 1000);
    for (std::size_t i = 0; i < 7; ++i) {
      if (is_resumable(raced.race, i)) continue;
      ++wrong;
      break;
    }
  }
  EXPECT_LE(wrong, 50);
}

TEST(Race, OneThatPlaysAsItsOpponentHasTheErrorOfTheModel) {
  Race race(2, {});
  const std::vector<DealScore> even(400, DealScore{0.5, 0});
  const std::vector<DealScore> won(400, DealScore{1, 0});
  race.add(0, 0, even);
  race.add(1, 0, won);
  race.look(400);
  EXPECT_NEAR(race.standings()[0].field->elo, 0, 1e-9);
  // 1.96 standard errors of 400 games at one half.
  EXPECT_NEAR(race.standings()[0].field->half_width, 1.96 * 0.025 * 4 * 400 / std::log(10), 0.1);
  EXPECT_GT(race.standings()[1].field->half_width, 1);
}

TEST(Race, FindsTheBestAndDropsTheOthers) {
  const Raced raced = run_race(1, {0.35, 0.40, 0.45, 0.40}, 5000);
  EXPECT_FALSE(raced.open);
  EXPECT_EQ(raced.race.leader(), 2U);
  EXPECT_EQ(raced.race.standings()[2].state, CandidateState::Best);
  EXPECT_EQ(raced.race.standings()[0].state, CandidateState::Dropped);
  EXPECT_LE(raced.race.standings()[0].deals, 200U);
}

TEST(Race, EndsWhereAllThatAreLeftAreClose) {
  const Raced raced = run_race(1, {0.4300, 0.4301}, 100'000);
  EXPECT_FALSE(raced.open);
  EXPECT_TRUE(is_resumable(raced.race, 0) && is_resumable(raced.race, 1));
}

TEST(Race, TakesThoseThatDecideAlikeForEqualOnlyAfterManyDeals) {
  Race race(2, {});
  const std::vector<DealScore> deals(1000, DealScore{0.5, 0});
  race.add(0, 0, deals);
  race.add(1, 0, deals);
  EXPECT_TRUE(race.look(1000));
  EXPECT_TRUE(race.all_alike());
  for (int more = 0; more < 3; ++more) {
    race.add(0, 0, deals);
    race.add(1, 0, deals);
  }
  EXPECT_FALSE(race.look(4000));
  EXPECT_TRUE(race.all_alike());
}

TEST(Race, DoesNotJudgeByFewDifferences) {
  // All of three differing deals favour one candidate: their spread is 0, and says nothing.
  Race race(2, {});
  std::vector<DealScore> deals(200, DealScore{0.5, 0});
  race.add(0, 0, deals);
  for (const std::size_t deal : {3U, 50U, 120U})
    deals[deal].score = 0.75;
  race.add(1, 0, deals);
  EXPECT_TRUE(race.look(200));
  EXPECT_TRUE(is_resumable(race, 0));
  EXPECT_FALSE(race.all_alike());
}

TEST(Race, GoesOnWithoutACandidateThatFailed) {
  Raced raced{Race(3, {}), 0, true};
  raced.race.fail(0, "timeout: it slept");
  MadeUpDeals deals(3);
  for (int deal = 0; deal < 300; ++deal)
    deals.add_to(raced.race, {0.9, 0.3, 0.5});
  EXPECT_FALSE(raced.race.look(300));
  EXPECT_EQ(raced.race.leader(), 2U);
  EXPECT_EQ(raced.race.standings()[0].state, CandidateState::Failed);
  EXPECT_EQ(raced.race.standings()[0].reason, "timeout: it slept");
}

TEST(Race, HasNoLeaderWhereAllFailed) {
  Race race(2, {});
  race.fail(0, "exit: 1");
  race.fail(1, "exit: 1");
  EXPECT_FALSE(race.look(100));
  EXPECT_FALSE(race.leader());
}

TEST(Race, TakesLuckOutTableByTable) {
  // Luck decides all at one table; at the other it is noise that a common slope would let in.
  RaceTerms terms;
  terms.tables = 2;
  Race race(2, terms);
  std::mt19937 random(5);
  std::normal_distribution<double> normal(0, 0.2);
  for (int deal = 0; deal < 500; ++deal) {
    const double luck = normal(random);
    const double noise = normal(random);
    for (const std::size_t candidate : {0U, 1U}) {
      const double mean = candidate == 0 ? 0.5 : 0.48;
      const DealScore first{mean + luck + 0.01 * normal(random), luck};
      const DealScore second{mean + 0.01 * normal(random), noise};
      race.add(candidate, 0, std::span(&first, 1));
      race.add(candidate, 1, std::span(&second, 1));
    }
  }
  EXPECT_FALSE(race.look(500));
  EXPECT_LT(race.standings()[0].field->half_width, 1);
}

TEST(Difference, IsNearTheTrueOne) {
  Race race(2, {});
  MadeUpDeals deals(11);
  for (int deal = 0; deal < 2000; ++deal)
    deals.add_to(race, {0.55, 0.50});
  const EloEstimate apart = difference(race.scores(0), race.scores(1));
  EXPECT_NEAR(apart.elo, score_to_elo(0.55) - score_to_elo(0.50), apart.half_width * 1.5);
  EXPECT_LT(apart.half_width, 6);
}

TEST(Difference, IsNotSureWhereTheyHardlyDiffer) {
  std::vector<std::vector<DealScore>> first(1, std::vector<DealScore>(500, DealScore{0.5, 0}));
  const auto second = first;
  EXPECT_EQ(difference(first, second).elo, 0);
  EXPECT_GT(difference(first, second).half_width, 0);
  for (const std::size_t deal : {3U, 50U, 120U})
    first[0][deal].score = 0.75;
  const EloEstimate apart = difference(first, second);
  EXPECT_GT(apart.elo, 0);
  EXPECT_GT(apart.half_width, apart.elo);
}

TEST(Elo, IsTheLogisticOneAndBounded) {
  EXPECT_DOUBLE_EQ(score_to_elo(0.5), 0);
  EXPECT_NEAR(score_to_elo(10.0 / 11), 400, 1e-9);
  EXPECT_NEAR(score_to_elo(1.2), 1000, 1e-9);
  EXPECT_NEAR(score_to_elo(-0.1), -1000, 1e-9);
}

}  // namespace
}  // namespace danno::leagues::commands::tune
