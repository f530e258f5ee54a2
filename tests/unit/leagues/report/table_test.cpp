#include "leagues/report/table.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::report {
namespace {

TEST(ShownElo, HasAnIntervalFromTenDealsOn) {
  EXPECT_EQ(format_elo({29.2, -10.8, 69.2, 10}), "+29 ±40");
  EXPECT_EQ(format_elo({29.2, -10.8, 69.2, 9}), "+29, too few deals");
  EXPECT_EQ(format_elo({29.2, {}, {}, 9}), "+29, too few deals");
  EXPECT_EQ(format_elo({29.2, 12.0, {}, 1}), "≥ +12");
  EXPECT_EQ(format_elo({}), "-");
}

TEST(EloInterval, IsFiledWithoutAnUnreliableInterval) {
  const EloInterval few = EloInterval{29.2, -10.8, 69.2, 99, kMinDealsForTestInterval}.reliable();
  EXPECT_EQ(few.elo, 29.2);
  EXPECT_EQ(few.low, std::nullopt);
  EXPECT_EQ(few.high, std::nullopt);
  EXPECT_EQ((EloInterval{29.2, -10.8, 69.2, 100, 100}.reliable().low), -10.8);
  EXPECT_EQ((EloInterval{29.2, -10.8, {}, 1}.reliable().low), -10.8);
}

TEST(ShownElo, IsNeverMinusZero) {
  EXPECT_EQ(format_elo({-0.04, -0.34, 0.26, 10}, 1), "+0.0 ±0.3");
  EXPECT_EQ(format_elo({-0.4, {}, -0.4, 10}), "≤ +0");
  EXPECT_EQ(format_elo({-0.6, -1.6, 0.4, 10}), "-1 ±1");
}

}  // namespace
}  // namespace danno::leagues::report
