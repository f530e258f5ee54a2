#include "leagues/commands/tune/space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace danno::leagues::commands::tune {
namespace {

using Values = std::vector<std::string>;
using Kind = entrants::Parameter::Kind;

std::string parse_problem(const std::string& text) {
  try {
    (void)parse_dimension(text);
  } catch (const SpaceError& error) {
    return error.what();
  }
  return "";
}

TEST(Dimension, HasTheIntegersOfARange) {
  const Dimension axis = parse_dimension("threshold=100..400/100");
  EXPECT_EQ(axis.name, "threshold");
  EXPECT_EQ(axis.values, (Values{"100", "200", "300", "400"}));
  EXPECT_EQ(axis.kind, Kind::Integer);
  EXPECT_EQ(parse_dimension("dice=1..3").values, (Values{"1", "2", "3"}));
  EXPECT_EQ(parse_dimension("x=-10..10/10").values, (Values{"-10", "0", "10"}));
}

TEST(Dimension, HasTheDecimalsOfARange) {
  const Dimension axis = parse_dimension("rate=0.1..0.5/0.2");
  EXPECT_EQ(axis.values, (Values{"0.1", "0.3", "0.5"}));
  EXPECT_EQ(axis.kind, Kind::Decimal);
  EXPECT_EQ(parse_dimension("rate=1..2/0.5").values, (Values{"1.0", "1.5", "2.0"}));
}

TEST(Dimension, HasEqualFactorsOnALogScale) {
  EXPECT_EQ(parse_dimension("n=1..1000/log4").values, (Values{"1", "10", "100", "1000"}));
  EXPECT_EQ(parse_dimension("r=0.01..1.0/log3").values, (Values{"0.01", "0.1", "1.0"}));
  EXPECT_EQ(parse_dimension("r=1e-2..5e-2/1e-2").values,
            (Values{"0.01", "0.02", "0.03", "0.04", "0.05"}));
  EXPECT_EQ(parse_dimension("r=1e-3..1/log4").values, (Values{"0.001", "0.01", "0.1", "1.0"}));
  EXPECT_EQ(parse_dimension("r=1e2..3e2/1e2").values, (Values{"100", "200", "300"}));
  EXPECT_EQ(parse_dimension("r=1e-20,1e-320").values, (Values{"1e-20", "1e-320"}));
}

TEST(Dimension, HasTheWordsOfAList) {
  const Dimension axis = parse_dimension("style=safe,bold");
  EXPECT_EQ(axis.values, (Values{"safe", "bold"}));
  EXPECT_EQ(axis.kind, Kind::Word);
  EXPECT_EQ(parse_dimension("n=4,2,8").kind, Kind::Integer);
}

TEST(Dimension, SaysInOneLineWhatIsWrong) {
  EXPECT_EQ(parse_problem("threshold"),
            "--set threshold: expected NAME=LOW..HIGH/STEP, as in threshold=100..400/50");
  EXPECT_EQ(parse_problem("t=5..5"),
            "--set t=5..5: one value, and nothing to choose from; expected at least two, as in "
            "threshold=100..400/50");
  EXPECT_EQ(parse_problem("t=a..5"),
            "--set t=a..5: 'a' is not a number; expected NAME=LOW..HIGH/STEP, as in "
            "threshold=100..400/50");
  EXPECT_EQ(parse_problem("t=9..5"), "--set t=9..5: 9 is above 5; expected the lower one first");
  EXPECT_EQ(parse_problem("t=1..65000"),
            "--set t=1..65000: 65000 values; expected at most 10000: take a larger step");
  EXPECT_EQ(parse_problem("t=1..5/0"),
            "--set t=1..5/0: the step '0' is not a number above 0; expected NAME=LOW..HIGH/STEP, "
            "as in threshold=100..400/50");
  EXPECT_EQ(parse_problem("t=a,a"), "--set t=a,a: 'a' is given twice");
  EXPECT_EQ(parse_problem("t=a,"),
            "--set t=a,: '' is not a value; expected letters, digits and ._+-");
  EXPECT_EQ(parse_problem("r=0..1/log5"), "--set r=0..1/log5: a log scale begins above 0");
  EXPECT_NE(parse_problem("2t=1..5"), "");
  EXPECT_NE(parse_problem("t=1..nan"), "");
  EXPECT_NE(parse_problem("t=1..inf"), "");
  EXPECT_NE(parse_problem("t=1..1e99/1"), "");
}

TEST(Space, RefusesTwoAxesOfOneNameAndTooManyPoints) {
  EXPECT_THROW(Space({parse_dimension("t=1..2"), parse_dimension("t=1..3")}), SpaceError);
  EXPECT_THROW(Space({parse_dimension("a=1..200"), parse_dimension("b=1..325")}), SpaceError);
}

TEST(Space, RefusesMorePointsThanCanBeCounted) {
  std::vector<Dimension> axes;
  for (char name = 'a'; name < 'a' + 16; ++name)  // 16 to the power of 16 is 2 to that of 64
    axes.push_back(parse_dimension(std::string(1, name) + "=1..16"));
  EXPECT_THROW((void)Space(axes), SpaceError);
}

TEST(Space, IsAGridWhereItIsSmall) {
  const Space space({parse_dimension("t=1..10"), parse_dimension("d=1..4")});
  EXPECT_EQ(space.points(), 40U);
  const std::vector<Point> points = space.first_points();
  EXPECT_EQ(points.size(), 40U);
  EXPECT_EQ(points.front(), (Point{0, 0}));
  EXPECT_EQ(points[1], (Point{0, 1}));
  EXPECT_EQ(space.point_name({9, 3}), "10:4");
  EXPECT_TRUE(space.next_points(points, {{4, 2}}).empty());
}

/// The best of all points in a space of three axes, found by races that never err.
TEST(Space, IsSearchedInRoundsWhereItIsLarge) {
  const Space space(
      {parse_dimension("a=1..21"), parse_dimension("b=1..21"), parse_dimension("c=1..21")});
  const Point best{16, 3, 9};
  const auto distance = [&](const Point& point) {
    double sum = 0;
    for (std::size_t axis = 0; axis < best.size(); ++axis)
      sum += std::pow(static_cast<double>(point[axis]) - static_cast<double>(best[axis]), 2);
    return sum;
  };
  std::vector<Point> points = space.first_points();
  EXPECT_EQ(std::ranges::count(points, Point{10, 10, 10}), 1);
  Point found;
  int rounds = 0;
  while (!points.empty() && rounds < 20) {
    EXPECT_LE(points.size(), Space::kMostCandidates);
    ++rounds;
    found = *std::ranges::min_element(points, {}, distance);
    points = space.next_points(points, {found});
    EXPECT_EQ(std::ranges::count(points, found), points.empty() ? 0 : 1);
  }
  EXPECT_EQ(found, best);
  EXPECT_LE(rounds, 12);
}

}  // namespace
}  // namespace danno::leagues::commands::tune
