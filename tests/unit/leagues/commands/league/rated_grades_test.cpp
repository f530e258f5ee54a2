// Grades by ratings: by agents whose grades were said, exact for these and linear between them; or
// by the mean chance against all others; with errors that hold what they promise.
#include "leagues/commands/league/grade_sheet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/property/simulated_tables.hpp"

namespace danno::leagues::commands::league {
namespace {

using testing::HasSubstr;

/// Every pair plays so many mirrored deals.
report::DivisionRatings play(const std::vector<double>& elos, int deals, std::uint64_t seed) {
  std::vector<double> strengths;
  for (const double elo : elos)
    strengths.push_back(elo / ratings::kEloPerNat);
  Chance chance(seed);
  const auto agents = static_cast<int>(elos.size());
  ratings::Results results(agents);
  for (int j = 1; j < agents; ++j) {
    for (int i = 0; i < j; ++i) {
      for (int deal = 0; deal < deals; ++deal)
        add_deal(results, mirrored_deal({i, j}, strengths, 0.7, chance));
    }
  }
  report::DivisionRatings rated{{}, ratings::fit(results)};
  for (int agent = 0; agent < agents; ++agent)
    rated.names.push_back(std::string(1, static_cast<char>('a' + agent)) +
                          (agent == 1 ? "@2" : ""));
  return rated;
}

std::string complaint(const report::DivisionRatings& rated, const Grading& grading) {
  try {
    (void)rated_grades(rated, grading, "koans");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(RatedGrades, AreThoseOfTheAnchorsAndLinearInEloBetweenThem) {
  const report::DivisionRatings rated = play({-300, -100, 0, 100, 200}, 200, 1);
  // The second is b@2, in the sheet b.
  const Grading grading{.scale = {}, .anchors = {{"d", 16}, {"a", 4}, {"b", 10}}};
  const auto grades = rated_grades(rated, grading, "koans");
  const auto& agents = rated.ratings.agents;
  EXPECT_NEAR(grades[0]->grade, 4, 1e-9);
  EXPECT_NEAR(grades[1]->grade, 10, 1e-9);
  EXPECT_NEAR(grades[3]->grade, 16, 1e-9);
  for (const std::size_t anchor : {0U, 1U, 3U})
    EXPECT_NEAR(*grades[anchor]->error, 0, 1e-6);
  const double slope = (16 - 10) / (agents[3].elo - agents[1].elo);
  EXPECT_NEAR(grades[2]->grade, 10 + slope * (agents[2].elo - agents[1].elo), 1e-9);
  EXPECT_NEAR(grades[4]->grade, 16 + slope * (agents[4].elo - agents[3].elo), 1e-9)
      << "beyond the anchors the line goes on";
  EXPECT_GT(*grades[4]->error, *grades[2]->error);
}

TEST(RatedGrades, MayFallWithStrength) {
  const report::DivisionRatings rated = play({-100, 0, 100}, 100, 1);
  const auto grades =
      rated_grades(rated, {.scale = {5, 1}, .anchors = {{"a", 4}, {"c", 1.5}}}, "koans");
  EXPECT_LT(grades[1]->grade, 4);
  EXPECT_GT(grades[1]->grade, 1.5);
}

TEST(RatedGrades, HoldTheTruthInNinetyFivePercent) {
  const std::vector<double> elos{-150, -50, 0, 50, 150};
  const Grading grading{.scale = {}, .anchors = {{"a", 5}, {"e", 15}}};
  constexpr std::array<double, 5> kTruth{5, 8 + 1.0 / 3, 10, 11 + 2.0 / 3, 15};
  int holding = 0;
  constexpr int kLeagues = 400;
  for (int league = 0; league < kLeagues; ++league) {
    const auto grades =
        rated_grades(play(elos, 40, static_cast<std::uint64_t>(league)), grading, "koans");
    for (const std::size_t agent : {1U, 2U, 3U})
      holding += std::abs(grades[agent]->grade - kTruth[agent]) <= *grades[agent]->error;
  }
  EXPECT_GE(holding, 0.935 * 3 * kLeagues);
  EXPECT_LE(holding, 0.97 * 3 * kLeagues);
}

/// Tables of random agents of equal steps of strength, and one that comes last in every game.
report::DivisionRatings play_tables(int seats, int deals, std::uint64_t seed) {
  constexpr double kStep = 0.3;
  const std::vector<double> strengths{3 * kStep, 2 * kStep, kStep, 0, -kStep, -2 * kStep, -200};
  Chance chance(seed);
  ratings::Results results(static_cast<int>(strengths.size()));
  for (int deal = 0; deal < deals; ++deal) {
    std::vector<int> agents(strengths.size());
    std::iota(agents.begin(), agents.end(), 0);
    for (std::size_t i = agents.size() - 1; i > 0; --i)
      std::swap(agents[i], agents[chance.below(i + 1)]);
    agents.resize(static_cast<std::size_t>(seats));
    add_deal(results, mirrored_deal(agents, strengths, 0.7, chance));
  }
  return {{"a", "b", "c", "d", "e", "f", "broken"}, ratings::fit(results)};
}

double win_chance(double strength) { return 1 / (1 + std::exp(-strength)); }

TEST(RatedGrades, WithoutAnchorsHoldTheTruthInNinetyFivePercentBesideOneThatNeverWins) {
  for (const int seats : {2, 3, 6}) {
    SCOPED_TRACE(seats);
    int holding = 0;
    constexpr int kLeagues = 120;
    for (int league = 0; league < kLeagues; ++league) {
      const auto grades = rated_grades(play_tables(seats, 120, static_cast<std::uint64_t>(league)),
                                       {.scale = {0, 20}}, "koans");
      for (int agent = 0; agent < 6; ++agent) {
        double truth = 1;  // against the one that never wins
        for (int other = 0; other < 6; ++other)
          truth += other == agent ? 0 : win_chance(0.3 * (other - agent));
        const auto& grade = grades[static_cast<std::size_t>(agent)];
        ASSERT_TRUE(grade->error);
        holding += std::abs(grade->grade - 20 * truth / 6) <= *grade->error;
      }
      EXPECT_FALSE(grades[6]->error);
    }
    EXPECT_GE(holding, 0.92 * 6 * kLeagues);
    EXPECT_LE(holding, 0.98 * 6 * kLeagues);
  }
}

TEST(RatedGrades, WithoutAnchorsAreInTheOrderOfTheRatingsWhoeverMetWhom) {
  // The strong ones met each other, and the third one a weak one.
  const std::vector<double> strengths{1.2, 1, 0.2, -1};
  Chance chance(5);
  ratings::Results results(4);
  for (int deal = 0; deal < 300; ++deal) {
    add_deal(results, mirrored_deal({0, 1}, strengths, 0.7, chance));
    add_deal(results, mirrored_deal({2, 3}, strengths, 0.7, chance));
    if (deal % 3 == 0) add_deal(results, mirrored_deal({1, 2}, strengths, 0.7, chance));
  }
  const report::DivisionRatings rated{{"a", "b", "c", "d"}, ratings::fit(results)};
  const auto& agents = rated.ratings.agents;
  ASSERT_GT(agents[1].elo, agents[2].elo);
  ASSERT_LT(agents[1].score, agents[2].score) << "whose share of points is the larger one";
  const auto grades = rated_grades(rated, {.scale = {5, 1}}, "koans");
  for (std::size_t i = 0; i < 4; ++i) {
    double chances = 0;
    for (std::size_t j = 0; j < 4; ++j)
      chances += i == j ? 0 : ratings::expected_score(agents[i].elo - agents[j].elo) / 3;
    EXPECT_NEAR(grades[i]->grade, 5 - 4 * chances, 1e-9);
  }
  EXPECT_LT(grades[1]->grade, grades[2]->grade) << "of 5 to 1, 1 is best";
}

TEST(RatedGrades, HaveNoErrorWhereSomebodyWonEverything) {
  const report::DivisionRatings rated = play({-100, 0, 5000}, 50, 1);
  const auto grades = rated_grades(rated, {.scale = {}, .anchors = {{"a", 4}, {"b", 10}}}, "koans");
  EXPECT_FALSE(grades[2]->error);
  const auto unsure = rated_grades(rated, {.scale = {}, .anchors = {{"a", 4}, {"c", 16}}}, "koans");
  EXPECT_FALSE(unsure[1]->error) << "the strong anchor's own strength is not known";
  EXPECT_EQ(unsure[2]->error, 0) << "its grade was said";
}

TEST(RatedGrades, SayWhichAnchorsDoNotFit) {
  const report::DivisionRatings rated = play({-100, 0, 100}, 100, 1);
  EXPECT_EQ(complaint(rated, {.scale = {}, .anchors = {{"a", 4}, {"eve", 10}}}),
            "'eve' is not rated in koans; expected an agent that played there");
  EXPECT_THAT(complaint(rated, {.scale = {}, .anchors = {{"a", 4}, {"b", 2}, {"c", 10}}}),
              HasSubstr("grades in the order of the ratings"));
  EXPECT_THAT(complaint(rated, {.scale = {}, .anchors = {{"a", 4}, {"c", 4}}}),
              HasSubstr("grades in the order of the ratings"));
}

}  // namespace
}  // namespace danno::leagues::commands::league
