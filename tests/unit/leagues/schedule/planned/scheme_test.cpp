#include "leagues/schedule/planned/planned.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace danno::leagues::schedule::planned {
namespace {

struct Shape {
  int agents;
  int seats;
};
void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.agents << " agents at " << shape.seats << " seats";
}

class RoundRobin : public testing::TestWithParam<Shape> {};

TEST_P(RoundRobin, AllMeetEquallyOftenWithinOne) {
  const auto [agents, seats] = GetParam();
  std::map<std::pair<int, int>, int> met;
  std::map<int, int> played;
  std::set<std::vector<int>> different;
  for (const std::vector<int>& table : round_robin(agents, seats)) {
    ASSERT_EQ(table.size(), static_cast<std::size_t>(seats));
    ASSERT_TRUE(std::ranges::is_sorted(table));
    ASSERT_GE(table.front(), 0);
    ASSERT_LT(table.back(), agents);
    EXPECT_TRUE(different.insert(table).second) << "a line-up twice";
    for (const int a : table) {
      ++played[a];
      for (const int b : table)
        if (a < b) ++met[{a, b}];
    }
  }
  ASSERT_EQ(met.size(), static_cast<std::size_t>(agents * (agents - 1) / 2)) << "some never meet";
  const auto [least, most] =
      std::ranges::minmax_element(met, {}, [](const auto& pair) { return pair.second; });
  EXPECT_LE(most->second - least->second, 1);
  for (const auto& [agent, count] : played)
    EXPECT_EQ(count, played[0]) << "agent " << agent;
}

INSTANTIATE_TEST_SUITE_P(, RoundRobin,
                         testing::Values(Shape{2, 2}, Shape{7, 2}, Shape{30, 2}, Shape{3, 3},
                                         Shape{5, 3}, Shape{8, 3}, Shape{20, 3}, Shape{41, 3},
                                         Shape{6, 4}, Shape{13, 4}, Shape{40, 4}, Shape{8, 5},
                                         Shape{25, 5}, Shape{6, 6}, Shape{9, 6}, Shape{64, 6}),
                         [](const auto& shape) {
                           return std::to_string(shape.param.agents) + "AgentsAt" +
                                  std::to_string(shape.param.seats);
                         });

TEST(RoundRobinOfTwo, IsEveryPairOnce) { EXPECT_EQ(round_robin(10, 2).size(), 45U); }

TEST(RoundRobinOfTooFew, HasNoTable) {
  EXPECT_TRUE(round_robin(1, 2).empty());
  EXPECT_TRUE(round_robin(0, 3).empty());
}

}  // namespace
}  // namespace danno::leagues::schedule::planned
