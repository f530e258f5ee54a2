// Every fault by a real misbehaving process: at each seat, with one and with many games in flight.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <thread>

#include "referee/play/line_up.hpp"
#include "referee/report.hpp"

namespace danno::referee {
namespace {

const std::filesystem::path kRogue = DANNO_TEST_ROGUE;

Agent rogue(const std::string& name, const std::string& mode, const std::string& question = "2") {
  return {name, {kRogue.string(), mode, question}, kRogue.parent_path()};
}

LineUp line_up(const rules::RuleSet& rules, std::vector<Agent> agents, int in_flight) {
  LineUp result;
  result.rules = &rules;
  result.agents = std::move(agents);
  for (const Agent& agent : result.agents)
    result.key_names.push_back(agent.name);
  result.seed = {"a seed for tests"};
  result.limits.answer = std::chrono::milliseconds(150);
  result.limits.start = std::chrono::milliseconds(1000);
  result.limits.memory_mb = 128;
  result.limits.isolation = Isolation::None;
  result.in_flight = in_flight;
  return result;
}

const rules::RuleSet& koans(int seats) {
  static const std::map<int, rules::RuleSet> kRules = [] {
    std::map<int, rules::RuleSet> sets;
    for (int n = 2; n <= 3; ++n)
      sets.emplace(n, rules::make_rule_set(*rules::find_definition("koans"), n));
    return sets;
  }();
  return kRules.at(seats);
}

int seat_of(const GameRecord& game, int agent) {
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

class EveryFault : public testing::TestWithParam<std::tuple<Case, Play>> {};

std::string name_of(const testing::TestParamInfo<std::tuple<Case, Play>>& info) {
  constexpr const char* kNames[] = {"_in_flight_1", "_at_strict", "_in_flight_16"};
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
    order.limits.isolation = Isolation::Strict;
  }
  // Where the machine is busy, it takes longer to use memory up.
  if (fault.kind == FaultKind::Memory) order.limits.answer = std::chrono::seconds(10);
  const Batch batch = play_deals(order, 0, 2, 0);
  ASSERT_EQ(batch.deals.size(), 2U);
  for (const DealResult& deal : batch.deals) {
    for (const GameRecord& game : deal.games) {
      const int bad = seat_of(game, 0);
      ASSERT_EQ(game.faults.size(), 1U) << "deal " << deal.deal;
      EXPECT_EQ(to_string(game.faults[0].kind), to_string(fault.kind)) << game.faults[0].detail;
      EXPECT_EQ(game.faults[0].seat, bad);
      EXPECT_EQ(game.places[static_cast<std::size_t>(bad)], 2);
      EXPECT_EQ(replay(koans(2), game,
                       [](const Step&, const rules::Position&, const rules::Position&) {}),
                std::nullopt);
      EXPECT_NO_THROW((void)parse_report(game.faults[0].report));
    }
  }
}

const std::vector<Case> kCases{
    {"crash", FaultKind::Crash},
    {"exit", FaultKind::Exit},
    {"hang", FaultKind::Timeout},
    {"stop", FaultKind::Timeout},
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
                         name_of);
// What could be taken for a failure of the harness, or cause one.
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
                         name_of);

TEST(Session, AnswersThatDripInTimeAreNoFault) {
  const auto order = line_up(koans(2), {rogue("drip", "drip"), rogue("good", "honest")}, 16);
  for (const DealResult& deal : play_deals(order, 0, 20, 0).deals) {
    for (const GameRecord& game : deal.games)
      EXPECT_TRUE(game.faults.empty());
  }
}

TEST(Session, WhoLeavesBeforeGoodbyeForfeitsTheGameThatIsOpenAndIsStartedAgain) {
  const auto order = line_up(koans(2), {rogue("once", "one-shot"), rogue("good", "honest")}, 1);
  std::vector<std::size_t> faults;
  for (const DealResult& deal : play_deals(order, 0, 4, 0).deals) {
    for (const GameRecord& game : deal.games) {
      faults.push_back(game.faults.size());
      for (const Fault& fault : game.faults) {
        EXPECT_EQ(fault.kind, FaultKind::Exit);
        EXPECT_EQ(fault.seat, seat_of(game, 0));
      }
    }
  }
  // It leaves when a game ends, with the next one begun; its next process plays one more.
  EXPECT_EQ(faults, (std::vector<std::size_t>{0, 0, 1, 1, 0, 0, 1, 1}));
}

TEST(Session, WhoBurnsTheProcessorOffTurnIsNamedForIt) {
  auto order = line_up(koans(2), {rogue("burner", "ponder"), rogue("thinker", "think")}, 1);
  order.exact_clock = true;
  order.limits.freeze = false;
  bool named = false;
  for (const DealResult& deal : play_deals(order, 0, 5, 0).deals) {
    for (const GameRecord& game : deal.games) {
      for (const Fault& fault : game.faults) {
        named = named || (fault.kind == FaultKind::Overuse && fault.seat == seat_of(game, 0));
        EXPECT_EQ(fault.seat, seat_of(game, 0)) << to_string(fault.kind) << ' ' << fault.detail;
      }
    }
  }
  EXPECT_TRUE(named);
}

TEST(Session, WhoIsStoppedOffTurnBurnsNothing) {
  auto order = line_up(koans(2), {rogue("burner", "ponder"), rogue("thinker", "think")}, 1);
  order.exact_clock = true;  // and with it freeze
  for (const DealResult& deal : play_deals(order, 0, 5, 0).deals) {
    for (const GameRecord& game : deal.games)
      EXPECT_TRUE(game.faults.empty()) << game.faults.front().detail;
  }
}

TEST(Session, WhoIsStoppedOffTurnPlaysTheSame) {
  auto order = line_up(koans(2), {rogue("a", "illegal-option", "3"), rogue("b", "honest")}, 1);
  const Batch running = play_deals(order, 0, 6, 0);
  order.limits.freeze = true;
  const Batch stopped = play_deals(order, 0, 6, 0);
  ASSERT_EQ(stopped.deals.size(), running.deals.size());
  for (std::size_t i = 0; i < running.deals.size(); ++i)
    EXPECT_EQ(encode_deal(stopped.deals[i].games), encode_deal(running.deals[i].games));
}

TEST(Session, ACrowdOfBusyProcessesMakesNoOpponentLate) {
  for (const bool freeze : {false, true}) {
    auto order = line_up(koans(2), {rogue("crowd", "crowd"), rogue("thinker", "think")}, 1);
    order.exact_clock = true;
    order.limits.freeze = freeze;
    for (const DealResult& deal : play_deals(order, 0, 2, 0).deals) {
      for (const GameRecord& game : deal.games) {
        for (const Fault& fault : game.faults)
          EXPECT_EQ(fault.seat, seat_of(game, 0)) << to_string(fault.kind) << ' ' << fault.detail;
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
  for (const int in_flight : {1, 16}) {
    auto order = line_up(koans(2), {rogue("a", "burn"), rogue("b", "burn")}, in_flight);
    SCOPED_TRACE(in_flight);
    order.exact_clock = in_flight == 1;
    order.limits.answer = std::chrono::milliseconds(5);  // of which 1 is used
    for (const DealResult& deal : play_deals(order, 0, 8, 0).deals) {
      for (const GameRecord& game : deal.games)
        EXPECT_TRUE(game.faults.empty()) << game.faults.front().detail;
    }
  }
}

TEST(Session, WhoThinksTooLongIsFoundOnABusyMachineToo) {
  const BusyCores busy;
  auto order = line_up(koans(2), {rogue("a", "spin"), rogue("b", "burn")}, 16);
  for (const DealResult& deal : play_deals(order, 0, 2, 0).deals) {
    for (const GameRecord& game : deal.games) {
      ASSERT_EQ(game.faults.size(), 1U);
      EXPECT_EQ(game.faults[0].kind, FaultKind::Timeout);
      EXPECT_EQ(game.faults[0].seat, seat_of(game, 0));
    }
  }
}

TEST(Session, InAGameOfThreeTheOthersPlayOn) {
  const auto order =
      line_up(koans(3), {rogue("bad", "exit"), rogue("one", "honest"), rogue("two", "honest")}, 16);
  const Batch batch = play_deals(order, 0, 2, 0);
  for (const DealResult& deal : batch.deals) {
    ASSERT_EQ(deal.games.size(), 3U);
    for (const GameRecord& game : deal.games) {
      const int bad = seat_of(game, 0);
      EXPECT_EQ(game.places[static_cast<std::size_t>(bad)], 3);
      rules::Points highest = 0;
      for (const rules::Points total : game.totals)
        highest = std::max(highest, total);
      EXPECT_GE(highest, 3000);
    }
  }
}

TEST(Session, ResultsDoNotDependOnTheGamesInFlight) {
  for (const char* mode : {"honest", "exit", "illegal-option"}) {
    const std::vector<Agent> agents{rogue("a", mode, "3"), rogue("b", "honest")};
    const Batch one = play_deals(line_up(koans(2), agents, 1), 0, 6, 0);
    const Batch many = play_deals(line_up(koans(2), agents, 64), 0, 6, 0);
    ASSERT_EQ(one.deals.size(), many.deals.size());
    for (std::size_t i = 0; i < one.deals.size(); ++i) {
      EXPECT_EQ(encode_deal(one.deals[i].games), encode_deal(many.deals[i].games)) << mode;
    }
  }
}

TEST(Session, BatchesOfOnePlayerAreWhatOneBatchIs) {
  for (const char* mode : {"honest", "exit", "illegal-option"}) {
    for (const int in_flight : {1, 16}) {
      const auto order =
          line_up(koans(2), {rogue("a", mode, "3"), rogue("b", "honest")}, in_flight);
      const Batch whole = play_deals(order, 0, 6, 0);
      DealPlayer player;
      Batch parts = player(order, 0, 2, 0);
      for (DealResult& deal : player(order, 2, 6, 0).deals)
        parts.deals.push_back(std::move(deal));
      ASSERT_EQ(parts.deals.size(), whole.deals.size());
      for (std::size_t i = 0; i < whole.deals.size(); ++i)
        EXPECT_EQ(encode_deal(parts.deals[i].games), encode_deal(whole.deals[i].games)) << mode;
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
      DealPlayer player;
      EXPECT_EQ(player(order, 0, 2, 0).deals.size(), 2U);
      EXPECT_EQ(player(order, 2, 5, 0).deals.size(), 3U);
    }
    const auto bytes = std::filesystem::file_size(starts);
    std::filesystem::remove(starts);
    return bytes;  // a line's end each
  };
  EXPECT_EQ(count_starts(), 2U);  // one a seating
  order.fresh = true;
  EXPECT_EQ(count_starts(), 10U);
}

/// States, as in proc(5), of the processes that have `word` on their command line.
std::string states_of(const std::string& word) {
  std::string states;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    // Processes come and go: who cannot be read has gone.
    std::ifstream command(entry.path() / "cmdline", std::ios::binary);
    std::ifstream stat(entry.path() / "stat");
    std::string words;
    std::string text;
    if (!std::getline(command, words) || words.find('\0' + word + '\0') == std::string::npos)
      continue;
    if (!std::getline(stat, text)) continue;
    states += text[text.rfind(')') + 2];
  }
  return states;
}

TEST(Session, AgentsThatStayStandStillWhileOthersPlay) {
  for (const Isolation level : {Isolation::None, Isolation::Strict}) {
    const std::string mark = std::to_string(1'000'000 + ::getpid());  // a question never reached
    auto order = line_up(koans(2), {rogue("a", "honest", mark), rogue("b", "honest", mark)}, 16);
    order.limits.isolation = level;
    DealPlayer player;
    for (std::uint64_t deal = 0; deal < 2; ++deal) {
      const Batch batch = player(order, deal, deal + 1, 0);
      for (const GameRecord& game : batch.deals.front().games)
        EXPECT_TRUE(game.faults.empty());
      std::string states = states_of(mark);
      while (std::ranges::count(states, 'T') < 4)  // a stop takes its time; ctest has a limit
        states = states_of(mark);
      EXPECT_GE(states.size(), 4U);
    }
  }
}

TEST(Session, FreshProcessesPlayTheSameGames) {
  for (const char* mode : {"honest", "exit", "illegal-option"}) {
    auto order = line_up(koans(2), {rogue("a", mode, "3"), rogue("b", "honest")}, 16);
    const Batch kept = play_deals(order, 0, 6, 0);
    order.fresh = true;
    const Batch fresh = play_deals(order, 0, 6, 0);
    ASSERT_EQ(fresh.deals.size(), kept.deals.size());
    for (std::size_t i = 0; i < kept.deals.size(); ++i)
      EXPECT_EQ(encode_deal(fresh.deals[i].games), encode_deal(kept.deals[i].games)) << mode;
  }
}

TEST(Session, WhoPlaysOneGameOnlyIsNoFaultWhereProcessesAreFresh) {
  auto order = line_up(koans(2), {rogue("once", "one-shot"), rogue("good", "honest")}, 1);
  order.fresh = true;
  for (const DealResult& deal : play_deals(order, 0, 4, 0).deals) {
    for (const GameRecord& game : deal.games)
      EXPECT_TRUE(game.faults.empty());
  }
}

TEST(Session, AbsentAgentsAreNotEvenStarted) {
  Agent missing{"gone", {"/nonexistent/program"}, "/"};
  const auto order = line_up(koans(2), {missing, rogue("good", "honest")}, 16);
  for (const DealResult& deal : play_deals(order, 0, 3, 0b01).deals) {
    for (const GameRecord& game : deal.games) {
      EXPECT_TRUE(game.faults.empty());
      EXPECT_EQ(game.places[static_cast<std::size_t>(seat_of(game, 1))], 1);
    }
  }
}

TEST(Session, AProgramThatCannotBeExecutedIsNeverReady) {
  Agent missing{"gone", {"/nonexistent/program"}, "/"};
  const auto order = line_up(koans(2), {missing, rogue("good", "honest")}, 16);
  const Batch batch = play_deals(order, 0, 2, 0);
  EXPECT_EQ(batch.never_ready, 0b01);
  for (const DealResult& deal : batch.deals) {
    for (const GameRecord& game : deal.games) {
      ASSERT_EQ(game.faults.size(), 1U);
      EXPECT_EQ(to_string(game.faults[0].kind), "never-ready");
    }
  }
}

}  // namespace
}  // namespace danno::referee
