#include "leagues/commands/gate/run.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>

#include "leagues/schedule/formats.hpp"
#include "tests/scratch_folder.hpp"
#include "tests/unit/fake_play.hpp"

namespace danno::leagues::commands::gate {
namespace {

namespace fs = std::filesystem;
using testing::Each;
using testing::Gt;

/// The candidate, agent 0 by its name, wins nearly every game against the weak one; against others
/// the games of every deal are shared.
referee::play::Batch strong_deals(const referee::play::LineUp& line_up, std::uint64_t begin,
                                  std::uint64_t end, referee::record::AgentSet absent) {
  referee::play::Batch batch = fake_deals(line_up, begin, end, absent);
  const bool weak = line_up.agents[1].name.starts_with("weak");
  for (referee::play::DealResult& deal : batch.deals) {
    for (referee::record::GameRecord& game : deal.games) {
      const bool wins = weak ? deal.deal % 10 != 0 || game.seating == 0 : game.seating == 0;
      for (std::size_t seat = 0; seat < game.seats; ++seat)
        game.places[seat] = (game.agent_at[seat] == 0) == wins ? 1 : 2;
    }
  }
  return batch;
}

class GateRunTest : public testing::Test {
 protected:
  GateRunTest() : rules_(rules::make_rule_set(*rules::find_definition("koans"), 2)) {
    options_.play = strong_deals;
    options_.shards = 2;
    report_.terms.max_deals = 2000;
    report_.seed = {"seed"};
    play_at(referee::sandbox::Isolation::None);
  }

  void play_at(referee::sandbox::Isolation level) {
    common_.limits.isolation = level;
    report_.isolation = to_string(level);
  }

  Gate gate(const std::vector<std::string>& baselines) {
    std::vector<entrants::Entrant> entrants;
    entrants.emplace_back().agent.name = "a candidate";
    for (const std::string& name : baselines)
      entrants.emplace_back().agent.name = name;
    for (entrants::Entrant& entrant : entrants) {
      entrant.agent.command = {"./x"};
      entrant.agent.folder = folder_ / entrant.agent.name;
      fs::create_directories(entrant.agent.folder);
    }
    common_.rules = &rules_;
    return {entrants, common_, report_};
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  rules::RuleSet rules_;
  runner::RunOptions options_;
  referee::play::LineUp common_;
  GateReport report_;
};

TEST_F(GateRunTest, PlaysUntilEveryTestIsDecided) {
  Gate gate = this->gate({"weak", "equal"});
  gate.run(options_, {});
  const auto& tests = gate.report().tests;
  EXPECT_EQ(tests[0].test.verdict(), GateVerdict::Passed);
  EXPECT_LT(tests[0].test.deals(), 2000U);
  EXPECT_EQ(tests[1].baseline, "equal");
  EXPECT_EQ(gate.report().verdict(), tests[1].test.verdict());
  EXPECT_NE(gate.report().verdict(), GateVerdict::Open);
}

TEST_F(GateRunTest, ATableHasTheCandidateAmongCopiesOfTheBaselineInTheOrderOfTheirNames) {
  report_.terms.seats = 4;
  rules_ = rules::make_rule_set(*rules::find_definition("koans"), 4);
  Gate gate = this->gate({"a baseline", "weak"});
  EXPECT_EQ(gate.line_up(0).key_names, (std::vector<std::string>{"a baseline", "a baseline#2",
                                                                 "a baseline#3", "a candidate"}));
  EXPECT_EQ(gate.report().tests[0].test.candidate(), 3U);
  EXPECT_EQ(gate.line_up(1).key_names,
            (std::vector<std::string>{"a candidate", "weak", "weak#2", "weak#3"}));
  EXPECT_EQ(gate.report().tests[1].test.candidate(), 0U);
}

TEST_F(GateRunTest, AGateAtTablesIsKeptAndTakenAgain) {
  report_.terms.seats = 3;
  rules_ = rules::make_rule_set(*rules::find_definition("koans"), 3);
  std::uint64_t deals = 0;
  for (const bool again : {false, true}) {
    Gate gate = this->gate({"weak"});
    gate.store_in(folder_ / "out", "m", "terms");
    gate.resume();
    EXPECT_EQ(gate.report().tests[0].test.deals(), deals) << again;
    if (!again) gate.run(options_, {});
    deals = gate.report().tests[0].test.deals();
    EXPECT_GT(deals, 0U);
    EXPECT_EQ(gate.report().verdict(), GateVerdict::Passed);
  }
}

TEST_F(GateRunTest, TellsObserversWhatTheTestsTookAndNoMore) {
  Gate gate = this->gate({"weak"});
  std::uint64_t counted = 0;
  const runner::Observer count = [&](const runner::Played& played) {
    counted += played.deals.size();
  };
  gate.run(options_, std::span(&count, 1));
  EXPECT_EQ(counted, gate.report().tests[0].test.deals());
}

TEST_F(GateRunTest, TheSameDealsDecideOnWhateverTheShards) {
  std::vector<std::uint64_t> deals;
  for (const int shards : {1, 2, 5}) {
    options_.shards = shards;
    Gate gate = this->gate({"weak"});
    gate.run(options_, {});
    deals.push_back(gate.report().tests[0].test.deals());
  }
  EXPECT_THAT(deals, Each(deals.front()));
}

TEST_F(GateRunTest, AFaultOfABaselineEndsItAll) {
  options_.play = [](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                     referee::record::AgentSet absent) {
    referee::play::Batch batch = strong_deals(line_up, begin, end, absent);
    if (line_up.agents[1].name != "broken") return batch;
    referee::record::Fault fault;
    fault.kind = referee::record::FaultKind::Crash;
    fault.seat = batch.deals.front().games[0].agent_at[0] == 1 ? 0 : 1;
    batch.deals.front().games[0].faults.push_back(fault);
    return batch;
  };
  Gate gate = this->gate({"equal", "broken"});
  gate.run(options_, {});
  EXPECT_EQ(gate.report().verdict(), GateVerdict::BaselineFaulted);
  EXPECT_LT(gate.report().tests[0].test.deals(), 2000U);
}

TEST_F(GateRunTest, OtherTermsAreAnotherAttemptWithANewSeed) {
  const fs::path out = folder_ / "out";
  std::string first_seed;
  {
    Gate first = gate({"weak"});
    EXPECT_FALSE(first.store_in(out, "m", "elo0 0"));
    first_seed = first.report().seed.text;
    first.run(options_, {});
    first.close();
  }
  {
    Gate other = gate({"weak"});
    const auto moved = other.store_in(out, "m", "elo0 -50");
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->terms, "elo0 0");
    EXPECT_EQ(moved->folder, out / "attempt-1");
    EXPECT_TRUE(fs::exists(out / "attempt-1" / "league.db"));
    EXPECT_NE(other.report().seed.text, first_seed);
    other.resume();
    EXPECT_EQ(other.report().tests[0].test.deals(), 0U);
  }
  Gate again = gate({"weak"});
  EXPECT_FALSE(again.store_in(out, "m", "elo0 -50"));
}

TEST_F(GateRunTest, DealsAtAnotherIsolationLevelAreNotContinued) {
  const fs::path out = folder_ / "out";
  {
    Gate first = gate({"weak"});
    EXPECT_FALSE(first.store_in(out, "m", "terms"));
    first.run(options_, {});
  }
  play_at(referee::sandbox::Isolation::Strict);
  EXPECT_THROW(gate({"weak"}).store_in(out, "m", "terms"), store::OtherLeague);
  play_at(referee::sandbox::Isolation::None);
  EXPECT_FALSE(gate({"weak"}).store_in(out, "m", "terms"));
}

TEST_F(GateRunTest, ALeagueThatNoGateMadeStaysAsItIs) {
  const fs::path out = folder_ / "out";
  store::League league;
  league.name = "gate";
  league.divisions.push_back({&rules_.definition(), rules_.parameters()});
  league.deals = 10;
  for (const char* const name : {"ada", "bob"})
    league.entrants.emplace_back().agent.name = name;
  {
    store::Writer store = store::Writer::open_to_play(out);
    schedule::sync_to_play(store, league);
    static_cast<void>(store.current_epoch({}));
  }
  EXPECT_THROW(gate({"weak"}).store_in(out, "m", "terms"), store::OtherLeague);
  const store::Reader kept = store::Reader::open_to_read(out);
  EXPECT_EQ(kept.league().settings.at("deals"), 10);
  ASSERT_EQ(kept.all_epochs().size(), 1U);
  EXPECT_FALSE(kept.all_epochs().front().revealed);
}

TEST_F(GateRunTest, MoreDealsAfterTheSeedIsPublishedAreAnotherAttempt) {
  const fs::path out = folder_ / "out";
  for (const bool judged : {false, true}) {
    Gate gate = this->gate({"weak"});
    EXPECT_FALSE(gate.store_in(out, "m", "terms"));
    if (judged) {
      gate.run(options_, {});
      gate.close();
    }
    report_.terms.max_deals += 500;
  }
  report_.terms.max_deals -= 600;
  EXPECT_FALSE(gate({"weak"}).store_in(out, "m", "terms"));
  report_.terms.max_deals += 101;
  EXPECT_TRUE(gate({"weak"}).store_in(out, "m", "terms"));
}

TEST_F(GateRunTest, WhatIsKeptIsTakenAgainAndNotPlayedAgain) {
  std::uint64_t deals = 0;
  {
    Gate first = gate({"weak"});
    first.store_in(folder_ / "out", "m", "terms");
    EXPECT_NE(first.report().seed.text, "seed");
    first.run(options_, {});
    deals = first.report().tests[0].test.deals();
  }
  EXPECT_THAT(deals, Gt(0U));
  Gate second = gate({"weak"});
  second.store_in(folder_ / "out", "m", "terms");
  second.resume();
  EXPECT_EQ(second.report().tests[0].test.deals(), deals);
  std::atomic<int> batches = 0;
  options_.play = [&](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                      referee::record::AgentSet absent) {
    ++batches;
    return strong_deals(line_up, begin, end, absent);
  };
  second.run(options_, {});
  EXPECT_EQ(batches, 0);
  EXPECT_EQ(second.report().verdict(), GateVerdict::Passed);
}

}  // namespace
}  // namespace danno::leagues::commands::gate
