#include "leagues/site/live_pages.hpp"

#include <gtest/gtest.h>

#include <future>
#include <thread>
#include <vector>

namespace danno::leagues::site {
namespace {

using namespace std::chrono_literals;

/// Tells an observer of a deal of two games.
void tell(const runner::Observer& observer) {
  const referee::play::LineUp line_up;
  std::vector<referee::play::DealResult> deals(1);
  deals.front().games.resize(2);
  observer({0, line_up, deals, {}, {}});
}

TEST(LivePages, RestForTheirShareAndForHalfAMinute) {
  EXPECT_EQ(rest_after(0s, 20), 30s);
  EXPECT_EQ(rest_after(1s, 20), 30s);
  EXPECT_EQ(rest_after(2s, 20), 38s);
  EXPECT_EQ(rest_after(60s, 20), 19min);
}

TEST(LivePages, CountNeitherWaitingNorTheWorkOfOthers) {
  constexpr auto kWork = 20ms;
  const auto began = thread_cpu_time();
  std::thread([&] {
    while (thread_cpu_time() < kWork)
      continue;
  }).join();
  EXPECT_LT(thread_cpu_time() - began, kWork);
}

TEST(LivePages, ComeWithTheFirstGames) {
  std::promise<Live> made;
  LivePages pages(10, "", [&](const Live& live, const solver::Watch&) { made.set_value(live); });
  tell(pages.observer());
  const Live live = made.get_future().get();
  EXPECT_GT(live.games_per_s, 0);
  EXPECT_GT(live.at.time_since_epoch(), 0s);
}

TEST(LivePages, OfNoGamesAreNotMade) {
  bool made = false;
  {
    const LivePages pages(10, "", [&](const Live&, const solver::Watch&) { made = true; });
  }
  EXPECT_FALSE(made);
}

TEST(LivePages, AreBrokenOffAtTheEnd) {
  std::promise<void> began;
  LivePages pages(0, "", [&](const Live&, const solver::Watch& watch) {
    began.set_value();
    while (true)
      watch("", 0, 0);
  });
  tell(pages.observer());
  began.get_future().wait();
}

}  // namespace
}  // namespace danno::leagues::site
