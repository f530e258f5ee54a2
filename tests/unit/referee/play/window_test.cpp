#include "referee/play/session_options.hpp"

#include <gtest/gtest.h>

namespace danno::referee::play {
namespace {

using namespace std::chrono_literals;

/// Plays so many rounds in which each deal takes that time beside the others in flight.
std::size_t deals_after(int rounds, std::size_t first, std::chrono::nanoseconds of_a_deal) {
  Window window(first, 32);
  Window::time_point now;
  window.begin_deal(now);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t left = window.deals(); left > 0; --left) {
      now += of_a_deal;
      window.end_deal(now);
    }
  }
  return window.deals();
}

TEST(Window, GrowsWhileDealsEndSoon) {
  EXPECT_EQ(deals_after(0, 1, 1ms), 1U);
  EXPECT_EQ(deals_after(1, 1, 400ms), 2U);
  EXPECT_EQ(deals_after(2, 1, 400ms), 4U);
  EXPECT_EQ(deals_after(9, 1, 1ms), 32U);
}

TEST(Window, GrowsAtOnceToWhatEndsWithinASecond) {
  EXPECT_EQ(deals_after(1, 1, 100ms), 10U);
  EXPECT_EQ(deals_after(1, 2, 50ms), 20U);
  EXPECT_EQ(deals_after(1, 1, 0ns), 32U);
}

TEST(Window, StaysSmallWhereDealsTakeLong) {
  EXPECT_EQ(deals_after(9, 1, 80s), 1U);
  EXPECT_EQ(deals_after(9, 1, 1500ms), 1U);
  EXPECT_EQ(deals_after(9, 1, 400ms), 4U);  // all of them within two seconds
}

TEST(Window, ShrinksWhereDealsHaveBecomeSlow) {
  EXPECT_EQ(deals_after(1, 32, 1s), 16U);
  EXPECT_EQ(deals_after(9, 32, 1s), 2U);
  EXPECT_EQ(deals_after(9, 32, 80s), 1U);
}

TEST(Window, HasItsBounds) {
  EXPECT_EQ(Window(0, 32).deals(), 1U);
  EXPECT_EQ(Window(1024, 32).deals(), 32U);
}

}  // namespace
}  // namespace danno::referee::play
