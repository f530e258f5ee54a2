#include "leagues/runner/runner.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::runner {
namespace {

using std::chrono::seconds;

TEST(RecentRate, IsTheRateOfSteadyWork) {
  const RecentRate::Clock::time_point start;
  RecentRate rate(start, 1000);
  EXPECT_EQ(rate.per_second(), 0);
  for (int second = 1; second <= 100; ++second) {
    rate.add(start + seconds(second), 1000 + 50 * static_cast<std::uint64_t>(second));
    EXPECT_DOUBLE_EQ(rate.per_second(), 50);
  }
}

TEST(RecentRate, ForgetsASlowBeginning) {
  const RecentRate::Clock::time_point start;
  RecentRate rate(start, 0);
  for (std::uint64_t second = 1; second <= 160;
       ++second)  // 40 seconds of starts, then 100 a second
    rate.add(start + seconds(second), second <= 40 ? second : 40 + 100 * (second - 40));
  EXPECT_NEAR(rate.per_second(), 100, 1);
}

TEST(RecentRate, CountsWhatComesAgainAndAgain) {
  const RecentRate::Clock::time_point start;
  RecentRate rate(start, 0);
  std::uint64_t games = 0;
  for (int second = 1; second <= 256; ++second) {
    games += second % 4 == 0 ? 100 : 0;  // starts between line-ups
    rate.add(start + seconds(second), games);
  }
  EXPECT_NEAR(rate.per_second(), 25, 1);
}

}  // namespace
}  // namespace danno::leagues::runner
