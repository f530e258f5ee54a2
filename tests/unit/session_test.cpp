// Every fault in every mode, on a machine without processes and without real time: tests/fault has
// the same with real ones.
#include "referee/play/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "referee/record/evidence.hpp"
#include "referee/talk/report.hpp"
#include "tests/unit/fake_machine.hpp"

namespace danno::referee::play {
namespace {

using namespace std::chrono_literals;
using record::FaultKind;
using record::GameRecord;
using talk::FakeMachine;

const rules::RuleSet& koans(int seats) {
  static const std::map<int, rules::RuleSet> kRules = [] {
    std::map<int, rules::RuleSet> sets;
    for (int n = 2; n <= 3; ++n)
      sets.emplace(n, rules::make_rule_set(*rules::find_definition("koans"), n));
    return sets;
  }();
  return kRules.at(seats);
}

/// How a session talks to its agents.
struct Mode {
  const char* name;
  int in_flight = 1;
  bool exact_clock = false;
  bool freeze = false;
};

const std::vector<Mode> kModes{{"one at a time", 1, false, false},
                               {"exact clock", 1, true, false},
                               {"stopped off turn", 1, true, true},
                               {"many", 64, false, false}};

SessionOrder order_of(FakeMachine& machine, const std::vector<std::string>& agents,
                      const Mode& mode) {
  SessionOrder order;
  order.rules = &koans(static_cast<int>(agents.size()));
  for (const std::string& agent : agents) {
    const auto name = std::string(1, static_cast<char>('a' + order.agents.size()));
    order.agents.push_back({name, {agent}, "/"});
  }
  order.games_a_deal = agents.size();
  order.limits.freeze = mode.freeze;
  order.in_flight = mode.in_flight;
  order.exact_clock = mode.exact_clock;
  order.machine = &machine;
  return order;
}

/// Every deal with the agents in each order of a round.
std::vector<GameOrder> games_of(std::size_t agents, std::uint64_t deals) {
  std::vector<GameOrder> games;
  const std::vector<std::string> names(agents, "agent");
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    for (std::size_t seating = 0; seating < agents; ++seating) {
      GameOrder& game = games.emplace_back();
      game.deal = deal;
      game.seating = static_cast<std::uint8_t>(seating);
      game.key = record::deal_key({"a seed for tests"}, "koans", names, deal);
      for (std::size_t seat = 0; seat < agents; ++seat)
        game.agent_at[seat] = static_cast<std::uint8_t>((seat + seating) % agents);
      game.first = 0;
    }
  }
  return games;
}

SessionResult play(FakeMachine& machine, const std::vector<std::string>& agents, const Mode& mode,
                   std::uint64_t deals) {
  return Session(order_of(machine, agents, mode)).play(games_of(agents.size(), deals));
}

/// What the two would play on a machine where nothing ever goes wrong.
std::string usual_games(std::uint64_t deals) {
  FakeMachine machine;
  std::vector<GameRecord> records;
  for (const GameResult& game : play(machine, {"honest", "honest"}, kModes[0], deals).games)
    records.push_back(game.record);
  return record::encode_deal(records);
}

std::string games_in(const SessionResult& result) {
  std::vector<GameRecord> records;
  for (const GameResult& game : result.games) {
    EXPECT_EQ(game.kind, GameResult::Kind::Played);
    records.push_back(game.record);
  }
  return record::encode_deal(records);
}

int seat_of(const GameRecord& game, std::uint8_t agent) {
  return static_cast<int>(std::ranges::find(game.agent_at, agent) - game.agent_at.begin());
}

struct Case {
  const char* agent;
  FaultKind kind;
};

const std::vector<Case> kCases{
    {"crash", FaultKind::Crash},
    {"exit", FaultKind::Exit},
    {"hang", FaultKind::Timeout},
    {"spin", FaultKind::Timeout},
    {"half", FaultKind::Timeout},
    {"drip-slowly", FaultKind::Timeout},
    {"flood", FaultKind::Flood},
    {"flood-frames", FaultKind::Flood},
    {"nonsense", FaultKind::Garbled},
    {"unreadable", FaultKind::Garbled},
    {"giant", FaultKind::Garbled},
    {"second-ready", FaultKind::Garbled},
    {"wrong-seq", FaultKind::Garbled},
    {"wrong-game", FaultKind::Garbled},
    {"twice", FaultKind::Garbled},
    {"illegal-option", FaultKind::Illegal},
    {"illegal-action", FaultKind::Illegal},
    {"no-action", FaultKind::Illegal},
    {"wrong-kind", FaultKind::Illegal},
    {"close", FaultKind::Closed},
    {"close-then-exit", FaultKind::Exit},
    {"memory", FaultKind::Memory},
    {"cannot-execute", FaultKind::NeverReady},
    {"never-ready", FaultKind::NeverReady},
    {"early-exit", FaultKind::NeverReady},
    {"early-crash", FaultKind::NeverReady},
    {"early-close", FaultKind::NeverReady},
    {"early-memory", FaultKind::Memory},
    {"early-nonsense", FaultKind::Garbled},
    {"early-flood", FaultKind::Flood},
    {"answer-first", FaultKind::Garbled},
};

/// The bad one forfeits each of its games by one fault of that kind, nobody else any.
void expect_fault(const SessionResult& result, const Case& fault, const rules::RuleSet& rules) {
  for (const GameResult& game : result.games) {
    ASSERT_EQ(game.kind, GameResult::Kind::Played) << result.trouble;
    ASSERT_EQ(game.record.faults.size(), 1U);
    const record::Fault& found = game.record.faults[0];
    EXPECT_EQ(to_string(found.kind), to_string(fault.kind)) << describe(found.cause);
    EXPECT_EQ(found.seat, seat_of(game.record, 0));
    EXPECT_EQ(
        record::replay(rules, game.record,
                       [](const record::Step&, const rules::Position&, const rules::Position&) {}),
        std::nullopt);
    const record::Fault told = talk::parse_report(talk::report_json(found));
    EXPECT_EQ(told.kind, found.kind);
    EXPECT_EQ(describe(told.cause), describe(found.cause));
    EXPECT_EQ(describe(told.evidence->question), describe(found.evidence->question));
    EXPECT_EQ(told.evidence->exchanges.size(), found.evidence->exchanges.size());
  }
}

TEST(Session, EveryFaultInEveryModeForfeitsThatGameAndNamesIt) {
  for (const Case& fault : kCases) {
    for (const Mode& mode : kModes) {
      for (const int seats : {2, 3}) {
        SCOPED_TRACE(std::string(fault.agent) + ", " + mode.name + ", " + std::to_string(seats));
        std::vector<std::string> agents(static_cast<std::size_t>(seats), "honest");
        agents[0] = fault.agent;
        FakeMachine machine;
        expect_fault(play(machine, agents, mode, 2), fault, koans(seats));
      }
    }
  }
}

TEST(Session, AFloodOfStderrIsOneToo) {
  FakeMachine machine;
  const auto result = play(machine, {"flood-stderr", "honest"}, kModes[0], 1);
  expect_fault(result, {"flood-stderr", FaultKind::Flood}, koans(2));
}

TEST(Session, FaultsAreTheSameOnAMachineWhereNothingGoesSmoothly) {
  for (const Case& fault : kCases) {
    for (const Mode& mode : kModes) {
      for (const std::size_t interrupts_every : {3U, 5U}) {
        SCOPED_TRACE(std::string(fault.agent) + ", " + mode.name);
        FakeMachine machine;
        machine.pipe_bytes = 11;
        machine.interrupts_every = interrupts_every;
        machine.blocks_every = 13;
        int polls = 0;
        machine.after_poll = [&] {
          if (++polls % 16 == 0) machine.preempt_referee(30ms);
        };
        expect_fault(play(machine, {fault.agent, "honest"}, mode, 1), fault, koans(2));
      }
    }
  }
}

/// What happens to the machine, again and again.
struct Mishap {
  const char* name;
  void (*happen)(FakeMachine&);
};

const std::vector<Mishap> kMishaps{
    {"the referee waits for a processor",
     [](FakeMachine& machine) { machine.preempt_referee(3s); }},
    {"a hypervisor stops the machine", [](FakeMachine& machine) { machine.steal(3s); }},
    {"both", [](FakeMachine& machine) {
       machine.steal(900ms);
       machine.preempt_referee(900ms);
     }}};

TEST(Session, AMachineThatIsLateChangesNoGame) {
  const std::string usual = usual_games(4);
  for (const Mode& mode : kModes) {
    for (const Mishap& mishap : kMishaps) {
      SCOPED_TRACE(std::string(mode.name) + ", " + mishap.name);
      FakeMachine machine;
      machine.is_virtual = true;
      int polls = 0;
      machine.after_poll = [&] {
        if (++polls % 5 == 0) mishap.happen(machine);
      };
      EXPECT_EQ(games_in(play(machine, {"honest", "honest"}, mode, 4)), usual);
    }
  }
}

TEST(Session, AJumpOfTheClockWhileNobodyListensChangesNoGame) {
  const std::string usual = usual_games(4);
  for (const Mode& mode : kModes) {
    SCOPED_TRACE(mode.name);
    FakeMachine machine;
    int writes = 0;
    machine.before_write = [&] {
      if (++writes % 5 == 0) machine.pass(10s);
    };
    EXPECT_EQ(games_in(play(machine, {"honest", "honest"}, mode, 4)), usual);
  }
}

TEST(Session, PipesThatTakeAFewBytesInterruptsAndBlockingChangeNoGame) {
  const std::string usual = usual_games(4);
  for (const Mode& mode : kModes) {
    for (const std::size_t bytes : {1U, 5U, 100U}) {
      SCOPED_TRACE(std::string(mode.name) + ", " + std::to_string(bytes));
      FakeMachine machine;
      machine.pipe_bytes = machine.read_bytes = bytes;
      machine.interrupts_every = 3;
      machine.blocks_every = 4;
      EXPECT_EQ(games_in(play(machine, {"honest", "drip"}, mode, 4)), usual);
    }
  }
}

TEST(Session, AgentsThatWaitForAProcessorChangeNoGame) {
  const std::string usual = usual_games(2);
  for (const Mode& mode : kModes) {
    SCOPED_TRACE(mode.name);
    FakeMachine machine;
    machine.waits = 400ms;
    machine.computes = 90ms;
    EXPECT_EQ(games_in(play(machine, {"honest", "honest"}, mode, 2)), usual);
  }
}

TEST(Session, WhoComputesOffTurnIsNamedForItUnlessItIsStopped) {
  for (const bool freeze : {false, true}) {
    FakeMachine machine;
    const Mode mode{"", 1, true, freeze};
    std::size_t named = 0;
    for (const GameResult& game : play(machine, {"ponder", "think"}, mode, 6).games) {
      for (const record::Fault& fault : game.record.faults) {
        EXPECT_EQ(fault.kind, FaultKind::Overuse);
        EXPECT_EQ(fault.seat, seat_of(game.record, 0));
        ++named;
      }
    }
    EXPECT_EQ(named > 0, !freeze);
  }
}

TEST(Session, WhoFailsOnceIsStartedAgainAndGoesOnWithItsGames) {
  FakeMachine machine;
  std::size_t faults = 0;
  for (const GameResult& game :
       play(machine, {"unless-resumed", "honest"}, {"", 64, false, false}, 4).games)
    faults += game.record.faults.size();
  EXPECT_GE(faults, 1U);
  EXPECT_LT(faults, 8U);
  EXPECT_EQ(static_cast<std::size_t>(machine.launches()), 2 + faults);
}

TEST(Session, WhatTheHarnessFailsAtMakesGamesVoid) {
  for (const char* agent : {"lost-init", "lost-init-later"}) {
    FakeMachine machine;
    const SessionResult result = play(machine, {agent, "honest"}, kModes[3], 4);
    EXPECT_EQ(result.trouble, "agent 'a': danno-init was lost") << agent;
    EXPECT_EQ(std::ranges::count(result.games, GameResult::Kind::Played, &GameResult::kind), 0);
    EXPECT_GT(std::ranges::count(result.games, GameResult::Kind::Void, &GameResult::kind), 0);
  }
}

TEST(Session, AgentsStayFromCallToCallAndMayFailInBetween) {
  FakeMachine machine;
  const std::vector<GameOrder> games = games_of(2, 4);
  Session session(order_of(machine, {"honest", "honest"}, kModes[3]));
  SessionResult whole = session.play(std::span(games).first(4));
  SessionResult rest = session.play(std::span(games).subspan(4));
  whole.games.insert(whole.games.end(), rest.games.begin(), rest.games.end());
  EXPECT_EQ(games_in(whole), usual_games(4));
  EXPECT_EQ(machine.launches(), 2);
}

}  // namespace
}  // namespace danno::referee::play
