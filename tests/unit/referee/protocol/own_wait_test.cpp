#include "referee/protocol/thinking_clock.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "tests/unit/fake_machine.hpp"

namespace danno::referee::protocol {
namespace {

class Listening : public ::testing::Test {
 protected:
  Listening() {
    machine_.preempt_referee(3ms);  // before anything is measured
    sleep(5ms, 5ms);
  }

  /// Sleeps so long, and should have slept for `timeout`.
  void sleep(std::chrono::nanoseconds time, std::chrono::nanoseconds timeout) {
    wait_.begin_listening();
    machine_.pass(time);
    EXPECT_EQ(wait_.end_listening(timeout), machine_.now());
  }

  /// Returns what came to the sum since the last call.
  std::chrono::nanoseconds more() {
    const auto before = std::exchange(sum_, wait_.read());
    return sum_ - before;
  }

  FakeMachine machine_;
  RefereeDelay wait_{machine_};
  std::chrono::nanoseconds sum_{0};
};

TEST_F(Listening, ASleepThatEndsInTimeIsNoWait) {
  (void)more();
  sleep(20ms, 20ms);
  sleep(500us, 20ms);  // somebody wrote
  EXPECT_EQ(more(), 0ns);
}

TEST_F(Listening, WorkBetweenTwoSleepsIs) {
  (void)more();
  machine_.pass(7ms);
  sleep(5ms, 5ms);
  machine_.pass(1ms);
  sleep(5ms, 5ms);
  EXPECT_EQ(more(), 8ms);
}

TEST_F(Listening, AWaitForAProcessorCountsOnce) {
  (void)more();
  machine_.preempt_referee(6ms);
  machine_.pass(1ms);
  sleep(5ms, 5ms);
  EXPECT_EQ(more(), 7ms);
}

// It costs a system call to see that it was one.
TEST_F(Listening, AWaitOfTwoMillisecondsMayCountTwice) {
  (void)more();
  machine_.preempt_referee(2ms);
  sleep(5ms, 5ms);
  EXPECT_EQ(more(), 4ms);
  machine_.preempt_referee(2ms + 1ns);
  sleep(5ms, 5ms);
  EXPECT_EQ(more(), 2ms + 1ns);
}

TEST_F(Listening, ASleepMuchTooLongCountsWhole) {
  (void)more();
  sleep(50ms, 1ms);
  EXPECT_EQ(more(), 50ms);
}

TEST_F(Listening, ASleepTooLongForWantOfAProcessorCountsAsThatWaitOnly) {
  (void)more();
  wait_.begin_listening();
  machine_.preempt_referee(50ms);
  wait_.end_listening(1ms);
  EXPECT_EQ(more(), 50ms);
}

}  // namespace
}  // namespace danno::referee::protocol
