#include "leagues/cli/bench/bare.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::cli::bench {
namespace {

TEST(BareMachine, AnswersAllThatIsAsked) {
  EXPECT_GT(ping_pong(100, -1).cpu_ns, 0);
  for (const int in_flight : {1, 16, 256}) {
    const BareCost cost = bare_loop(in_flight, 1000, -1);
    EXPECT_GT(cost.cpu_ns, 0) << in_flight;
    EXPECT_GT(cost.wall_ns, 0) << in_flight;
  }
}

}  // namespace
}  // namespace danno::leagues::cli::bench
