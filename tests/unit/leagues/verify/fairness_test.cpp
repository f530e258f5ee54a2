#include "leagues/verify/fairness.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>

namespace danno::leagues::verify {
namespace {

using Random = std::mt19937;
/// The next die; `last` is the one before.
using Die = std::function<int(Random&, std::size_t place, int last)>;

int fair_die(Random& random, std::size_t, int) { return static_cast<int>(random() % 6); }

/// Throws turns that go on, with fewer dice, while no 0 falls: what was thrown decides what is
/// thrown next, as in a game.
DiceTally league(Random& random, int throws, const Die& die) {
  DiceTally tally;
  int last = 0;
  int seat = 0;
  std::uint32_t roll = 0;
  std::size_t dice = 6;
  for (int i = 0; i < throws; ++i) {
    std::vector<int> faces;
    for (std::size_t place = 0; place < dice; ++place)
      faces.push_back(last = die(random, place, last));
    tally.add(seat, roll, faces);
    const bool goes_on = dice > 1 && std::ranges::count(faces, 0) == 0;
    dice = goes_on ? dice - 1 : 6;
    roll = goes_on ? roll + 1 : 0;
    if (!goes_on) seat = 1 - seat;
  }
  return tally;
}

/// The test of least p.
DiceTest least(const Die& die) {
  Random random(7);
  const auto tests = league(random, 100'000, die).tests();
  return *std::ranges::min_element(tests, {}, &DiceTest::p);
}

TEST(ADiceTest, OfFairLeaguesHasPValuesThatAreUniform) {
  constexpr int kLeagues = 500;
  std::map<std::string, std::vector<double>> by_test;
  int below_a_tenth = 0;
  Random random(1);
  for (int i = 0; i < kLeagues; ++i) {
    const auto tests = league(random, 25'000, fair_die).tests();
    ASSERT_EQ(tests.size(), 5U);  // runs of five need more dice
    for (const DiceTest& test : tests)
      by_test[test.what].push_back(test.p);
    below_a_tenth += overall_p(tests) < 0.1 ? 1 : 0;
  }
  for (auto& [what, p] : by_test) {
    std::ranges::sort(p);
    double distance = 0;  // Kolmogorov's
    for (std::size_t i = 0; i < p.size(); ++i)
      distance = std::max(distance, std::abs(p[i] - (static_cast<double>(i) + 0.5) / kLeagues));
    EXPECT_LT(distance, 1.63 / std::sqrt(kLeagues)) << what;  // so many of a hundred
  }
  EXPECT_LE(below_a_tenth, 70);
  EXPECT_GE(below_a_tenth, 30);  // the bound is near what it bounds
}

TEST(ADiceTest, FindsWhatIsWrong) {
  const auto biased = [](Random& random, std::size_t place, int last) {
    return random() % 100 == 0 ? 0 : fair_die(random, place, last);
  };
  const auto sticky = [](Random& random, std::size_t place, int last) {
    return random() % 50 == 0 ? last : fair_die(random, place, last);
  };
  const auto biased_third = [&](Random& random, std::size_t place, int last) {
    return place == 2 ? biased(random, place, biased(random, place, last))
                      : fair_die(random, place, last);
  };
  EXPECT_LT(least(biased).p, 1e-9);
  EXPECT_LT(least(sticky).p, 1e-9);
  EXPECT_EQ(least(sticky).what, "lengths of runs of a face");
  EXPECT_LT(least(biased_third).p, 1e-4);
  EXPECT_GT(least(fair_die).p, 1e-3);
}

TEST(ADiceTest, SaysNothingOfFewDice) {
  Random random(1);
  EXPECT_TRUE(league(random, 50, fair_die).tests().empty());
  EXPECT_EQ(overall_p({}), 1);
}

TEST(ADiceTest, PaysForEveryLook) {
  std::vector<DiceTest> tests(20);
  tests[3].p = 0.001;
  EXPECT_DOUBLE_EQ(overall_p(tests), 0.02);
}

TEST(ADiceTally, IsTheSumOfItsParts) {
  Random random(3);
  const DiceTally one = league(random, 60'000, fair_die);
  const DiceTally other = league(random, 60'000, fair_die);
  DiceTally both = one;
  both.add(other);
  DiceTally turned = other;
  turned.add(one);
  const auto tests = both.tests();
  ASSERT_EQ(tests.size(), 6U);
  ASSERT_EQ(one.tests().size(), 6U);
  ASSERT_EQ(other.tests().size(), 6U);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    EXPECT_EQ(tests[i].count, one.tests()[i].count + other.tests()[i].count) << tests[i].what;
    EXPECT_EQ(tests[i].chi_squared, turned.tests()[i].chi_squared) << tests[i].what;
  }
}

/// The tests as "name: count, degrees, chi-squared".
std::vector<std::string> shown(const DiceTally& tally) {
  std::vector<std::string> all;
  for (const DiceTest& test : tally.tests())
    all.push_back(
        fmt::format("{}: {}, {}, {:.6f}", test.what, test.count, test.degrees, test.chi_squared));
  return all;
}

TEST(ADiceTally, AddsUpItsGroups) {
  DiceTally tally;
  // Every pair falls 200 times, as a fifth or later throw; but the first is (0,1) and not (0,0).
  for (int i = 0; i < 36 * 200; ++i)
    tally.add(1, 4, std::array{i / 6 % 6, i == 0 ? 1 : i % 6});
  EXPECT_THAT(shown(tally), testing::ElementsAre(
                                // 2399 and 2401 of 2400: 2/2400.
                                "faces by seat: 14400, 5, 0.000833",
                                // 1199 and 1201 of 1200 at the second place: 2/1200.
                                "faces by place in the throw: 14400, 10, 0.001667",
                                "faces by throw of the turn: 14400, 5, 0.000833",
                                // 199 and 201 of 200: 2/200.
                                "pairs of neighbours: 7200, 35, 0.010000",
                                // 600 for each of 6 equal pairs and none for 30 others, of 100:
                                // 6 * 500 * 500 / 100 + 30 * 100.
                                "first dice of successive throws: 3600, 35, 18000.000000"));
}

TEST(ADiceTally, LeavesOutGroupsThatAreTooSmall) {
  DiceTally tally;
  for (int i = 0; i < 599; ++i)
    tally.add(0, 0, std::array{i % 6});
  EXPECT_TRUE(tally.tests().empty());
  tally.add(0, 0, std::array{5});
  tally.add(1, 1, std::array{5});
  EXPECT_THAT(shown(tally), testing::ElementsAre("faces by seat: 600, 5, 0.000000",
                                                 // The first place has the other seat's 5, too.
                                                 "faces by place in the throw: 601, 5, 0.008319",
                                                 "faces by throw of the turn: 600, 5, 0.000000"));
}

TEST(ADiceTally, CountsRunsByTheirLengths) {
  // A run of n has the chance 5/6^n, and a long one what is left: of 129600 these are expected.
  const std::vector<std::pair<int, int>> runs{{1, 108'000}, {2, 18'000}, {3, 3000}, {4, 499},
                                              {5, 60},      {6, 30},     {9, 11}};
  DiceTally tally;
  int face = 0;
  for (const auto& [length, count] : runs) {
    for (int run = 0; run < count; ++run, face = 1 - face) {
      for (int i = 0; i < length; ++i)
        tally.add(0, 0, std::array{face});
    }
  }
  EXPECT_NE(shown(tally).back().substr(0, 7), "lengths");
  tally.add(0, 0, std::array{face});  // it ends the last run
  // 499 of 500 and 101 of 100: 1/500 + 1/100.
  EXPECT_EQ(shown(tally).back(), "lengths of runs of a face: 129600, 4, 0.012000");
}

}  // namespace
}  // namespace danno::leagues::verify
