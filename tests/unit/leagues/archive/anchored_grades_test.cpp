// Grades by the Elo of agents whose grades were said: exact for these, linear between them, with
// errors that hold what they promise.
#include "leagues/archive/anchored_grades.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/property/simulated_tables.hpp"

namespace danno::leagues::archive {
namespace {

using testing::HasSubstr;

/// Every pair plays so many mirrored deals.
tables::DivisionRatings play(const std::vector<double>& elos, int deals, std::uint64_t seed) {
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
  tables::DivisionRatings rated{{}, ratings::fit(results)};
  for (int agent = 0; agent < agents; ++agent)
    rated.names.push_back(std::string(1, static_cast<char>('a' + agent)) +
                          (agent == 1 ? "@2" : ""));
  return rated;
}

std::string complaint(const tables::DivisionRatings& rated, const Grading& grading) {
  try {
    (void)anchored_grades(rated, grading, "koans");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(AnchoredGrades, AreThoseOfTheAnchorsAndLinearInEloBetweenThem) {
  const tables::DivisionRatings rated = play({-300, -100, 0, 100, 200}, 200, 1);
  // The second is b@2, in the sheet b.
  const Grading grading{.scale = {}, .anchors = {{"d", 16}, {"a", 4}, {"b", 10}}};
  const auto grades = anchored_grades(rated, grading, "koans");
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

TEST(AnchoredGrades, MayFallWithStrength) {
  const tables::DivisionRatings rated = play({-100, 0, 100}, 100, 1);
  const auto grades =
      anchored_grades(rated, {.scale = {5, 1}, .anchors = {{"a", 4}, {"c", 1.5}}}, "koans");
  EXPECT_LT(grades[1]->grade, 4);
  EXPECT_GT(grades[1]->grade, 1.5);
}

TEST(AnchoredGrades, HoldTheTruthInNinetyFivePercent) {
  const std::vector<double> elos{-150, -50, 0, 50, 150};
  const Grading grading{.scale = {}, .anchors = {{"a", 5}, {"e", 15}}};
  constexpr std::array<double, 5> kTruth{5, 8 + 1.0 / 3, 10, 11 + 2.0 / 3, 15};
  int holding = 0;
  constexpr int kLeagues = 400;
  for (int league = 0; league < kLeagues; ++league) {
    const auto grades =
        anchored_grades(play(elos, 40, static_cast<std::uint64_t>(league)), grading, "koans");
    for (const std::size_t agent : {1U, 2U, 3U})
      holding += std::abs(grades[agent]->grade - kTruth[agent]) <= *grades[agent]->error;
  }
  EXPECT_GE(holding, 0.935 * 3 * kLeagues);
  EXPECT_LE(holding, 0.97 * 3 * kLeagues);
}

TEST(AnchoredGrades, HaveNoErrorWhereSomebodyWonEverything) {
  const tables::DivisionRatings rated = play({-100, 0, 5000}, 50, 1);
  const auto grades =
      anchored_grades(rated, {.scale = {}, .anchors = {{"a", 4}, {"b", 10}}}, "koans");
  EXPECT_FALSE(grades[2]->error);
  const auto unsure =
      anchored_grades(rated, {.scale = {}, .anchors = {{"a", 4}, {"c", 16}}}, "koans");
  EXPECT_FALSE(unsure[1]->error) << "the strong anchor's own strength is not known";
  EXPECT_EQ(unsure[2]->error, 0) << "its grade was said";
}

TEST(AnchoredGrades, SayWhichAnchorsDoNotFit) {
  const tables::DivisionRatings rated = play({-100, 0, 100}, 100, 1);
  EXPECT_EQ(complaint(rated, {.scale = {}, .anchors = {{"a", 4}, {"eve", 10}}}),
            "'eve' is not rated in koans; expected an agent that played there");
  EXPECT_THAT(complaint(rated, {.scale = {}, .anchors = {{"a", 4}, {"b", 2}, {"c", 10}}}),
              HasSubstr("grades in the order of the ratings"));
  EXPECT_THAT(complaint(rated, {.scale = {}, .anchors = {{"a", 4}, {"c", 4}}}),
              HasSubstr("grades in the order of the ratings"));
}

}  // namespace
}  // namespace danno::leagues::archive
