// Every fault by a real misbehaving process: at each seat, with one and with many games in flight.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "referee/play/line_up.hpp"
#include "referee/protocol/answer_check.hpp"
#include "referee/protocol/report.hpp"
#include "referee/protocol/wire.hpp"

namespace danno::referee::play {

using record::FaultKind;
using record::GameRecord;
namespace {

const std::filesystem::path kRogue = DANNO_TEST_ROGUE;

protocol::Agent rogue(const std::string& name, const std::string& mode,
                      const std::string& question = "2") {
  return {name, {kRogue.string(), mode, question}, kRogue.parent_path()};
}

bool has_mode(std::span<const protocol::Agent> agents,
              std::initializer_list<std::string_view> modes) {
  return std::ranges::any_of(agents, [&](const protocol::Agent& agent) {
    return agent.command.size() > 1 && std::ranges::find(modes, agent.command[1]) != modes.end();
  });
}

/// Limits are short only for those who are to exceed them: any machine may be slow for a second.
LineUp line_up(const rules::RuleSet& rules, std::vector<protocol::Agent> agents, int in_flight) {
  LineUp result;
  result.rules = &rules;
  result.agents = std::move(agents);
  for (const protocol::Agent& agent : result.agents)
    result.key_names.push_back(agent.name);
  result.seed = {"a seed for tests"};
  result.limits.answer = std::chrono::seconds(20);
  if (has_mode(result.agents, {"hang", "spin", "half", "drip-slowly", "ponder", "crowd"})) {
    result.limits.answer = std::chrono::milliseconds(150);
  }
  result.limits.start = std::chrono::seconds(has_mode(result.agents, {"never-ready"}) ? 1 : 60);
  result.limits.memory_mb = 128;
  result.limits.isolation = sandbox::Isolation::None;
  result.in_flight = in_flight;
  return result;
}

const rules::RuleSet& koans(int seats) {
  static const std::map<int, rules::RuleSet> kRules = [] {
    std::map<int, rules::RuleSet> sets;
    for (int n = 2; n <= rules::kMaxSeats; ++n)
      sets.emplace(n, rules::make_rule_set(*rules::find_definition("koans"), n));
    return sets;
  }();
  return kRules.at(seats);
}

int find_seat(const GameRecord& game, int agent) {
  for (int seat = 0; seat < game.seats; ++seat) {
    if (game.agent_at[static_cast<std::size_t>(seat)] == agent) return seat;
  }
  return -1;
}

struct Case {
  std::string mode;
  FaultKind kind;
};

void PrintTo(const Case& fault, std::ostream* out) { *out << fault.mode; }

/// Games in flight; with one also at strict, with agents that are stopped off turn.
enum class Play { One, OneFrozenAtStrict, Many };
constexpr const char* kNames[] = {"_in_flight_1", "_at_strict", "_in_flight_16"};

void PrintTo(Play play, std::ostream* out) { *out << kNames[static_cast<int>(play)]; }

class EveryFault : public testing::TestWithParam<std::tuple<Case, Play>> {};

std::string case_name(const testing::TestParamInfo<std::tuple<Case, Play>>& info) {
  std::string name =
      std::get<0>(info.param).mode + kNames[static_cast<int>(std::get<1>(info.param))];
  for (char& c : name)
    c = c == '-' ? '_' : c;
  return name;
}

TEST_P(EveryFault, ForfeitsThatGameAtEachSeatAndNamesIt) {
  const auto& [fault, play] = GetParam();
  auto order = line_up(koans(2), {rogue("bad", fault.mode), rogue("good", "honest")},
                       play == Play::Many ? 16 : 1);
  if (play == Play::OneFrozenAtStrict) {
    order.limits.freeze = true;
    order.limits.isolation = sandbox::Isolation::Strict;
  }
  const Batch batch = play_deals(order, 0, 2);
  ASSERT_EQ(batch.deals.size(), 2U);
  for (const DealResult& deal : batch.deals) {
    for (const GameRecord& game : deal.games) {
      const int bad = find_seat(game, 0);
      ASSERT_EQ(game.faults.size(), 1U) << "deal " << deal.deal;
      EXPECT_EQ(record::to_string(game.faults[0].kind), record::to_string(fault.kind))
          << describe(game.faults[0].cause);
      EXPECT_EQ(game.faults[0].seat, bad);
      EXPECT_EQ(game.places[static_cast<std::size_t>(bad)], 2);
      EXPECT_EQ(record::replay(
                    koans(2), game,
                    [](const record::Step&, const rules::Position&, const rules::Position&) {}),
                std::nullopt);
      EXPECT_NO_THROW((void)protocol::parse_report(protocol::report_json(game.faults[0])));
    }
  }
}

const std::vector<Case> kCases{
    {"crash", FaultKind::Crash},
    {"exit", FaultKind::Exit},
    {"hang", FaultKind::Timeout},
    {"spin", FaultKind::Timeout},
    {"flood", FaultKind::Flood},
    {"flood-frames", FaultKind::Flood},
    {"nonsense", FaultKind::Garbled},
    {"flood-stderr", FaultKind::Flood},
    {"illegal-option", FaultKind::Illegal},
    {"illegal-action", FaultKind::Illegal},
    {"no-action", FaultKind::Illegal},
    {"wrong-kind", FaultKind::Illegal},
    {"wrong-seq", FaultKind::Garbled},
    {"wrong-game", FaultKind::Garbled},
    {"twice", FaultKind::Garbled},
    {"second-ready", FaultKind::Garbled},
    {"giant", FaultKind::Garbled},
    {"half", FaultKind::Timeout},
    {"drip-slowly", FaultKind::Timeout},
    {"close", FaultKind::Closed},
    {"fork", FaultKind::Exit},
    {"early-exit", FaultKind::NeverReady},
    {"early-crash", FaultKind::NeverReady},
    {"early-nonsense", FaultKind::Garbled},
    {"early-flood", FaultKind::Flood},
    {"never-ready", FaultKind::NeverReady},
};
INSTANTIATE_TEST_SUITE_P(Rogue, EveryFault,
                         testing::Combine(testing::ValuesIn(kCases),
                                          testing::Values(Play::One, Play::Many)),
                         case_name);
// Cases that could be taken for a failure of the harness, or cause one.
const std::vector<Case> kCasesAtStrict{
    {"crash", FaultKind::Crash},
    {"hang", FaultKind::Timeout},
    {"flood", FaultKind::Flood},
    {"flood-stderr", FaultKind::Flood},
    {"half", FaultKind::Timeout},
    {"close", FaultKind::Closed},
    {"fork", FaultKind::Exit},
    {"memory", FaultKind::Memory},
    {"early-exit", FaultKind::NeverReady},
    {"early-flood", FaultKind::Flood},
};
INSTANTIATE_TEST_SUITE_P(Strict, EveryFault,
                         testing::Combine(testing::ValuesIn(kCasesAtStrict),
                                          testing::Values(Play::OneFrozenAtStrict)),
                         case_name);

TEST(Session, AnswersThatDripInTimeAreNoFault) {
  const auto order = line_up(koans(2), {rogue("drip", "drip"), rogue("good", "honest")}, 16);
  for (const DealResult& deal : play_deals(order, 0, 20).deals) {
    for (const GameRecord& game : deal.games)
      EXPECT_TRUE(game.faults.empty());
  }
}

TEST(Session, WhoLeavesBeforeGoodbyeForfeitsOneGameThatIsOpenAndIsStartedAgain) {
  const auto order = line_up(koans(2), {rogue("once", "one-shot"), rogue("good", "honest")}, 1);
  std::size_t faults = 0;
  for (const DealResult& deal : play_deals(order, 0, 2).deals) {
    std::size_t of_deal = 0;
    for (const GameRecord& game : deal.games) {
      of_deal += game.faults.size();
      for (const record::Fault& fault : game.faults) {
        EXPECT_EQ(fault.kind, FaultKind::Exit);
        EXPECT_EQ(fault.seat, find_seat(game, 0));
      }
    }
    // It leaves when a game ends; the other one bears it, unless it ends at the same moment.
    EXPECT_LE(of_deal, 1U);
    faults += of_deal;
  }
  EXPECT_GE(faults, 1U);
}

/// The first fault of an agent that sleeps 150 ms before each answer, at a limit of 100 ms.
std::optional<FaultKind> fault_of_napper(int in_flight, std::chrono::milliseconds bank) {
  auto order = line_up(koans(2), {rogue("napper", "nap"), rogue("honest", "honest")}, in_flight);
  order.limits.answer = std::chrono::milliseconds(100);
  order.limits.bank = bank;
  order.limits.max_faults = 1;
  order.exact_clock = in_flight == 1;
  const PlayDeals player = new_deal_player();
  for (std::uint64_t begin = 0; begin < 4;) {  // a slow batch returns before all are played
    const Batch batch = player(order, begin, 4, {});
    begin += batch.deals.size();
    for (const DealResult& deal : batch.deals) {
      for (const GameRecord& game : deal.games) {
        for (const record::Fault& fault : game.faults) {
          if (fault.seat == find_seat(game, 0)) return fault.kind;
        }
      }
    }
  }
  return std::nullopt;
}

TEST(Session, WhoAlwaysSleepsTooLongIsFoundHoweverManyGamesAreInFlight) {
  for (const int in_flight : {1, 64})
    EXPECT_EQ(fault_of_napper(in_flight, {}), FaultKind::Timeout) << in_flight;
}

TEST(Session, ATimeBankPaysForSleepHoweverManyGamesAreInFlight) {
  for (const int in_flight : {1, 64})
    EXPECT_EQ(fault_of_napper(in_flight, std::chrono::minutes(5)), std::nullopt) << in_flight;
}

TEST(Session, WhoBurnsTheProcessorOffTurnIsNamedForIt) {
  auto order = line_up(koans(2), {rogue("burner", "ponder"), rogue("thinker", "think")}, 1);
  order.exact_clock = true;
  order.limits.freeze = false;
  const PlayDeals player = new_deal_player();
  bool named = false;
  // Where the machine is busy, it takes more deals to burn what is too much.
  for (std::uint64_t begin = 0; !named && begin < 50; ++begin) {
    const Batch batch = player(order, begin, begin + 1, {});
    for (const GameRecord& game : batch.deals.at(0).games) {
      for (const record::Fault& fault : game.faults) {
        named = named || fault.kind == FaultKind::Overuse;
        EXPECT_EQ(fault.seat, find_seat(game, 0))
            << record::to_string(fault.kind) << ' ' << describe(fault.cause);
      }
    }
  }
  EXPECT_TRUE(named);
}

TEST(Session, WhoIsStoppedOffTurnBurnsNothing) {
  auto order = line_up(koans(2), {rogue("burner", "ponder"), rogue("thinker", "think")}, 1);
  order.exact_clock = true;  // and with it freeze
  for (const DealResult& deal : play_deals(order, 0, 5).deals) {
    for (const GameRecord& game : deal.games)
      EXPECT_TRUE(game.faults.empty()) << describe(game.faults.front().cause);
  }
}

TEST(Session, WhoIsStoppedOffTurnPlaysTheSame) {
  auto order = line_up(koans(2), {rogue("a", "illegal-option", "3"), rogue("b", "honest")}, 1);
  const Batch running = play_deals(order, 0, 6);
  order.limits.freeze = true;
  const Batch stopped = play_deals(order, 0, 6);
  ASSERT_EQ(stopped.deals.size(), running.deals.size());
  for (std::size_t i = 0; i < running.deals.size(); ++i)
    EXPECT_EQ(record::encode_deal(stopped.deals[i].games),
              record::encode_deal(running.deals[i].games));
}

TEST(Session, ACrowdOfBusyProcessesMakesNoOpponentLate) {
  for (const bool freeze : {false, true}) {
    auto order = line_up(koans(2), {rogue("crowd", "crowd"), rogue("thinker", "think")}, 1);
    order.exact_clock = true;
    order.limits.freeze = freeze;
    for (const DealResult& deal : play_deals(order, 0, 2).deals) {
      for (const GameRecord& game : deal.games) {
        for (const record::Fault& fault : game.faults)
          EXPECT_EQ(fault.seat, find_seat(game, 0))
              << record::to_string(fault.kind) << ' ' << describe(fault.cause);
      }
    }
  }
}

/// Keeps all cores busy, twice over, while it lives.
class BusyCores {
 public:
  BusyCores() {
    for (unsigned i = 0; i < 2 * std::thread::hardware_concurrency(); ++i) {
      threads_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
    }
  }

 private:
  std::vector<std::jthread> threads_;
};

TEST(Session, WhoIsQueuedOrPreemptedIsNotBlamed) {
  const BusyCores busy;
  rules::Parameters few_turns = koans(2).parameters();
  few_turns.max_turns = 4;
  const rules::RuleSet rules(koans(2).definition(), 2, few_turns);
  for (const int in_flight : {1, 16}) {
    auto order = line_up(rules, {rogue("a", "give-way"), rogue("b", "give-way")}, in_flight);
    SCOPED_TRACE(in_flight);
    order.exact_clock = in_flight == 1;
    // One millisecond of it is used: a machine that stands still for a moment may be taken for use.
    order.limits.answer = std::chrono::milliseconds(50);
    for (const DealResult& deal : play_deals(order, 0, 1).deals) {
      for (const GameRecord& game : deal.games)
        EXPECT_TRUE(game.faults.empty()) << describe(game.faults.front().cause);
    }
  }
}

TEST(Session, WhoThinksTooLongIsFoundOnABusyMachineToo) {
  const BusyCores busy;
  auto order = line_up(koans(2), {rogue("a", "spin"), rogue("b", "burn")}, 16);
  for (const DealResult& deal : play_deals(order, 0, 2).deals) {
    for (const GameRecord& game : deal.games) {
      ASSERT_EQ(game.faults.size(), 1U);
      EXPECT_EQ(game.faults[0].kind, FaultKind::Timeout);
      EXPECT_EQ(game.faults[0].seat, find_seat(game, 0));
    }
  }
}

TEST(Session, InAGameOfThreeTheOthersPlayOn) {
  const auto order =
      line_up(koans(3), {rogue("bad", "exit"), rogue("one", "honest"), rogue("two", "honest")}, 16);
  const Batch batch = play_deals(order, 0, 2);
  for (const DealResult& deal : batch.deals) {
    ASSERT_EQ(deal.games.size(), 3U);
    for (const GameRecord& game : deal.games) {
      const int bad = find_seat(game, 0);
      EXPECT_EQ(game.places[static_cast<std::size_t>(bad)], 3);
      rules::Points highest = 0;
      for (const rules::Points total : game.totals)
        highest = std::max(highest, total);
      EXPECT_GE(highest, 3000);
    }
  }
}

TEST(Session, ResultsDoNotDependOnTheGamesInFlight) {
  for (const int seats : {2, 3}) {
    for (const char* mode : {"honest", "exit", "illegal-option"}) {
      std::vector<protocol::Agent> agents{rogue("a", mode, "9")};
      while (std::cmp_less(agents.size(), seats))
        agents.push_back(rogue(std::string(1, static_cast<char>('a' + agents.size())), "honest"));
      const Batch one = play_deals(line_up(koans(seats), agents, 1), 0, 6, {});
      ASSERT_EQ(one.deals.size(), 6U);
      for (const int in_flight : {seats, 64}) {
        const Batch many = play_deals(line_up(koans(seats), agents, in_flight), 0, 6, {});
        ASSERT_EQ(many.deals.size(), 6U);
        for (std::size_t i = 0; i < one.deals.size(); ++i) {
          EXPECT_EQ(record::encode_deal(one.deals[i].games),
                    record::encode_deal(many.deals[i].games))
              << mode << ' ' << seats << ' ' << in_flight;
        }
      }
    }
  }
}

/// Expects at most one fault a game of each agent in [0, bad), and none of others.
void expect_only_the_bad_suffer(const Batch& batch, int bad, const rules::RuleSet& rules) {
  for (const DealResult& deal : batch.deals) {
    for (const GameRecord& game : deal.games) {
      std::vector<int> faulty;
      for (const record::Fault& fault : game.faults) {
        faulty.push_back(game.agent_at[static_cast<std::size_t>(fault.seat)]);
        EXPECT_LT(faulty.back(), bad)
            << record::to_string(fault.kind) << ' ' << describe(fault.cause);
        EXPECT_NO_THROW((void)protocol::parse_report(protocol::report_json(fault)));
      }
      std::ranges::sort(faulty);
      EXPECT_EQ(std::ranges::adjacent_find(faulty), faulty.end());
      EXPECT_EQ(record::replay(
                    rules, game,
                    [](const record::Step&, const rules::Position&, const rules::Position&) {}),
                std::nullopt);
      // The others are before all who forfeited.
      for (std::size_t seat = 0; seat < game.seats; ++seat) {
        if (std::ranges::find(faulty, game.agent_at[seat]) != faulty.end()) continue;
        EXPECT_LE(game.places[seat], game.seats - faulty.size());
      }
    }
  }
}

class FaultyAgents : public testing::TestWithParam<std::tuple<const char*, int, int>> {
 protected:
  static void play(const std::vector<int>& bad_ones, std::uint64_t deals) {
    const auto& [mode, seats, in_flight] = GetParam();
    for (const int bad : bad_ones) {
      std::vector<protocol::Agent> agents;
      for (int agent = 0; agent < seats; ++agent) {
        agents.push_back(rogue(std::string(1, static_cast<char>('a' + agent)),
                               agent < bad ? mode : "honest", "1"));
      }
      const Batch batch = play_deals(line_up(koans(seats), agents, in_flight), 0, deals, {});
      ASSERT_EQ(batch.deals.size(), deals);
      expect_only_the_bad_suffer(batch, bad, koans(seats));
      for (const DealResult& deal : batch.deals) {
        for (const GameRecord& game : deal.games)
          EXPECT_EQ(game.faults.size(), static_cast<std::size_t>(bad)) << mode << ' ' << in_flight;
      }
    }
  }
};

TEST_P(FaultyAgents, ForfeitTheirOwnGamesOnly) { play({1, std::get<1>(GetParam()) - 1}, 3); }

/// Faults that take a wait, or much to write.
class SlowlyFaultyAgents : public FaultyAgents {};

TEST_P(SlowlyFaultyAgents, ForfeitTheirOwnGamesOnly) { play({1}, 1); }

std::string name_of_faulty(const testing::TestParamInfo<FaultyAgents::ParamType>& info) {
  std::string name = std::string(std::get<0>(info.param)) + "_of_" +
                     std::to_string(std::get<1>(info.param)) + "_in_flight_" +
                     std::to_string(std::get<2>(info.param));
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rogue, FaultyAgents,
                         testing::Combine(testing::Values("crash", "exit", "nonsense",
                                                          "illegal-option", "first-question",
                                                          "wrong-seq"),
                                          testing::Values(2, 3, 4, 5, 6),
                                          testing::Values(1, 16, 64)),
                         name_of_faulty);
INSTANTIATE_TEST_SUITE_P(Rogue, SlowlyFaultyAgents,
                         testing::Combine(testing::Values("close", "fork", "half", "hang",
                                                          "flood-frames", "flood-stderr"),
                                          testing::Values(2, 3), testing::Values(1, 64)),
                         name_of_faulty);

/// Agents fault in each game; from the second fault on, these come from processes that took games
/// over.
TEST(Session, FaultsInGamesThatAreResumedAreCountedAndReportedFromThere) {
  for (const int seats : {2, 3}) {
    std::vector<protocol::Agent> agents{rogue("a", "amnesiac", "9"), rogue("b", "honest")};
    if (seats == 3) agents.push_back(rogue("c", "honest"));
    const auto order = line_up(koans(seats), agents, 64);
    const Batch batch = play_deals(order, 0, 4);
    expect_only_the_bad_suffer(batch, 1, koans(seats));
    std::map<std::string, int> kinds;
    for (const DealResult& deal : batch.deals) {
      for (const GameRecord& game : deal.games) {
        for (const record::Fault& fault : game.faults) {
          ++kinds[std::string(record::to_string(fault.kind))];
          const std::vector<record::Exchange>& exchanges = fault.evidence->exchanges;
          v1::ToAgent start;
          const auto frame = protocol::next_frame(exchanges.at(1).frame);
          ASSERT_TRUE(start.ParseFromString(std::string(std::get<protocol::Frame>(frame).payload)));
          EXPECT_EQ(start.game_start().resumed(), fault.kind == FaultKind::Garbled);
          EXPECT_GE(protocol::parse_question(exchanges.back().frame).seq(), 9U);
        }
      }
    }
    EXPECT_EQ(kinds["exit"] + kinds["garbled"], 4 * seats);
    EXPECT_GT(kinds["garbled"], kinds["exit"]);
    // Max_faults counts them all.
    auto strict = order;
    strict.limits.max_faults = seats + 1;
    std::vector<int> faults(agents.size());
    const FaultCount count = count_faults(strict, batch.deals, {}, faults);
    EXPECT_EQ(count.absent, record::AgentSet{0});
    EXPECT_EQ(count.used, 2U);
    EXPECT_EQ(faults.at(0), 2 * seats);
  }
}

TEST(Session, AFaultCostsOneGameAndTheOthersGoOnResumed) {
  for (const int in_flight : {1, 2, 16}) {
    const auto order =
        line_up(koans(2), {rogue("a", "unless-resumed", "15"), rogue("b", "honest")}, in_flight);
    const Batch batch = play_deals(order, 0, 2);
    ASSERT_EQ(batch.deals.size(), 2U);
    std::size_t faults = 0;
    for (const DealResult& deal : batch.deals) {
      for (const GameRecord& game : deal.games)
        faults += game.faults.size();
    }
    EXPECT_GE(faults, 1U);
    EXPECT_LE(faults, 2U);  // one fault of the deals that are in flight together
    expect_only_the_bad_suffer(batch, 1, koans(2));
  }
}

TEST(Session, WhoHoldsFewerGamesThanADealHasGetsMoreProcesses) {
  for (const int seats : {2, 5}) {
    std::vector<protocol::Agent> few;
    std::vector<protocol::Agent> many;
    for (int agent = 0; agent < seats; ++agent) {
      const std::string name(1, static_cast<char>('a' + agent));
      few.push_back(rogue(name, agent == 0 ? "one-game" : agent == 1 ? "two-games" : "honest"));
      many.push_back(rogue(name, "honest"));
    }
    for (const int in_flight : {1, 16}) {
      const Batch one = play_deals(line_up(koans(seats), few, in_flight), 0, 4, {});
      const Batch all = play_deals(line_up(koans(seats), many, in_flight), 0, 4, {});
      ASSERT_EQ(one.deals.size(), all.deals.size());
      for (std::size_t i = 0; i < one.deals.size(); ++i)
        EXPECT_EQ(record::encode_deal(one.deals[i].games), record::encode_deal(all.deals[i].games))
            << seats;
    }
  }
}

TEST(Session, WhatTheHarnessFailsAtIsPlayedAgainWithTheSameDice) {
  const std::string mark = testing::TempDir() + "void-" + std::to_string(::getpid());
  const std::string kill_init = "mkdir '" + mark + "' && kill -9 $PPID; exec '" + kRogue.string();
  auto order = line_up(
      koans(2), {{"a", {"/bin/sh", "-c", kill_init + "' honest"}, "/"}, rogue("b", "honest")}, 16);
  const Batch again = play_deals(order, 0, 3);
  std::filesystem::remove(mark);
  EXPECT_EQ(again.troubles.size(), 1U);
  order.agents[0] = rogue("a", "honest");
  const Batch usual = play_deals(order, 0, 3);
  EXPECT_TRUE(usual.troubles.empty());
  ASSERT_EQ(again.deals.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(record::encode_deal(again.deals[i].games), record::encode_deal(usual.deals[i].games));
}

TEST(Session, BatchesOfOnePlayerAreWhatOneBatchIs) {
  for (const char* mode : {"honest", "exit", "illegal-option"}) {
    for (const int in_flight : {1, 16}) {
      const auto order =
          line_up(koans(2), {rogue("a", mode, "3"), rogue("b", "honest")}, in_flight);
      const Batch whole = play_deals(order, 0, 6);
      const PlayDeals player = new_deal_player();
      Batch parts = player(order, 0, 2, {});
      for (DealResult& deal : player(order, 2, 6, {}).deals)
        parts.deals.push_back(std::move(deal));
      ASSERT_EQ(parts.deals.size(), whole.deals.size());
      for (std::size_t i = 0; i < whole.deals.size(); ++i)
        EXPECT_EQ(record::encode_deal(parts.deals[i].games),
                  record::encode_deal(whole.deals[i].games))
            << mode;
    }
  }
}

TEST(Session, AgentsStayFromBatchToBatchUnlessTheyAreToBeFresh) {
  const std::string starts = testing::TempDir() + "starts-" + std::to_string(::getpid());
  const std::string command = "echo >> '" + starts + "'; exec '" + kRogue.string() + "' honest";
  auto order = line_up(
      koans(2), {{"a", {"/bin/sh", "-c", command}, kRogue.parent_path()}, rogue("b", "honest")}, 4);
  const auto count_starts = [&] {
    {
      const PlayDeals player = new_deal_player();
      EXPECT_EQ(player(order, 0, 2, {}).deals.size(), 2U);
      EXPECT_EQ(player(order, 2, 5, {}).deals.size(), 3U);
    }
    const auto bytes = std::filesystem::file_size(starts);
    std::filesystem::remove(starts);
    return bytes;  // a line's end each
  };
  EXPECT_EQ(count_starts(), 1U);
  order.agents[0].fresh = protocol::RestartPolicy::LineUp;
  EXPECT_EQ(count_starts(), 2U);
  order.agents[0].fresh = protocol::RestartPolicy::Game;
  EXPECT_EQ(count_starts(), 10U);
  order.agents[0].fresh = protocol::RestartPolicy::Never;
  order.limits.fresh = protocol::RestartPolicy::Game;
  EXPECT_EQ(count_starts(), 10U);
}

TEST(Session, AgentsOfSeveralLineUpsPlayTheSameWithFewProcessesAndMany) {
  const std::vector<protocol::Agent> agents{rogue("a", "honest"), rogue("b", "exit", "3"),
                                            rogue("c", "illegal-option", "3")};
  std::vector<std::string> usual;
  for (const std::size_t processes : {16U, 2U, 1U, 0U}) {
    const PlayDeals player = new_deal_player(processes);
    std::vector<std::string> games;
    for (const auto& [first, second] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
      const auto order = line_up(
          koans(2),
          {agents[static_cast<std::size_t>(first)], agents[static_cast<std::size_t>(second)]}, 16);
      for (const DealResult& deal : player(order, 0, 2, {}).deals)
        games.push_back(record::encode_deal(deal.games));
    }
    if (usual.empty()) usual = games;
    EXPECT_EQ(games, usual) << processes;
  }
}

TEST(Session, ProcessesThatADealNeedsAreStartedAtOnce) {
  const std::string starts = testing::TempDir() + "at-once-" + std::to_string(::getpid());
  // Each waits for the other before it says that it is ready.
  const std::string command = "echo >> '" + starts + "'; until [ $(wc -l < '" + starts +
                              "') -eq 2 ]; do sleep 0.01; done; exec '" + kRogue.string() +
                              "' honest";
  auto order = line_up(
      koans(2), {{"a", {"/bin/sh", "-c", command}, kRogue.parent_path()}, rogue("b", "honest")}, 4);
  order.limits.fresh = protocol::RestartPolicy::Game;
  const Batch batch = play_deals(order, 0, 1);
  std::filesystem::remove(starts);
  EXPECT_EQ(batch.never_ready, record::AgentSet{});
}

TEST(Session, FreshProcessesPlayTheSameGames) {
  for (const char* mode : {"honest", "exit", "illegal-option"}) {
    auto order = line_up(koans(2), {rogue("a", mode, "3"), rogue("b", "honest")}, 16);
    const Batch kept = play_deals(order, 0, 6);
    order.limits.fresh = protocol::RestartPolicy::Game;
    const Batch fresh = play_deals(order, 0, 6);
    ASSERT_EQ(fresh.deals.size(), kept.deals.size());
    for (std::size_t i = 0; i < kept.deals.size(); ++i)
      EXPECT_EQ(record::encode_deal(fresh.deals[i].games), record::encode_deal(kept.deals[i].games))
          << mode;
  }
}

TEST(Session, WhoPlaysOneGameOnlyIsNoFaultWhereProcessesAreFresh) {
  auto order = line_up(koans(2), {rogue("once", "one-shot"), rogue("good", "honest")}, 1);
  order.limits.fresh = protocol::RestartPolicy::Game;
  for (const DealResult& deal : play_deals(order, 0, 4).deals) {
    for (const GameRecord& game : deal.games)
      EXPECT_TRUE(game.faults.empty());
  }
}

TEST(Session, AbsentAgentsAreNotEvenStarted) {
  protocol::Agent missing{"gone", {"/nonexistent/program"}, "/"};
  const auto order = line_up(koans(2), {missing, rogue("good", "honest")}, 16);
  for (const DealResult& deal : play_deals(order, 0, 3, {0}).deals) {
    for (const GameRecord& game : deal.games) {
      EXPECT_TRUE(game.faults.empty());
      EXPECT_EQ(game.places[static_cast<std::size_t>(find_seat(game, 1))], 1);
    }
  }
}

TEST(Session, AProgramThatCannotBeExecutedIsNeverReady) {
  protocol::Agent missing{"gone", {"/nonexistent/program"}, "/"};
  const auto order = line_up(koans(2), {missing, rogue("good", "honest")}, 16);
  const Batch batch = play_deals(order, 0, 2);
  EXPECT_EQ(batch.never_ready, record::AgentSet{0});
  for (const DealResult& deal : batch.deals) {
    for (const GameRecord& game : deal.games) {
      ASSERT_EQ(game.faults.size(), 1U);
      EXPECT_EQ(record::to_string(game.faults[0].kind), "never-ready");
    }
  }
}

}  // namespace
}  // namespace danno::referee::play
