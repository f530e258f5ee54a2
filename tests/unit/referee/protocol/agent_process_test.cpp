// A process with its pipes and its log, on a machine without processes.
#include "referee/protocol/agent_process.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/fake_machine.hpp"

namespace danno::referee::protocol {
namespace {

using Lines = std::vector<std::string>;

LogTail log_with(std::string_view text) {
  LogTail log;
  log.add(text);
  return log;
}

TEST(LogTail, ShowsAsManyLastLinesAsAreWanted) {
  for (const std::string_view text : {"one\ntwo\nthree\n", "one\ntwo\nthree"}) {
    const LogTail log = log_with(text);
    EXPECT_EQ(log.lines(0), Lines());
    EXPECT_EQ(log.lines(2), (Lines{"two", "three"}));
    EXPECT_EQ(log.lines(3), (Lines{"one", "two", "three"}));
    EXPECT_EQ(log.lines(9), (Lines{"one", "two", "three"}));
  }
}

TEST(LogTail, ShowsABlankLineUnlessItIsTheLast) {
  EXPECT_EQ(log_with("one\n\ntwo\n\n\n").lines(9), (Lines{"one", "", "two"}));
  EXPECT_EQ(log_with("\n\n").lines(9), Lines());
  EXPECT_EQ(LogTail().lines(9), Lines());
}

TEST(LogTail, ShowsTheBeginOfALongLine) {
  const std::string text = "short\n" + std::string(2000, 'a') + "b\nlast";
  EXPECT_EQ(log_with(text).lines(9), (Lines{"short", std::string(2000, 'a'), "last"}));
}

TEST(LogTail, HasWhatWasWrittenSince) {
  LogTail log = log_with("one\n");
  const std::uint64_t before = log.total();
  log.add("two\n");
  EXPECT_EQ(log.since(0), "one\ntwo\n");
  EXPECT_EQ(log.since(before), "two\n");
  EXPECT_EQ(log.since(log.total()), "");
}

constexpr std::size_t kTail = 64 * 1024;

TEST(LogTail, HasWholeLinesOfTheLast64KiBAlways) {
  LogTail log;
  std::string all;
  while (all.size() < 3 * kTail) {
    std::string line = std::to_string(all.size());
    line.resize(99, '.');
    line += '\n';
    log.add(line);
    all += line;
    ASSERT_EQ(log.total(), all.size());
    const std::size_t whole = std::min(all.size(), kTail / 100 * 100);
    ASSERT_EQ(log.since(0), std::string_view(all).substr(all.size() - whole));
    ASSERT_EQ(log.since(all.size() - 100), line);
  }
}

TEST(LogTail, Has64KiBWhole) {
  const std::string text(kTail - 1, 'a');
  EXPECT_EQ(log_with(text + "\n").since(0), text + "\n");
}

TEST(LogTail, HasALineWithoutAnEndAsFarAsItKnowsIt) {
  LogTail log = log_with(std::string(3 * kTail, 'a'));
  EXPECT_EQ(log.total(), 3 * kTail);
  EXPECT_EQ(log.since(0), std::string(kTail, 'a'));
  EXPECT_EQ(log.lines(2), Lines{std::string(2000, 'a')});
}

/// A process that has been launched.
class Processes : public testing::Test {
 protected:
  AgentProcess launch(const std::string& mode) {
    sandbox::LaunchOptions options;
    options.command = {mode, "0"};
    return {machine_, options, ThinkingClock::Mode::Cpu, 100ms, 0ns, own_};
  }

  void ask(AgentProcess& agent, std::uint32_t seq) {
    v1::ToAgent message;
    message.mutable_ask()->set_seq(seq);
    message.mutable_ask()->add_may(2);
    append_frame(agent.out, message);
  }

  /// Asks a question and takes the answer, as if that were all that the agent has to do.
  void ask_and_hear(AgentProcess& agent) {
    ask(agent, 0);
    agent.clock().asked(1);
    EXPECT_TRUE(agent.flush());
    machine_.pass(10ms);
    EXPECT_EQ(agent.read_stdout(), AgentProcess::Read::Data);
    agent.consume(agent.inbox().size());
    agent.clock().on_answered(1, machine_.now());
  }

  FakeMachine machine_;
  RefereeDelay own_{machine_};
};

TEST_F(Processes, RestWithoutTheProcessorUntilTheyAreWoken) {
  AgentProcess agent = launch("ponder");
  ask_and_hear(agent);
  agent.rest();
  const auto used = agent.process().cpu_time();
  machine_.pass(1h);
  agent.rest();  // it has been stopped already
  EXPECT_EQ(agent.process().cpu_time(), used);
  agent.wake();
  machine_.pass(10ms);
  EXPECT_EQ(agent.process().cpu_time(), used + 10ms);
}

TEST_F(Processes, AreNotChargedForARest) {
  AgentProcess agent = launch("honest");
  ask_and_hear(agent);
  const auto since = agent.clock().since();
  agent.rest();
  machine_.pass(1h);
  agent.wake();
  EXPECT_EQ(agent.clock().since(), since + 1h);
}

TEST_F(Processes, AreStoppedOnceForAllTimeInWhichTheyOweNothing) {
  AgentProcess agent = launch("ponder");
  ask_and_hear(agent);
  agent.let_run(true);
  machine_.pass(10ms);
  agent.let_run(false);
  const auto used = agent.process().cpu_time();
  machine_.pass(10ms);
  agent.let_run(false);
  EXPECT_EQ(agent.process().cpu_time(), used);
}

TEST_F(Processes, EndByThemselvesAfterGoodbyeAlsoFromARest) {
  AgentProcess agent = launch("honest");
  machine_.pass(10ms);
  agent.rest();
  agent.say_goodbye();
  const auto exit = agent.await_exit(machine_.now() + 10ms);
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->kind, sandbox::Exit::Kind::Code);
}

TEST_F(Processes, AreNotWaitedForLongerThanTold) {
  AgentProcess agent = launch("honest");
  machine_.interrupts_every = 2;
  for (const auto time : {0ms, 1ms, 50ms}) {
    const auto due = machine_.now() + time;
    EXPECT_FALSE(agent.await_exit(due));
    EXPECT_LT(machine_.now() - due, 1ms);
    EXPECT_GT(machine_.now() - due, -1ms);
  }
}

TEST_F(Processes, AreQuietUntilTheyEndOrWrite) {
  for (const auto& [mode, is_quiet] :
       {std::pair("honest", true), {"leaves-idle", false}, {"talks-idle", false}}) {
    AgentProcess agent = launch(mode);
    EXPECT_TRUE(agent.is_quiet()) << mode;
    agent.rest();
    EXPECT_EQ(agent.is_quiet(), is_quiet) << mode;
  }
}

TEST_F(Processes, WaitWithTheThreadThatTheyMovedTo) {
  RefereeDelay other(machine_);
  AgentProcess agent = launch("honest");
  agent.move_to(other);
  EXPECT_EQ(machine_.follows(), 1);
  agent.clock().asked(1);
  machine_.pass(50ms);
  other.begin_listening();
  EXPECT_EQ(agent.clock().spent(machine_.now()).referee_waited, 50ms);
}

TEST_F(Processes, TakeAsMuchAsTheirPipeHolds) {
  machine_.pipe_bytes = 3;
  AgentProcess agent = launch("honest");
  agent.out = "abcdef";
  EXPECT_TRUE(agent.pending());
  EXPECT_FALSE(agent.flush());
  EXPECT_TRUE(agent.blocked());
  EXPECT_TRUE(agent.pending());
  machine_.pass(10ms);  // it reads
  EXPECT_TRUE(agent.flush());
  EXPECT_FALSE(agent.blocked());
  EXPECT_FALSE(agent.pending());
  EXPECT_EQ(agent.out, "");
}

TEST_F(Processes, TakeNothingAfterTheirEndAndNobodyWaitsForThat) {
  AgentProcess agent = launch("early-exit");
  machine_.pass(10ms);
  for (int i = 0; i < 2; ++i) {
    agent.out = "abc";
    EXPECT_TRUE(agent.flush());
    EXPECT_FALSE(agent.pending());
  }
  EXPECT_EQ(machine_.calls(), 1U);
  EXPECT_EQ(agent.read_stdout(), AgentProcess::Read::Closed);
  EXPECT_FALSE(agent.read_stderr());
}

TEST_F(Processes, HaveTheirLogRead) {
  AgentProcess agent = launch("flood-stderr");
  EXPECT_TRUE(agent.read_stderr());
  EXPECT_EQ(agent.log().total(), 0U);
  ask(agent, 0);
  EXPECT_TRUE(agent.flush());
  machine_.pass(10ms);
  EXPECT_TRUE(agent.read_stderr());
  EXPECT_EQ(agent.log().total(), 16U * 1024U);
}

TEST_F(Processes, AreReadInOrderHoweverMuchIsNotHandledYet) {
  constexpr std::uint32_t kQuestions = 20'000;
  machine_.computes = 1ns;
  machine_.read_bytes = 1000;
  AgentProcess agent = launch("honest");
  std::uint32_t asked = 0;
  std::uint32_t answered = 0;
  while (answered < kQuestions) {
    // It is asked until its answers are all that can be kept, and again when half are handled.
    auto read = AgentProcess::Read::Data;
    while (asked < kQuestions || read == AgentProcess::Read::Data) {
      for (int i = 0; i < 100 && asked < kQuestions; ++i)
        ask(agent, asked++);
      EXPECT_TRUE(agent.flush());
      machine_.pass(10ms);
      const std::size_t before = agent.inbox().size();
      read = agent.read_stdout();
      if (before == agent.inbox().size() && before > 2 * kMaxFrame) break;
    }
    for (std::size_t left = agent.inbox().size() / 2; agent.inbox().size() > left;) {
      const auto next = next_frame(agent.inbox());
      const auto* const frame = std::get_if<Frame>(&next);
      if (frame == nullptr) break;
      AnswerIn answer;
      ASSERT_TRUE(parse_plain_answer(frame->payload, answer));
      ASSERT_EQ(answer.seq, answered++);
      agent.consume(frame->size);
    }
  }
  EXPECT_EQ(agent.inbox(), "");
}

TEST_F(Processes, FloodWhenMoreIsReadThanTheLimit) {
  for (const auto& [limit, floods] : {std::pair(200U, true), {201U, false}}) {
    AgentProcess agent = launch("early-page");
    machine_.pass(10ms);
    EXPECT_EQ(agent.floods(limit), floods);
    EXPECT_EQ(agent.inbox().size(), 201U);
  }
}

TEST_F(Processes, OutputThatDripsIsNoFloodAndEndsTheWaitSoon) {
  AgentProcess agent = launch("early-drip");
  const auto begin = machine_.now();
  EXPECT_FALSE(agent.floods(1000));
  EXPECT_LT(machine_.now() - begin, 250ms);
}

TEST_F(Processes, AreToldHowMuchTheyUsedWhenTheyEnd) {
  AgentProcess agent = launch("honest");
  ask_and_hear(agent);
  EXPECT_EQ(agent.end("a"), machine_.computes);
}

}  // namespace
}  // namespace danno::referee::protocol
