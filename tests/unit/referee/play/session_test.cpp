// Every fault in every mode, on a machine without processes and without real time: tests/fault has
// the same with real ones.
#include "referee/play/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/protocol/report.hpp"
#include "referee/record/evidence.hpp"
#include "tests/unit/fake_machine.hpp"
#include "tests/unit/referee/play/fake_session.hpp"

namespace danno::referee::play {
namespace {

using namespace std::chrono_literals;
using protocol::FakeMachine;
using record::FaultKind;
using record::GameRecord;

SessionResult play(FakeMachine& machine, const std::vector<std::string>& agents, const Mode& mode,
                   std::uint64_t deals) {
  return play_session(session_options(machine, agents, mode), open_games(agents.size(), deals));
}

/// Returns what the two would play on a machine where nothing ever goes wrong.
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

int find_seat(const GameRecord& game, std::uint8_t agent) {
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
    EXPECT_EQ(found.seat, find_seat(game.record, 0));
    EXPECT_EQ(what_is_wrong(rules, game.record), std::nullopt);
    const record::Fault told = protocol::parse_report(protocol::report_json(found));
    EXPECT_EQ(told.kind, found.kind);
    EXPECT_EQ(describe(told.cause), describe(found.cause));
    const std::string question = describe(found.evidence->question);
    EXPECT_EQ(describe(told.evidence->question), question);
    const bool is_asked = found.kind == FaultKind::Timeout || found.kind == FaultKind::Illegal;
    EXPECT_TRUE(!is_asked || question.starts_with("rolled ")) << question;
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
        const SessionResult result = play(machine, agents, mode, 2);
        expect_fault(result, fault, koans(seats));
        const std::string_view agent = fault.agent;
        const bool starts =
            agent == "early-flood" || (!agent.starts_with("early-") && agent != "answer-first" &&
                                       fault.kind != FaultKind::NeverReady);
        EXPECT_EQ(result.never_ready, starts ? record::AgentSet() : record::AgentSet{0});
      }
    }
  }
}

TEST(Session, ShowsEveryStepFaultAndLogToItsObservers) {
  FakeMachine machine;
  SessionOptions order = session_options(machine, {"exit", "honest"}, kModes[3]);
  std::map<record::Step::Kind, std::size_t> steps;
  std::map<std::size_t, std::size_t> faults;
  order.on_step = [&](const record::Step& step, const rules::Position& after) {
    ++steps[step.kind];
    EXPECT_EQ(after.is_out(step.seat), step.kind == record::Step::Kind::Forfeit);
    EXPECT_EQ(step.thrown.empty(), step.kind == record::Step::Kind::Forfeit);
    if (step.kind == record::Step::Kind::Choice) {
      EXPECT_EQ(step.action, rules::Action::Bank);
      EXPECT_GT(step.option.points, 0);
    }
  };
  order.on_fault = [&](std::size_t agent, const record::Fault& fault) {
    ++faults[agent];
    EXPECT_EQ(fault.kind, FaultKind::Exit);
    EXPECT_NE(fault.evidence, nullptr);
  };
  std::size_t throws = 0;
  std::size_t decisions = 0;
  const SessionResult result = play_session(order, open_games(2, 3));
  for (const GameResult& game : result.games) {
    throws += record::count_throws(game.record);
    decisions += record::count_decisions(game.record);
  }
  EXPECT_EQ(steps[record::Step::Kind::Throw], throws);
  EXPECT_EQ(steps[record::Step::Kind::Choice], decisions);
  EXPECT_EQ(steps[record::Step::Kind::Forfeit], result.games.size());
  EXPECT_EQ(result.decisions, decisions);
  EXPECT_EQ(faults, (std::map<std::size_t, std::size_t>{{0, result.games.size()}}));
}

TEST(Session, ShowsTheLogOfTheAgentThatWroteIt) {
  for (const std::vector<std::string>& agents :
       {std::vector<std::string>{"honest", "flood-stderr"}, {"flood-stderr", "honest"}}) {
    FakeMachine machine;
    SessionOptions order = session_options(machine, agents, kModes[0]);
    std::map<std::size_t, bool> logged;
    order.on_log = [&](std::size_t agent, std::string_view text) {
      logged[agent] = text.find('e') != std::string_view::npos;
    };
    (void)play_session(order, open_games(2, 1));
    EXPECT_EQ(logged, (std::map<std::size_t, bool>{{agents[0] == "honest" ? 1 : 0, true}}));
  }
}

TEST(Session, RecordsWhichGameItIs) {
  FakeMachine machine;
  const std::vector<GameSpec> games = open_games(3, 2);
  const SessionResult result =
      play_session(session_options(machine, {"honest", "honest", "honest"}, kModes[3]), games);
  ASSERT_EQ(result.games.size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    const GameRecord& game = result.games[i].record;
    EXPECT_EQ(game.seats, 3);
    EXPECT_EQ(game.seating, games[i].seating);
    EXPECT_EQ(game.agent_at, games[i].agent_at);
    EXPECT_EQ(game.first, games[i].first);
    EXPECT_TRUE(game.absent.empty());
  }
}

TEST(Session, TellsAgentsTheirSeedsAndOnlyARestartedOneThatItResumes) {
  FakeMachine machine;
  std::map<std::uint64_t, int> seeds;
  int resumed = 0;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    if (!message.has_game_start()) return;
    ++seeds[message.game_start().seed()];
    resumed += message.game_start().resumed() ? 1 : 0;
  };
  std::vector<GameSpec> games = open_games(2, 8);
  for (std::size_t i = 0; i < games.size(); ++i)
    games[i].agent_seeds = {100 + i, 200 + i};
  std::size_t faults = 0;
  // One deal at a time: the next one takes the place of the last.
  const SessionOptions order = session_options(machine, {"unless-resumed", "honest"}, kModes[0]);
  for (const GameResult& game : play_session(order, games).games)
    faults += game.record.faults.size();
  EXPECT_EQ(seeds.size(), 2 * games.size());
  EXPECT_EQ(seeds.begin()->first, 100U);
  EXPECT_EQ(seeds.rbegin()->first, 199U + games.size());
  EXPECT_LE(resumed, static_cast<int>(faults));
}

TEST(Session, AFailureOfTheSystemMakesGamesVoidToo) {
  FakeMachine machine;
  int asks = 0;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    if (message.has_ask() && ++asks == 20)
      throw std::system_error(std::make_error_code(std::errc::not_enough_memory), "poll");
  };
  const SessionResult result = play(machine, {"honest", "honest"}, kModes[3], 40);
  EXPECT_TRUE(result.trouble.starts_with("poll: ")) << result.trouble;
  EXPECT_GT(std::ranges::count(result.games, GameResult::Kind::Void, &GameResult::kind), 0);
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

/// A mishap of the machine, again and again.
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
        EXPECT_EQ(fault.seat, find_seat(game.record, 0));
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

TEST(Session, WhoCannotBeStartedAgainForfeitsAllItsGames) {
  FakeMachine machine;
  const SessionResult result = play(machine, {"starts-once", "honest"}, kModes[3], 4);
  std::map<FaultKind, int> faults;
  for (const GameResult& game : result.games) {
    ASSERT_EQ(game.kind, GameResult::Kind::Played);
    ASSERT_EQ(game.record.faults.size(), 1U);
    EXPECT_EQ(game.record.faults[0].seat, find_seat(game.record, 0));
    EXPECT_EQ(what_is_wrong(koans(2), game.record), std::nullopt);
    ++faults[game.record.faults[0].kind];
  }
  EXPECT_EQ(faults, (std::map<FaultKind, int>{{FaultKind::Exit, 1}, {FaultKind::NeverReady, 7}}));
  EXPECT_EQ(result.never_ready, record::AgentSet{0});
  EXPECT_EQ(machine.launches(), 3);
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

TEST(Session, TellsTheEffortOfItsAgents) {
  FakeMachine machine;
  const SessionResult result = play(machine, {"honest", "honest"}, kModes[3], 4);
  std::size_t decisions = 0;
  for (const GameResult& game : result.games)
    decisions += record::count_decisions(game.record);
  EXPECT_EQ(result.decisions, decisions);
  EXPECT_EQ(result.effort[0].answers + result.effort[1].answers, decisions);
  EXPECT_EQ(machine.launches(), 2);
  for (std::size_t agent = 0; agent < 2; ++agent) {
    EXPECT_GT(result.effort[agent].cpu, 0ns);
    EXPECT_EQ(result.effort[agent].slow_answers, 0U);
  }
}

// --- what agents and observers learn ---------------------------------------------------------

/// Steps as texts, without the options that a throw has besides.
std::string show(const record::Step& step, const rules::Position& after) {
  std::string text;
  for (const std::size_t number :
       {static_cast<std::size_t>(step.kind), static_cast<std::size_t>(step.seat),
        std::size_t{step.thrown.packed()}, static_cast<std::size_t>(step.outcome),
        step.option_index, static_cast<std::size_t>(step.option.points),
        static_cast<std::size_t>(step.action), static_cast<std::size_t>(after.totals[0]),
        static_cast<std::size_t>(after.totals[1]), static_cast<std::size_t>(after.turn.points)})
    text += std::to_string(number) + " ";
  return text;
}

TEST(Session, ShowsTheStepsOfTheRecord) {
  std::set<record::Step::Kind> kinds;
  for (const rules::Definition* const definition : rules::all_definitions()) {
    for (const char* const mode : {"honest", "illegal-option"}) {
      const rules::RuleSet rules = rules::make_rule_set(*definition, 3);
      FakeMachine machine;
      machine.on_answer = vary;
      SessionOptions order = session_options(machine, {mode, "honest", "honest"}, kModes[0]);
      order.rules = &rules;
      order.agents[0].command = {mode, "7"};
      order.games_a_deal = 1;
      std::vector<std::string> shown;
      order.on_step = [&](const record::Step& step, const rules::Position& after) {
        kinds.insert(step.kind);
        shown.push_back(show(step, after));
      };
      const auto games = open_games(3, 1);
      const SessionResult result = play_session(order, std::span(games).first(1));
      std::vector<std::string> recorded;
      EXPECT_EQ(record::replay(
                    rules, result.games[0].record,
                    [&](const record::Step& step, const rules::Position& /*before*/,
                        const rules::Position& after) { recorded.push_back(show(step, after)); }),
                std::nullopt);
      EXPECT_EQ(shown, recorded) << rules.id() << ' ' << mode;
    }
  }
  EXPECT_EQ(kinds.size(), 4U);
}

/// Follows all games of all processes from their begin to their end.
class Followed {
 public:
  explicit Followed(FakeMachine& machine) {
    machine.on_heard = [this](int process, const v1::ToAgent& message) { hear(process, message); };
  }

  std::map<int, std::size_t> most_open;  ///< The games that a process had at once.
  std::map<v1::GameEnd::Cause, int> ends;
  std::set<std::uint64_t> seeds;
  int hellos = 0;

 private:
  void hear(int process, const v1::ToAgent& message) {
    std::set<std::uint32_t>& open = open_[process];
    hellos += message.has_hello() ? 1 : 0;
    if (message.has_game_start()) {
      // Games are numbered in their order, over the life of the process.
      EXPECT_EQ(message.game_start().game(), begun_[process]++);
      open.insert(message.game_start().game());
      seeds.insert(message.game_start().seed());
      most_open[process] = std::max(most_open[process], open.size());
    }
    if (message.has_ask()) {
      EXPECT_TRUE(open.contains(message.ask().game()));
    }
    if (message.has_seen()) {
      EXPECT_TRUE(open.contains(message.seen().game()));
    }
    if (message.has_game_end()) {
      EXPECT_EQ(open.erase(message.game_end().game()), 1U);
      ++ends[message.game_end().cause()];
    }
  }

  std::map<int, std::set<std::uint32_t>> open_;
  std::map<int, std::uint32_t> begun_;
};

TEST(Session, TellsEveryProcessOfItsGamesFromBeginToEnd) {
  for (const Mode& mode : kModes) {
    for (const bool want_seen : {false, true}) {
      SCOPED_TRACE(mode.name);
      using Ends = std::map<v1::GameEnd::Cause, int>;
      const auto ends_with = [&](const char* agent) {
        FakeMachine machine;
        machine.want_seen = want_seen;
        Followed followed(machine);
        (void)play(machine, {agent, "honest"}, mode, 8);
        return followed.ends;
      };
      EXPECT_EQ(ends_with("honest"), (Ends{{v1::GameEnd::FINISHED, 32}}));
      EXPECT_EQ(ends_with("illegal-option"),
                (Ends{{v1::GameEnd::FORFEIT, 16}, {v1::GameEnd::YOU_FORFEIT, 16}}));
      EXPECT_EQ(ends_with("exit"), (Ends{{v1::GameEnd::FORFEIT, 16}}));
    }
  }
}

TEST(Session, TellsThatAGameWasCapped) {
  rules::Parameters parameters = koans(2).parameters();
  parameters.max_turns = 2;
  const rules::RuleSet rules(koans(2).definition(), 2, parameters);
  FakeMachine machine;
  Followed followed(machine);
  SessionOptions order = session_options(machine, {"honest", "honest"}, kModes[3]);
  order.rules = &rules;
  for (const GameResult& game : play_session(order, open_games(2, 2)).games) {
    EXPECT_TRUE(game.record.capped);
    EXPECT_EQ(what_is_wrong(rules, game.record), std::nullopt);
  }
  EXPECT_EQ(followed.ends, (std::map<v1::GameEnd::Cause, int>{{v1::GameEnd::CAPPED, 8}}));
}

TEST(Session, RecordsTheEndOfEveryGame) {
  FakeMachine machine;
  for (const GameResult& game : play(machine, {"honest", "exit", "honest"}, kModes[3], 2).games) {
    rules::Position last;
    (void)record::replay(koans(3), game.record,
                         [&](const record::Step& /*step*/, const rules::Position& /*before*/,
                             const rules::Position& after) { last = after; });
    EXPECT_EQ(game.record.totals, last.totals);
    EXPECT_EQ(game.record.places, rules::places(koans(3), last));
    EXPECT_FALSE(game.record.capped);
  }
}

TEST(Session, TellsNobodyOfAGameThatItIsOutOf) {
  for (const bool want_seen : {false, true}) {
    FakeMachine machine;
    machine.want_seen = want_seen;
    Followed followed(machine);
    std::vector<GameSpec> games = open_games(3, 2);
    std::set<std::uint64_t> seeds;
    for (GameSpec& game : games) {
      for (int seat = 0; seat < 3; ++seat) {
        game.agent_seeds[rules::at(seat)] = game.deal * 100 + game.seating * 10U + rules::at(seat);
        const bool is_out = game.deal == 1 && game.agent_at[rules::at(seat)] == 2;
        if (is_out) game.absent.add(seat);
        if (!is_out) seeds.insert(game.agent_seeds[rules::at(seat)]);
      }
    }
    const auto order = session_options(machine, {"honest", "honest", "honest"}, kModes[3]);
    for (const GameResult& game : play_session(order, games).games)
      EXPECT_EQ(what_is_wrong(koans(3), game.record), std::nullopt);
    EXPECT_EQ(followed.seeds, seeds);
  }
}

TEST(Session, PlaysNoFewerGamesAtOnceForAnAgentThatIsAbsent) {
  FakeMachine machine;
  Followed followed(machine);
  std::vector<GameSpec> games = open_games(3, 8);
  for (GameSpec& game : games)
    game.absent.add(
        static_cast<std::size_t>(std::ranges::find(game.agent_at, 2) - game.agent_at.begin()));
  (void)play_session(session_options(machine, {"honest", "honest", "honest"}, kModes[3]), games);
  EXPECT_EQ(machine.launches(), 2);
  EXPECT_GT(followed.most_open[1], 12U);
}

TEST(Session, GivesAProcessNoMoreGamesThanItTakesAndBeginsWhenAllAreReady) {
  FakeMachine machine;
  Followed followed(machine);
  SessionOptions order = session_options(machine, {"one-game", "honest", "one-game"}, kModes[3]);
  int steps = 0;
  order.on_step = [&](const record::Step& /*step*/, const rules::Position& /*after*/) {
    if (++steps == 1) {
      EXPECT_EQ(followed.hellos, 7);
    }
  };
  (void)play_session(order, open_games(3, 4));
  EXPECT_EQ(machine.launches(), 7);
  std::multiset<std::size_t> most;
  for (const auto& [process, games] : followed.most_open)
    most.insert(games);
  EXPECT_EQ(most, (std::multiset<std::size_t>{1, 1, 1, 1, 1, 1, 3}));
}

TEST(Session, TellsTheEffortOfAllProcessesOfAnAgent) {
  FakeMachine machine;
  const SessionResult result = play(machine, {"one-game", "honest", "one-game"}, kModes[3], 4);
  ASSERT_EQ(machine.launches(), 7);
  std::uint64_t answers = 0;
  for (const protocol::Effort& effort : result.effort)
    answers += effort.answers;
  EXPECT_EQ(answers, result.decisions);  // nobody decides without an answer
}

TEST(Session, EndsATimeBankWithItsGame) {
  FakeMachine machine;
  int asks = 0;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    machine.computes = message.has_ask() && ++asks > 100 ? 160ms : 20us;
  };
  SessionOptions order = session_options(machine, {"honest", "honest"}, kModes[0]);
  order.limits.bank = 50ms;
  const SessionResult result = play_session(order, open_games(2, 10));
  ASSERT_GT(asks, 100);
  for (std::size_t i = 8; i < result.games.size(); ++i) {
    ASSERT_FALSE(result.games[i].record.faults.empty());
    EXPECT_EQ(result.games[i].record.faults[0].kind, FaultKind::Timeout);
  }
}

/// Agent `a` gives its third answer in another form; its fault is that it owed no such answer.
void expect_nothing_open(bool want_seen, const std::function<void(v1::Answer&)>& change) {
  FakeMachine machine;
  machine.want_seen = want_seen;
  int answers = 0;
  machine.on_answer = [&](int process, const v1::Ask& /*ask*/, v1::Answer& answer) {
    if (process == 1 && ++answers == 3) change(answer);
  };
  std::size_t faults = 0;
  for (const GameResult& game : play(machine, {"honest", "honest"}, kModes[0], 4).games) {
    for (const record::Fault& fault : game.record.faults) {
      ++faults;
      EXPECT_EQ(fault.kind, FaultKind::Garbled);
      EXPECT_EQ(fault.seat, find_seat(game.record, 0));
    }
  }
  EXPECT_EQ(faults, 1U);
}

TEST(Session, TakesNoAnswerToWhatWasNotAsked) {
  for (const bool want_seen : {false, true}) {
    for (const std::uint32_t more : {1U, 2U, 1000U, ~0U})
      expect_nothing_open(want_seen,
                          [&](v1::Answer& answer) { answer.set_game(answer.game() + more); });
    for (const std::uint32_t more : {1U, ~0U})
      expect_nothing_open(want_seen,
                          [&](v1::Answer& answer) { answer.set_seq(answer.seq() + more); });
  }
}

TEST(Session, StartsWhoIsKilledBeforeItIsReadyThreeTimes) {
  FakeMachine machine;
  SessionOptions order = session_options(machine, {"early-crash", "honest"}, kModes[3]);
  int faults = 0;
  order.on_fault = [&](std::size_t agent, const record::Fault& fault) {
    EXPECT_EQ(agent, 0U);
    EXPECT_EQ(fault.kind, FaultKind::NeverReady);
    ++faults;
  };
  (void)play_session(order, open_games(2, 4));
  EXPECT_EQ(machine.launches(), 4);
  EXPECT_EQ(faults, 1);
}

// --- processes that play on ------------------------------------------------------------------

struct Round {
  std::vector<std::string> modes;  ///< By agent: 'a' plays in the first, 'b' in the second, …
  std::vector<std::pair<std::size_t, std::size_t>> line_ups;
};

/// All line-ups one after the other, with processes that stay as `idle` lets them; the games.
std::string play_round(const Round& round, FakeMachine& machine, protocol::ProcessCache& idle,
                       std::uint64_t deals) {
  std::string games;
  for (const auto& [first, second] : round.line_ups) {
    SessionOptions order =
        session_options(machine, {round.modes[first], round.modes[second]}, kModes[3]);
    order.agents[0].name = static_cast<char>('a' + first);
    order.agents[1].name = static_cast<char>('a' + second);
    order.idle = &idle;
    games += games_in(play_session(order, open_games(2, deals)));
    machine.pass(1h);
  }
  return games;
}

const std::vector<std::pair<std::size_t, std::size_t>> kAllPairs{{0, 1}, {0, 2}, {1, 2}, {0, 1}};

TEST(ProcessCache, AreStartedOnceAndPlayTheSame) {
  for (const char* mode : {"honest", "ponder", "exit", "illegal-option"}) {
    const Round round{{"honest", mode, "honest"}, kAllPairs};
    std::string usual;
    int least = 0;
    for (const std::size_t most : {0UL, 1UL, 2UL, 64UL}) {
      FakeMachine machine;
      protocol::ProcessCache idle(machine, most);
      const std::string games = play_round(round, machine, idle, 2);
      if (most == 0) usual = games;
      EXPECT_EQ(games, usual) << mode << ' ' << most;
      least = machine.launches();
      if (most == 0) {
        EXPECT_GE(least, 8) << mode;
      }
    }
    const std::string_view name(mode);
    const bool stays = name != "exit";
    EXPECT_EQ(least == 3, stays) << mode;
  }
}

TEST(ProcessCache, PlayForWhicheverThreadNeedsThem) {
  const Round round{{"honest", "honest", "honest"}, kAllPairs};
  FakeMachine usual;
  protocol::ProcessCache nobody(usual);
  const std::string games = play_round(round, usual, nobody, 2);
  FakeMachine machine;
  const auto room = std::make_shared<protocol::SharedProcessPool>(machine, 64);
  protocol::ProcessCache one(room);
  protocol::ProcessCache other(room);
  EXPECT_EQ(play_round(round, machine, one, 2), games);
  EXPECT_EQ(machine.follows(), 0);
  EXPECT_EQ(play_round(round, machine, other, 2), games);
  EXPECT_EQ(machine.launches(), 3);
  EXPECT_EQ(machine.follows(), 3);  // each came to the other's processors once
}

TEST(ProcessCache, OfAllThreadsAreNoMoreThanMayLive) {
  FakeMachine machine;
  const auto room = std::make_shared<protocol::SharedProcessPool>(machine, 3);
  protocol::ProcessCache one(room);
  protocol::ProcessCache other(room);
  const Round round{{"honest", "honest", "honest", "honest"}, {{0, 1}, {2, 3}}};
  (void)play_round(round, machine, one, 2);
  EXPECT_EQ(machine.lives(), 3U);
  (void)play_round(round, machine, other, 2);
  EXPECT_EQ(machine.lives(), 3U);
}

TEST(ProcessCache, MakeRoomOnAMachineThatLaunchesNoMore) {
  const Round round{{"honest", "honest", "honest"}, kAllPairs};
  FakeMachine usual;
  protocol::ProcessCache nobody(usual);
  FakeMachine machine;
  machine.most_processes = 2;
  protocol::ProcessCache idle(machine, 64);
  EXPECT_EQ(play_round(round, machine, idle, 2), play_round(round, usual, nobody, 2));
  EXPECT_GT(machine.launches(), 3);
}

TEST(ProcessCache, WhoEndsOrSpeaksUnaskedIsReplacedAtNoCharge) {
  for (const char* mode : {"leaves-idle", "talks-idle"}) {
    FakeMachine machine;
    protocol::ProcessCache idle(machine, 64);
    const Round round{{"honest", mode, "honest"}, {{0, 1}, {0, 1}, {0, 1}}};
    FakeMachine other;
    protocol::ProcessCache nobody(other);
    const Round usual{{"honest", "honest", "honest"}, {{0, 1}, {0, 1}, {0, 1}}};
    EXPECT_EQ(play_round(round, machine, idle, 2), play_round(usual, other, nobody, 2)) << mode;
    EXPECT_EQ(machine.launches(), 4) << mode;
  }
}

TEST(ProcessCache, ALineUpIsChargedWithItsOwnProcessorTime) {
  FakeMachine machine;
  protocol::ProcessCache idle(machine, 64);
  SessionOptions order = session_options(machine, {"honest", "honest"}, kModes[3]);
  const auto alone = play_session(order, open_games(2, 4)).effort;
  order.idle = &idle;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(play_session(order, open_games(2, 4)).effort, alone);
}

/// The memory of an agent that forgets nothing: the throws that followed on what it saw of a game.
class Memory {
 public:
  /// How many throws it foretold, of those of which it thought to know.
  struct Score {
    int known = 0;
    int right = 0;
  };
  Score see(const std::string& games) {
    Score score;
    for (const GameRecord& game : record::decode_deal(games)) {
      std::string seen;
      for (const record::Event event : game.events) {
        const auto thrown = static_cast<char16_t>(event & 0x1FFU);
        const auto found = after_.find(seen);
        if (found != after_.end() && !seen.empty()) {
          ++score.known;
          score.right += found->second == thrown ? 1 : 0;
        }
        after_[seen] = thrown;
        seen += {static_cast<char>(thrown & 0xFFU), static_cast<char>(thrown >> 8U)};
      }
    }
    return score;
  }

 private:
  std::map<std::string, char16_t> after_;
};

/// The games of these two, with dice of their own.
std::string games_of_pair(FakeMachine& machine, protocol::ProcessCache& idle,
                          const std::string& first, const std::string& second) {
  SessionOptions order = session_options(machine, {"honest", "honest"}, kModes[3]);
  order.agents[0].name = first;
  order.agents[1].name = second;
  order.idle = &idle;
  std::vector<GameSpec> games = open_games(2, 100);
  for (GameSpec& game : games)
    game.key =
        record::deal_key({"a seed for tests"}, {"koans"}, std::vector{first, second}, game.deal);
  return games_in(play_session(order, games));
}

/// The first deal of true-greed that six alike win on the first throw.
std::uint64_t deal_won_at_once(const rules::RuleSet& rules) {
  const std::vector<std::string> names(2, "agent");
  for (std::uint64_t deal = 0;; ++deal) {
    record::DiceStream dice(record::deal_key({"a seed for tests"}, {"true-greed"}, names, deal));
    if (rules.wins_at_once(dice.roll(0, 0, 0, rules.dice()))) return deal;
  }
}

TEST(Session, TellsOfGamesThatNobodyDecidesInWithTheirEnd) {
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("true-greed"), 2);
  FakeMachine machine;
  std::map<v1::ToAgent::MessageCase, int> heard;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    ++heard[message.message_case()];
  };
  SessionOptions order = session_options(machine, {"honest", "honest"}, kModes[3]);
  order.rules = &rules;
  GameSpec game;
  game.deal = deal_won_at_once(rules);
  game.key = record::deal_key({"a seed for tests"}, {"true-greed"},
                              std::vector<std::string>(2, "agent"), game.deal);
  game.first = 0;
  game.agent_at = {0, 1};
  std::vector<GameSpec> games(2, game);
  games[1].seating = 1;
  games[1].agent_at = {1, 0};
  const SessionResult result = play_session(order, games);
  for (const GameResult& played : result.games) {
    EXPECT_EQ(played.kind, GameResult::Kind::Played);
    EXPECT_EQ(played.record.places[0], 1);
  }
  EXPECT_EQ(heard[v1::ToAgent::kAsk], 0);
  EXPECT_EQ(heard[v1::ToAgent::kGameStart], 4);
  EXPECT_EQ(heard[v1::ToAgent::kGameEnd], 4);
}

TEST(ProcessCache, WhoRemembersEveryLineUpForetellsNoThrow) {
  FakeMachine machine;
  protocol::ProcessCache idle(machine, 64);
  Memory memory;
  Memory::Score later;
  std::string last;
  for (const char* const opponent : {"b", "c", "d", "e", "f", "g"}) {
    last = games_of_pair(machine, idle, "a", opponent);
    // The two games of a deal have the same dice: what one shows is known in the other. So only
    // the first is asked about.
    std::vector<GameRecord> firsts;
    for (const GameRecord& game : record::decode_deal(last)) {
      if (game.seating == 0) firsts.push_back(game);
    }
    last = record::encode_deal(firsts);
    const Memory::Score score = memory.see(last);
    later.known += score.known;
    later.right += score.right;
  }
  EXPECT_EQ(machine.launches(), 7);  // one process saw it all
  EXPECT_GT(later.known, 100);
  EXPECT_LT(later.right, later.known / 10);  // a throw of five dice is one of 252
  const Memory::Score again = memory.see(last);
  EXPECT_GT(again.right, again.known * 9 / 10) << "the same dice twice would be found";
}

}  // namespace
}  // namespace danno::referee::play
