#include "leagues/report/table.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::report {
namespace {

TEST(ShownElo, HasAnIntervalFromTenDealsOn) {
  EXPECT_EQ(show_reliable_elo(10, 29.2, -10.8, 69.2), "+29 ±40");
  EXPECT_EQ(show_reliable_elo(9, 29.2, -10.8, 69.2), "+29, too few deals");
  EXPECT_EQ(show_reliable_elo(1, 29.2, 12.0, {}), "≥ +12");
  EXPECT_EQ(show_reliable_elo(0, {}, {}, {}), "-");
}

TEST(ShownElo, IsNeverMinusZero) {
  EXPECT_EQ(show_elo(-0.04, -0.34, 0.26, 1), "+0.0 ±0.3");
  EXPECT_EQ(show_elo(-0.4, {}, -0.4), "≤ +0");
  EXPECT_EQ(show_elo(-0.6, -1.6, 0.4), "-1 ±1");
}

}  // namespace
}  // namespace danno::leagues::report
