// Tests what an agent is charged, second by second, on a machine that the test moves by hand.
#include "referee/protocol/thinking_clock.hpp"

#include <gtest/gtest.h>

#include "tests/unit/fake_machine.hpp"

namespace danno::referee::protocol {
namespace {

using Mode = ThinkingClock::Mode;
using std::chrono::nanoseconds;

/// A process of which only the accounts are asked.
class Accounts final : public sandbox::Process {
 public:
  nanoseconds cpu{0};
  nanoseconds wait{0};
  sandbox::TreeTimes tree;  ///< Since the last look.
  bool runs = false;

  [[nodiscard]] int stdin_fd() const override { return -1; }
  [[nodiscard]] int stdout_fd() const override { return -1; }
  [[nodiscard]] int stderr_fd() const override { return -1; }
  [[nodiscard]] int status_fd() const override { return -1; }
  [[nodiscard]] pid_t root_pid() const override { return 1; }
  [[nodiscard]] pid_t agent_pid() const override { return 2; }
  void close_stdin() override {}
  std::optional<sandbox::Exit> exit() override { return std::nullopt; }
  sandbox::Exit end() override { return {}; }
  [[nodiscard]] nanoseconds cpu_time() const override { return cpu; }
  [[nodiscard]] nanoseconds wait_time() const override { return wait; }
  [[nodiscard]] sandbox::TreeTimes look_at_tree() override { return std::exchange(tree, {}); }
  [[nodiscard]] bool runnable() const override { return runs; }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> still_since() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::int64_t peak_memory_kib() const override { return 0; }
  void freeze() override {}
  void thaw() override {}
  void follow() override {}
};

class Clocks : public testing::Test {
 protected:
  /// The agent computes, or has `cores` threads that do.
  void compute(nanoseconds time, int cores = 1) {
    agent_.cpu += cores * time;
    machine_.pass(time);
  }
  void queue(nanoseconds time) {
    agent_.wait += time;
    machine_.pass(time);
  }
  [[nodiscard]] ThinkingClock clock(Mode mode, nanoseconds bank = 0ns) {
    return {mode, 100ms, bank, agent_, own_};
  }
  [[nodiscard]] bool is_late(ThinkingClock& clock) { return clock.late(machine_.now()); }

  FakeMachine machine_;
  Accounts agent_;
  RefereeDelay own_{machine_};
};

TEST_F(Clocks, ExactChargesTheWallFromTheQuestionToTheAnswer) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  machine_.pass(100ms);
  EXPECT_FALSE(is_late(clock));
  EXPECT_EQ(clock.charged(), 100ms);
  machine_.pass(1ns);
  EXPECT_TRUE(is_late(clock));
  EXPECT_EQ(clock.charged(), 100ms + 1ns);
}

TEST_F(Clocks, ExactDoesNotChargeWhatTheAgentWaitedForAProcessor) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  queue(5s);
  compute(90ms);
  EXPECT_FALSE(is_late(clock));
  EXPECT_EQ(clock.charged(), 90ms);
  compute(20ms);
  EXPECT_TRUE(is_late(clock));
  EXPECT_EQ(clock.charged(), 110ms);
}

TEST_F(Clocks, CountsTheWaitsOfAllProcessesThatItSeesWhileAnAnswerIsOwed) {
  ThinkingClock clock = this->clock(Mode::Exact);
  const auto look = [&](nanoseconds time, nanoseconds waited) {
    machine_.pass(time);
    agent_.tree.waited = waited;
    clock.look(machine_.now());
  };
  clock.asked(1);
  queue(10ms);
  look(10ms, 500ms);  // also waits from before the question
  look(300ms, 260ms);
  look(30ms, 60ms);  // two threads at a time are one answer
  EXPECT_EQ(clock.spent(machine_.now()).agent_waited, 300ms);
  look(1ms, 1ms);  // sooner than a share of the limit: it costs no system call
  EXPECT_EQ(clock.spent(machine_.now()).agent_waited, 300ms);
  look(49ms, 0ms);
  EXPECT_FALSE(is_late(clock));
  EXPECT_EQ(clock.charged(), 100ms);
  clock.on_answered(1, machine_.now());
  // The waits of an earlier question do not count for the next one, nor do those between.
  machine_.pass(25ms);
  clock.asked(1);
  look(25ms, 25ms);
  EXPECT_EQ(clock.spent(machine_.now()).agent_waited, 0ms);
}

TEST_F(Clocks, ExactDoesNotChargeWhatTheRefereeWaitedForAProcessor) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  machine_.pass(50ms);
  machine_.preempt_referee(3s);
  EXPECT_FALSE(is_late(clock));
  machine_.pass(51ms);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, ForgivesTimeInWhichAgentAndRefereeWaitedOnce) {
  for (const Mode mode : {Mode::Exact, Mode::Cpu}) {
    ThinkingClock clock = this->clock(mode);
    clock.asked(1);
    for (int look = 0; look < 10; ++look) {
      agent_.wait += 300ms;
      machine_.preempt_referee(300ms);
      clock.look(machine_.now());
    }
    machine_.pass(mode == Mode::Exact ? 100ms : 1100ms);
    EXPECT_FALSE(is_late(clock));
    machine_.pass(1ns);
    EXPECT_TRUE(is_late(clock));
    clock.on_answered(1, machine_.now());
  }
}

TEST_F(Clocks, ForgivesNoWaitOfTheRefereeWhileTheAgentComputes) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  machine_.pass(10ms);
  clock.look(machine_.now());
  // A child computes half of the time. Nobody waits for it, so the account never has its time.
  agent_.tree.cpu = 60ms;
  machine_.preempt_referee(120ms);
  clock.look(machine_.now());
  machine_.pass(30ms);
  EXPECT_FALSE(is_late(clock));
  EXPECT_EQ(clock.charged(), 100ms);
  machine_.pass(1ns);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, ForgivesAWaitThatTheAccountShowsOnlyAtItsEnd) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  for (int look = 0; look < 10; ++look) {
    machine_.pass(30ms);
    clock.look(machine_.now());
  }
  agent_.wait += 300ms;
  machine_.preempt_referee(40ms);
  machine_.pass(90ms);
  EXPECT_FALSE(is_late(clock));
  EXPECT_LE(clock.charged(), 90ms);
}

TEST_F(Clocks, ChargesNoWaitsOfAThreadThatItLeft) {
  FakeMachine elsewhere;
  elsewhere.preempt_referee(1h);
  RefereeDelay busy(elsewhere);
  ThinkingClock clock(Mode::Exact, 100ms, 0ns, agent_, busy);
  clock.asked(1);
  clock.on_answered(1, elsewhere.now());
  clock.move_to(own_);
  clock.asked(1);
  machine_.preempt_referee(50ms);
  machine_.pass(101ms);
  EXPECT_TRUE(is_late(clock));
  EXPECT_EQ(clock.spent(machine_.now()).referee_waited, 50ms);
}

TEST_F(Clocks, ExactDoesNotChargeWhatTheRefereeDidElse) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  machine_.pass(2s);
  own_.begin_listening();
  EXPECT_FALSE(is_late(clock));
  EXPECT_EQ(clock.spent(machine_.now()).referee_waited, 2s);
}

TEST_F(Clocks, ExactDoesNotChargeTimeInWhichTheRefereeStoodStill) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  own_.begin_listening();
  machine_.pass(30s);  // stopped or frozen: no queue for a processor explains it
  own_.end_listening(12ms);
  EXPECT_FALSE(is_late(clock));
  machine_.pass(100ms);
  EXPECT_FALSE(is_late(clock));
  machine_.pass(1ns);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, ExactChargesASleepThatEndedInTime) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  for (int beat = 0; beat < 10; ++beat) {
    own_.begin_listening();
    machine_.pass(12ms);
    own_.end_listening(12ms);
  }
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, ExactDoesNotChargeWhatAHypervisorTook) {
  machine_.is_virtual = true;
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  machine_.steal(4s);
  machine_.pass(100ms);
  EXPECT_FALSE(is_late(clock));
  machine_.pass(20ms);  // and the tick that is not shown before it is full
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, ExactChargesAJumpThatNoAccountExplains) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  machine_.pass(3600s);
  EXPECT_TRUE(is_late(clock));
  EXPECT_EQ(clock.charged(), 3600s);
}

TEST_F(Clocks, ExactChargesNoLessThanTheProcessorTimeThatWasUsed) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  // Eight threads on one core: seven always wait.
  agent_.wait += 7 * 200ms;
  compute(200ms);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, ExactStartsAnewWithEveryQuestion) {
  ThinkingClock clock = this->clock(Mode::Exact);
  for (int question = 0; question < 50; ++question) {
    clock.asked(1);
    compute(90ms);
    EXPECT_FALSE(is_late(clock));
    clock.on_answered(1, machine_.now());
    machine_.pass(1s);
  }
}

TEST_F(Clocks, AnOldMarkOfWaitsErrsInTheAgentsFavour) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  clock.on_answered(1, machine_.now());
  queue(19ms);  // the marks are still good enough
  clock.asked(1);
  machine_.pass(110ms);
  EXPECT_FALSE(is_late(clock));
  machine_.pass(10ms);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, WhoIsStillRunnableIsWaitedFor) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  EXPECT_EQ(clock.due(), machine_.now() + 100ms);
  machine_.pass(100ms + 1ns);
  agent_.runs = true;  // it may be in the queue since the question
  EXPECT_FALSE(clock.overdue(machine_.now()));
  EXPECT_GT(clock.due(), machine_.now());
  compute(103ms);
  EXPECT_TRUE(clock.overdue(machine_.now()));
}

TEST_F(Clocks, WhoSleepsPastItsTimeIsOverdue) {
  ThinkingClock clock = this->clock(Mode::Exact);
  clock.asked(1);
  machine_.pass(100ms + 1ns);
  EXPECT_TRUE(clock.overdue(machine_.now()));
}

TEST_F(Clocks, CpuGivesABudgetForEachOpenQuestion) {
  for (const int questions : {1, 3, 64}) {
    ThinkingClock clock = this->clock(Mode::Cpu);
    clock.asked(questions);
    compute(questions * 100ms);
    EXPECT_FALSE(is_late(clock)) << questions;
    compute(5ms);
    EXPECT_TRUE(is_late(clock)) << questions;
    clock.on_answered(questions, machine_.now());
  }
}

TEST_F(Clocks, CpuCountsAllThreads) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  clock.asked(1);
  compute(30ms, 4);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, CpuLetsNobodySaveABudgetUp) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  for (int question = 0; question < 20; ++question) {
    clock.asked(1);
    machine_.pass(1ms);
    EXPECT_FALSE(is_late(clock));
    clock.on_answered(1, machine_.now());
  }
  clock.asked(1);
  compute(105ms);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, CpuFindsSleepersByTheLimitsOfAllQuestionsAndASecond) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  clock.asked(1);
  machine_.pass(1100ms);
  EXPECT_FALSE(is_late(clock));
  machine_.pass(1ns);
  EXPECT_TRUE(is_late(clock));
  EXPECT_TRUE(clock.slept_too_long());
  EXPECT_EQ(clock.charged(), 1100ms + 1ns);
  ThinkingClock many = this->clock(Mode::Cpu);
  many.asked(10);
  machine_.pass(2s);
  EXPECT_FALSE(is_late(many));
  machine_.pass(1ns);
  EXPECT_TRUE(is_late(many));
}

/// The number of answers in time of an agent that sleeps before each one, of 1000 at most.
int answers_of_sleeper(FakeMachine& machine, ThinkingClock& clock, int in_flight,
                       nanoseconds sleep) {
  clock.asked(in_flight);
  for (int answers = 0; answers < 1000; ++answers) {
    machine.pass(sleep);
    if (clock.late(machine.now())) return answers;
    clock.on_answered(1, machine.now());
    clock.asked(1);
  }
  return 1000;
}

TEST_F(Clocks, FindWhoAlwaysSleepsLongerThanTheLimitHoweverManyGamesAreInFlight) {
  for (const auto& [in_flight, in_time] : {std::pair{1, 20}, {2, 22}, {20, 58}, {64, 146}}) {
    ThinkingClock clock = this->clock(Mode::Cpu);
    // A second, and the limits of all questions; each answer takes 50 ms more than it brings.
    EXPECT_EQ(answers_of_sleeper(machine_, clock, in_flight, 150ms), in_time) << in_flight;
  }
  ThinkingClock exact = this->clock(Mode::Exact);
  EXPECT_EQ(answers_of_sleeper(machine_, exact, 1, 150ms), 0);
}

TEST_F(Clocks, LetWhoSleepsNoLongerThanTheLimitPlayForEver) {
  for (const int in_flight : {1, 2, 64}) {
    for (const Mode mode : {Mode::Cpu, Mode::Exact}) {
      if (mode == Mode::Exact && in_flight > 1) continue;
      ThinkingClock clock = this->clock(mode);
      EXPECT_EQ(answers_of_sleeper(machine_, clock, in_flight, 100ms), 1000) << in_flight;
    }
  }
}

TEST_F(Clocks, FastAnswersEarnTheSecondAgain) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  for (int round = 0; round < 20; ++round) {
    clock.asked(1);
    machine_.pass(1s);
    EXPECT_FALSE(is_late(clock)) << round;
    clock.on_answered(1, machine_.now());
    for (int fast = 0; fast < 10; ++fast) {
      clock.asked(1);
      machine_.pass(1ms);
      EXPECT_FALSE(is_late(clock)) << round;
      clock.on_answered(1, machine_.now());
    }
  }
}

TEST_F(Clocks, WhatTheMachineTookOfTheSecondIsGivenBackBeforeTheNextQuestion) {
  machine_.is_virtual = true;
  ThinkingClock clock = this->clock(Mode::Cpu);
  for (int question = 0; question < 50; ++question) {
    clock.asked(1);
    queue(300ms);
    machine_.preempt_referee(300ms);
    machine_.steal(300ms);
    EXPECT_FALSE(is_late(clock)) << question;
    clock.on_answered(1, machine_.now());
    machine_.pass(1s);
  }
  clock.asked(1);
  machine_.pass(1100ms);
  EXPECT_FALSE(is_late(clock));
}

TEST_F(Clocks, ABankPaysForWhatExceedsTheLimitsOfAGame) {
  for (const Mode mode : {Mode::Exact, Mode::Cpu}) {
    ThinkingClock clock = this->clock(mode, 1s);
    for (int game = 0; game < 3; ++game) {
      clock.begin_game();
      for (int question = 0; question < 10; ++question) {
        clock.asked(1);
        compute(195ms);
        EXPECT_FALSE(is_late(clock)) << game << ", " << question;
        clock.on_answered(1, machine_.now());
      }
      clock.asked(1);
      compute(175ms);
      EXPECT_TRUE(is_late(clock)) << game;
      clock.on_answered(1, machine_.now());
      clock.end_game();
    }
  }
}

TEST_F(Clocks, ABankPaysForSleepToo) {
  ThinkingClock clock = this->clock(Mode::Cpu, 2s);
  clock.begin_game();
  clock.asked(1);
  machine_.pass(3100ms);
  EXPECT_FALSE(is_late(clock));
  machine_.pass(1ns);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, GamesInPlayShareTheirBanksAndTakeTheRestWithThem) {
  ThinkingClock clock = this->clock(Mode::Cpu, 500ms);
  clock.begin_game();
  clock.begin_game();
  clock.asked(1);
  compute(1s);  // 900 of 1000 ms
  EXPECT_FALSE(is_late(clock));
  clock.on_answered(1, machine_.now());
  clock.end_game();
  clock.begin_game();
  clock.asked(1);
  compute(650ms);  // 550 of 600 ms
  EXPECT_FALSE(is_late(clock));
  clock.on_answered(1, machine_.now());
  clock.end_game();
  clock.end_game();
  clock.begin_game();
  clock.asked(1);
  compute(600ms);
  EXPECT_FALSE(is_late(clock));
  compute(5ms);
  EXPECT_TRUE(is_late(clock));
}

TEST_F(Clocks, ABankIsDueAsSoonAsItIsUsedUp) {
  for (const Mode mode : {Mode::Exact, Mode::Cpu}) {
    ThinkingClock clock = this->clock(mode, 1s);
    clock.begin_game();
    clock.asked(1);
    EXPECT_EQ(clock.due(),
              machine_.now() + 1100ms + (mode == Mode::Cpu ? nanoseconds(100ms) / 64 : 0ns));
  }
}

TEST_F(Clocks, WhoUsesItsBankIsLookedAtWhenThatEnds) {
  ThinkingClock exact = this->clock(Mode::Exact, 500ms);
  exact.begin_game();
  exact.asked(1);
  machine_.pass(200ms);
  EXPECT_FALSE(exact.overdue(machine_.now()));
  EXPECT_EQ(exact.due(), machine_.now() + 400ms);
  ThinkingClock cpu = this->clock(Mode::Cpu, 500ms);
  cpu.begin_game();
  cpu.asked(1);
  compute(200ms);  // 98.4375 ms of them are the bank's
  EXPECT_FALSE(cpu.overdue(machine_.now()));
  EXPECT_EQ(cpu.due(), machine_.now() + 500ms - (100ms - nanoseconds(100ms) / 64));
}

TEST_F(Clocks, TellWhatAnswersUsedWithoutWaits) {
  for (const Mode mode : {Mode::Exact, Mode::Cpu}) {
    ThinkingClock clock = this->clock(mode, 1s);
    clock.begin_game();
    clock.asked(1);
    machine_.pass(150ms);
    EXPECT_FALSE(is_late(clock));
    EXPECT_EQ(clock.used(machine_.now()), 150ms);
    clock.on_answered(1, machine_.now());
    machine_.pass(1s);
    clock.asked(1);
    queue(150ms);
    EXPECT_FALSE(is_late(clock));
    EXPECT_EQ(clock.used(machine_.now()), 0ms);
    clock.on_answered(1, machine_.now());
  }
}

TEST_F(Clocks, CpuForgivesWhoeverWaitedHoweverLongItPlays) {
  machine_.is_virtual = true;
  ThinkingClock clock = this->clock(Mode::Cpu);
  clock.asked(8);
  for (int answers = 0; answers < 500; ++answers) {
    queue(150ms);
    EXPECT_FALSE(is_late(clock)) << answers;
    clock.on_answered(1, machine_.now());
    clock.asked(1);
  }
  // It had all of that back, but never more than a full budget at once: who hangs now is found.
  const auto hangs = machine_.now();
  while (!clock.overdue(machine_.now()) && machine_.now() < hangs + 60s)
    machine_.pass(clock.due() - machine_.now());
  EXPECT_LT(machine_.now(), hangs + 8s);
}

TEST_F(Clocks, WhoComputesTooLongDidNotSleep) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  clock.asked(1);
  compute(2s);
  EXPECT_TRUE(is_late(clock));
  EXPECT_FALSE(clock.slept_too_long());
}

TEST_F(Clocks, CpuTellsWhatWasUsedSinceTheQuestionHoweverOftenItLooked) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  clock.asked(3);
  for (int look = 0; look < 3; ++look) {
    compute(100ms);
    EXPECT_FALSE(is_late(clock)) << look;
  }
  compute(5ms);
  EXPECT_TRUE(is_late(clock));
  EXPECT_EQ(clock.charged(), 305ms);
  EXPECT_TRUE(is_late(clock));  // nothing new is read
  EXPECT_EQ(clock.charged(), 305ms);
}

TEST_F(Clocks, CpuTellsWhatWasUsedSinceTheLastAnswer) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  clock.asked(3);
  compute(90ms);
  EXPECT_FALSE(is_late(clock));
  clock.on_answered(1, machine_.now());
  compute(290ms);
  EXPECT_TRUE(is_late(clock));
  EXPECT_EQ(clock.charged(), 290ms);
}

TEST_F(Clocks, TheGuardIsLookedAtAsSoonAsItIsOver) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  const auto asked = machine_.now();
  clock.asked(64);
  while (machine_.now() < asked + 60s) {
    machine_.pass(clock.due() - machine_.now());
    if (clock.overdue(machine_.now())) break;
  }
  EXPECT_LE(clock.charged(), 64 * 100ms + 1s + 10ms);
}

TEST_F(Clocks, TheGuardDoesNotCountWaitsNorStolenTime) {
  machine_.is_virtual = true;
  ThinkingClock clock = this->clock(Mode::Cpu);
  clock.asked(1);
  queue(10s);
  machine_.preempt_referee(10s);
  machine_.steal(10s);
  EXPECT_FALSE(is_late(clock));
  EXPECT_FALSE(clock.overdue(machine_.now()));
  machine_.pass(1120ms);
  EXPECT_TRUE(clock.overdue(machine_.now()));
}

TEST_F(Clocks, WhoComputesOffTurnForHalfASecondAndAFifthOfTheTimeIsFound) {
  for (const Mode mode : {Mode::Exact, Mode::Cpu}) {
    ThinkingClock clock = this->clock(mode);
    const auto turn = [&](nanoseconds off_turn) {
      clock.asked(1);
      machine_.pass(1ms);
      clock.on_answered(1, machine_.now());
      compute(off_turn);
    };
    for (int i = 0; i < 5; ++i) {
      EXPECT_FALSE(clock.overused()) << i;
      turn(110ms);
    }
    clock.asked(1);
    EXPECT_TRUE(clock.overused());
  }
}

// Only one of four is measured: it stands for the other three, too.
TEST_F(Clocks, WhoComputesOffTurnInManyShortTimesIsFound) {
  ThinkingClock clock = this->clock(Mode::Cpu);
  for (int i = 0; i < 4000; ++i) {
    clock.asked(1);
    machine_.pass(50us);
    clock.on_answered(1, machine_.now());
    compute(200us);
  }
  clock.asked(1);
  EXPECT_TRUE(clock.overused());
}

TEST_F(Clocks, WhoStartsUpSlowlyOrComputesLittleOffTurnIsNot) {
  ThinkingClock clock = this->clock(Mode::Exact);
  compute(10s);
  for (int i = 0; i < 100; ++i) {
    clock.asked(1);
    machine_.pass(1ms);
    clock.on_answered(1, machine_.now());
    compute(10ms);
    machine_.pass(90ms);
  }
  clock.asked(1);
  EXPECT_FALSE(clock.overused());
}

TEST(RefereeDelay, IsThatOfTheProcessorThatLostMostAndATick) {
  FakeMachine machine;
  RefereeDelay delay(machine);
  const auto never = delay.stolen(machine.now());
  EXPECT_EQ(delay.stolen_since(never), 0ns);
  machine.steal(50ms);
  EXPECT_EQ(delay.stolen_since(never), 60ms);
  machine.pass(10s);
  EXPECT_EQ(delay.stolen_since(never), 60ms);
  EXPECT_EQ(delay.stolen_since(delay.stolen(machine.now())), 10ms);
}

TEST(RefereeDelay, IsReadAnewAfterAWhile) {
  FakeMachine machine;
  RefereeDelay delay(machine);
  const auto mark = delay.stolen(machine.now());
  machine.pass(RefereeDelay::kOldest);
  EXPECT_EQ(delay.stolen(machine.now()), mark);
  machine.pass(1ns);
  EXPECT_NE(delay.stolen(machine.now()), mark);
}

TEST(RefereeDelay, OfNoMarkIsNone) {
  FakeMachine machine;
  EXPECT_EQ(RefereeDelay(machine).stolen_since(nullptr), 0ns);
}

}  // namespace
}  // namespace danno::referee::protocol
