// The event loop over agents on a machine without processes: what arrives, who is lost and for
// what.
#include "referee/protocol/agent_pool.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "referee/protocol/report.hpp"
#include "referee/record/evidence.hpp"
#include "tests/unit/fake_machine.hpp"

namespace danno::referee::protocol {
namespace {

using record::FaultKind;

/// Asks agents the same question over and over, one or several at a time.
class Asker : private AgentListener {
 public:
  Asker(FakeMachine& machine, const std::vector<std::string>& modes, int in_flight,
        bool exact = false, ProcessCache* idle = nullptr)
      : in_flight_(in_flight),
        agents_(pool_agents(modes)),
        limits_(usual_limits()),
        own_idle_(machine),
        pool_(agents_, limits_, exact, 64, idle == nullptr ? own_idle_ : *idle, *this) {}

  /// Asks until so many answers came, or somebody was lost.
  void ask(int answers) {
    for (std::size_t agent = 0; agent < agents_.size(); ++agent) {
      if (pool_[agent].state() == AgentPool::State::Down) pool_.start(agent);
    }
    const int goal = answers_ + answers;
    while (answers_ < goal && !lost_) {
      put_questions();
      pool_.flush();
      pool_.wait();
    }
  }

  /// Puts questions once, flushes once, and only waits from then on. Returns whether they were
  /// answered.
  bool ask_with_one_flush() {
    pool_.start(0);
    while (pool_[0].state() != AgentPool::State::Ready) {
      pool_.flush();
      pool_.wait();
    }
    put_questions();
    pool_.flush();
    for (int i = 0; i < 1000 && open_ > 0; ++i)
      pool_.wait();
    return open_ == 0;
  }

  [[nodiscard]] const std::optional<record::Fault>& lost() const { return lost_; }
  [[nodiscard]] std::size_t who() const { return who_; }
  [[nodiscard]] const record::Evidence& evidence() const { return evidence_; }
  AgentPool& pool() { return pool_; }

 private:
  static std::vector<Agent> pool_agents(const std::vector<std::string>& modes) {
    std::vector<Agent> agents;
    for (const std::string& mode : modes)
      agents.push_back({mode, {mode, "3"}, "/"});
    return agents;
  }
  static Limits usual_limits() {
    Limits limits;
    limits.freeze = false;
    return limits;
  }

  void put_questions() {
    for (std::size_t agent = 0; agent < agents_.size(); ++agent) {
      if (pool_[agent].state() != AgentPool::State::Ready) continue;
      for (; open_ < in_flight_; ++open_) {
        v1::ToAgent message;
        message.mutable_ask()->set_game(1);
        message.mutable_ask()->set_seq(seq_++);
        message.mutable_ask()->add_may(3);
        append_frame(pool_[agent].out(), message);
        pool_[agent].question_put();
      }
    }
  }

  std::optional<record::Cause> answered(std::size_t /*agent*/, const AnswerIn& answer) override {
    EXPECT_EQ(answer.seq, next_++);
    --open_;
    ++answers_;
    return std::nullopt;
  }

  void lost(std::size_t agent, record::Fault fault) override {
    lost_ = std::move(fault);
    who_ = agent;
    evidence_ = pool_[agent].evidence();
    pool_[agent].end();
  }

  int in_flight_;
  std::vector<Agent> agents_;
  Limits limits_;
  ProcessCache own_idle_;
  AgentPool pool_;
  int open_ = 0;
  int answers_ = 0;
  std::uint32_t seq_ = 0;
  std::uint32_t next_ = 0;
  std::optional<record::Fault> lost_;
  std::size_t who_ = 0;
  record::Evidence evidence_;
};

TEST(AgentPool, BringsQuestionsThereAndAnswersBack) {
  for (const int in_flight : {1, 64}) {
    FakeMachine machine;
    Asker asker(machine, {"honest"}, in_flight);
    asker.ask(500);
    EXPECT_FALSE(asker.lost());
    EXPECT_EQ(machine.launches(), 1);
    EXPECT_EQ(asker.pool()[0].games(), 1000U);
  }
}

TEST(AgentPool, PipesThatTakeAFewBytesInterruptsAndBlockingChangeNothing) {
  for (const int in_flight : {1, 64}) {
    for (const std::size_t bytes : {1U, 7U, 4096U}) {
      FakeMachine machine;
      machine.pipe_bytes = machine.read_bytes = bytes;
      machine.interrupts_every = 3;
      machine.blocks_every = 5;
      Asker asker(machine, {"honest"}, in_flight);
      asker.ask(200);
      EXPECT_FALSE(asker.lost()) << bytes;
    }
  }
}

TEST(AgentPool, WhatAPipeDoesNotTakeAtOnceIsSentWhenItTakesMore) {
  FakeMachine machine;
  machine.pipe_bytes = 3;
  EXPECT_TRUE(Asker(machine, {"honest"}, 8).ask_with_one_flush());
}

TEST(AgentPool, ChargesAnAgentThatWasIdleFromThenOn) {
  FakeMachine machine;
  ProcessCache idle(machine, 8);
  Asker first(machine, {"honest"}, 1, false, &idle);
  first.ask(100);
  const auto used = first.pool()[0].effort().cpu;
  first.pool().release();
  Asker second(machine, {"honest"}, 1, false, &idle);
  second.ask(100);
  EXPECT_EQ(machine.launches(), 1);
  EXPECT_GT(second.pool()[0].effort().cpu, 0ns);
  EXPECT_LE(second.pool()[0].effort().cpu, used);
}

TEST(AgentPool, AMachineThatIsLateBlamesNobody) {
  for (const bool exact : {true, false}) {
    for (const auto late : {30ms, 500ms, 4000ms}) {
      FakeMachine machine;
      machine.is_virtual = true;
      int polls = 0;
      machine.after_poll = [&] {
        if (++polls % 4 == 0) machine.preempt_referee(late);
        if (polls % 4 == 1) machine.steal(late);
      };
      machine.before_write = [&] {
        if (polls % 4 == 2) machine.pass(late);  // it did something else than listen
      };
      Asker asker(machine, {"honest"}, exact ? 1 : 64, exact);
      asker.ask(300);
      EXPECT_FALSE(asker.lost()) << exact << ' ' << late.count();
    }
  }
}

using Stop = void (*)(FakeMachine& machine, std::chrono::nanoseconds time);
constexpr Stop kRefereeAlone = [](FakeMachine& machine, auto time) { machine.pass(time); };
constexpr Stop kAll = [](FakeMachine& machine, auto time) { machine.freeze_all(time); };
constexpr Stop kAgents = [](FakeMachine& machine, auto time) { machine.stop_agents(time); };

TEST(AgentPool, WhoeverIsStoppedOrFrozenNobodyIsBlamed) {
  for (const bool exact : {true, false}) {
    for (const Stop stop : {kRefereeAlone, kAll, kAgents}) {
      for (const auto time : {50ms, 1000ms, 30'000ms}) {
        FakeMachine machine;
        machine.computes = 20ms;
        machine.sleeps = 30ms;
        int polls = 0;
        machine.after_poll = [&] {
          if (++polls % 20 == 10 && polls < 100) stop(machine, time);
        };
        Asker asker(machine, {"honest"}, exact ? 1 : 64, exact);
        asker.ask(200);
        EXPECT_GE(polls, 50);
        EXPECT_FALSE(asker.lost()) << exact << ' ' << time.count()
                                   << (asker.lost() ? record::describe(asker.lost()->cause) : "");
      }
    }
  }
}

TEST(AgentPool, WhoeverIsStoppedWhileAnAgentStartsItIsNotBlamed) {
  for (const Stop stop : {kRefereeAlone, kAll, kAgents}) {
    FakeMachine machine;
    machine.starts_after = 4s;
    int polls = 0;
    machine.after_poll = [&] {
      if (++polls == 10) stop(machine, 20s);
    };
    Asker asker(machine, {"honest"}, 1);
    asker.ask(1);
    EXPECT_FALSE(asker.lost());
  }
}

TEST(AgentPool, AnAgentThatIsStoppedForAMinuteIsTrouble) {
  FakeMachine machine;
  Asker asker(machine, {"honest"}, 1);
  asker.ask(1);
  machine.stop_agents(300s);
  EXPECT_THROW(asker.ask(1), HarnessError);
  EXPECT_FALSE(asker.lost());
}

TEST(AgentPool, WhoSleepsIsNotSaidToHaveUsedThatTime) {
  FakeMachine machine;
  machine.sleeps = 300s;
  Asker asker(machine, {"honest"}, 3);
  asker.ask(1);
  ASSERT_TRUE(asker.lost());
  EXPECT_EQ(record::describe(asker.lost()->cause),
            "no answer within 100 ms (used 1300 of 1300 ms of wall time: 100 ms for each of 3 open "
            "questions, 1000 ms once)");
}

TEST(AgentPool, WhoWaitsForAProcessorIsNotBlamed) {
  for (const bool exact : {true, false}) {
    FakeMachine machine;
    machine.waits = 700ms;
    machine.computes = 50ms;
    Asker asker(machine, {"honest"}, exact ? 1 : 8, exact);
    asker.ask(50);
    EXPECT_FALSE(asker.lost()) << exact;
  }
}

TEST(AgentPool, WhoComputesOrSleepsTooLongIsBlamedOnALateMachineToo) {
  for (const bool exact : {true, false}) {
    for (const bool computes : {true, false}) {
      FakeMachine machine;
      (computes ? machine.computes : machine.sleeps) = 2500ms;
      int polls = 0;
      machine.after_poll = [&] {
        if (++polls % 3 == 0) machine.preempt_referee(20ms);
      };
      Asker asker(machine, {"honest"}, 1, exact);
      asker.ask(1);
      ASSERT_TRUE(asker.lost()) << exact << computes;
      EXPECT_EQ(asker.lost()->kind, FaultKind::Timeout);
      const auto* late = std::get_if<record::LateAnswer>(&asker.lost()->cause);
      ASSERT_NE(late, nullptr);
      EXPECT_EQ(late->limit, 100ms);
      EXPECT_GE(late->charged, late->limit);
      EXPECT_EQ(asker.lost()->value, late->charged.count());
    }
  }
}

TEST(AgentPool, LosesNobodyButTheOneThatFailed) {
  FakeMachine machine;
  Asker asker(machine, {"crash"}, 1);
  asker.ask(100);
  ASSERT_TRUE(asker.lost());
  EXPECT_EQ(asker.lost()->kind, FaultKind::Crash);
  EXPECT_EQ(asker.lost()->value, SIGSEGV);
  EXPECT_EQ(asker.pool()[0].state(), AgentPool::State::Down);
}

TEST(AgentPool, GivesTheBytesAndTheLimitsAsEvidence) {
  FakeMachine machine;
  Asker asker(machine, {"nonsense"}, 1);
  asker.ask(100);
  EXPECT_TRUE(std::holds_alternative<record::TextOnStdout>(asker.lost()->cause));
  EXPECT_EQ(asker.evidence().agent, "nonsense");
  EXPECT_EQ(asker.evidence().received.substr(0, 20), "I keep the two fives");
  EXPECT_EQ(asker.evidence().limits.answer_ms, 100U);
}

TEST(AgentPool, ShowsTheWholeTextThatWasPrintedInsteadOfReady) {
  FakeMachine machine;
  machine.read_bytes = 5;
  Asker asker(machine, {"early-nonsense"}, 1);
  asker.ask(1);
  const std::vector<OutputLine> lines = output_lines(asker.evidence());
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0].stream, "stdout");
  EXPECT_EQ(lines[0].text, "Hello, I am ready to play!");
}

TEST(AgentPool, TextIsTextHoweverMuchComesInOneRead) {
  for (const char* mode : {"early-word", "early-letter", "early-page", "early-nonsense"}) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{5}, SIZE_MAX}) {
      FakeMachine machine;
      machine.read_bytes = bytes;
      Asker asker(machine, {mode}, 1);
      asker.ask(1);
      ASSERT_TRUE(asker.lost()) << mode << bytes;
      EXPECT_TRUE(std::holds_alternative<record::TextOnStdout>(asker.lost()->cause))
          << mode << bytes << record::describe(asker.lost()->cause);
      EXPECT_EQ(asker.lost()->kind, FaultKind::Garbled);
    }
  }
}

TEST(AgentPool, BeforeReadyOnlyWhatBreaksTheWireOrALimitKeepsItsKind) {
  const std::vector<std::pair<std::string, FaultKind>> cases{
      {"early-exit", FaultKind::NeverReady},     {"early-crash", FaultKind::NeverReady},
      {"early-close", FaultKind::NeverReady},    {"never-ready", FaultKind::NeverReady},
      {"cannot-execute", FaultKind::NeverReady}, {"early-memory", FaultKind::Memory},
      {"early-nonsense", FaultKind::Garbled},    {"early-flood", FaultKind::Flood},
      {"answer-first", FaultKind::Garbled}};
  for (const auto& [mode, kind] : cases) {
    FakeMachine machine;
    Asker asker(machine, {mode}, 1);
    asker.ask(1);
    ASSERT_TRUE(asker.lost()) << mode;
    EXPECT_EQ(record::to_string(asker.lost()->kind), record::to_string(kind)) << mode;
  }
}

TEST(AgentPool, NoAnswerIsChargedForWaitsThatNoAccountHas) {
  for (const bool exact : {true, false}) {
    FakeMachine machine;
    machine.hides_waits = true;
    machine.waits = 2s;
    machine.computes = 60ms;
    Asker asker(machine, {"honest"}, 1, exact);
    asker.ask(10);
    EXPECT_FALSE(asker.lost()) << exact;
  }
}

TEST(AgentPool, SleepIsNoWait) {
  FakeMachine machine;
  machine.computes = 20ms;
  machine.sleeps = 90ms;
  Asker asker(machine, {"honest"}, 1, /*exact=*/true);
  asker.ask(1);
  ASSERT_TRUE(asker.lost());
  EXPECT_EQ(asker.lost()->kind, FaultKind::Timeout);
}

TEST(AgentPool, TheStartIsNotChargedForWaits) {
  FakeMachine machine;
  machine.starts_after = 4900ms;
  machine.after_poll = [&] { machine.preempt_referee(1ms); };
  Asker asker(machine, {"honest"}, 1);
  asker.ask(1);
  EXPECT_FALSE(asker.lost());
}

TEST(AgentPool, TheStartIsNotChargedForWaitsOfTheAgent) {
  for (const bool hides : {false, true}) {
    FakeMachine machine;
    machine.hides_waits = hides;
    machine.waits_to_start = 20s;
    machine.starts_after = 4s;
    Asker asker(machine, {"honest"}, 1);
    asker.ask(1);
    EXPECT_FALSE(asker.lost()) << hides;
  }
}

TEST(AgentPool, TheStartIsNotChargedForWhatAHypervisorTook) {
  FakeMachine machine;
  machine.is_virtual = true;
  machine.starts_after = 4980ms;
  machine.after_poll = [&] { machine.steal(1ms); };
  Asker asker(machine, {"honest"}, 1);
  asker.ask(1);
  EXPECT_FALSE(asker.lost());
}

TEST(AgentPool, WhatTheHarnessFailsAtIsTrouble) {
  for (const char* mode : {"lost-init", "lost-init-later"}) {
    FakeMachine machine;
    Asker asker(machine, {mode}, 1);
    EXPECT_THROW(asker.ask(100), HarnessError) << mode;
  }
}

TEST(AgentPool, YieldsEverMoreSeldomToAgentsThatTakeTheirTime) {
  FakeMachine machine;
  machine.sleeps = 50ms;
  Asker asker(machine, {"honest"}, 1);
  asker.ask(100);
  EXPECT_GT(machine.yields(), 2U);
  EXPECT_LT(machine.yields(), 20U);
}

TEST(AgentPool, LeavesAMomentForGoodbyes) {
  FakeMachine machine;
  Asker asker(machine, {"honest"}, 1);
  asker.ask(10);
  const auto begin = machine.now();
  asker.pool().release();
  EXPECT_LT(machine.now() - begin, 1ms);
}

}  // namespace
}  // namespace danno::referee::protocol
