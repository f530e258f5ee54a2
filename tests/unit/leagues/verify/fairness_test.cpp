#include "leagues/verify/fairness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
  const DiceTally one = league(random, 40'000, fair_die);
  const DiceTally other = league(random, 40'000, fair_die);
  DiceTally both = one;
  both.add(other);
  EXPECT_EQ(both.tests()[0].count, one.tests()[0].count + other.tests()[0].count);
}

}  // namespace
}  // namespace danno::leagues::verify
