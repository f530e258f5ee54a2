#include "leagues/schedule/formats.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "leagues/base/json.hpp"
#include "leagues/runner/league_run.hpp"
#include "leagues/schedule/rated_league.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/stored.hpp"
#include "referee/record/evidence.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::schedule {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(Formats, AreThoseOfTheDocsAndTheFirstIsTheDefault) {
  std::vector<std::string_view> names;
  for (const Format* const format : all_formats())
    names.push_back(format->name());
  EXPECT_THAT(names,
              ElementsAre("round-robin", "gauntlet", "tournament", "knock-out", "swiss", "ladder"));
  EXPECT_EQ(store::League().format, names.front());
  EXPECT_THROW((void)find_format("no-such"), store::Damaged);
}

TEST(AuthorLimit, CountsEachAuthorOnceAndEachAgentWithoutOne) {
  store::League league;
  for (const char* const author : {"Ann", "", "Ben", "Ann", ""})
    league.entrants.emplace_back().author = author;
  EXPECT_EQ(max_agents_at_one_table(league), 5U) << "no limit";
  league.max_per_author = 1;
  EXPECT_EQ(max_agents_at_one_table(league), 4U);
  league.max_per_author = 2;
  EXPECT_EQ(max_agents_at_one_table(league), 4U) << "agents of one author never meet";
}

TEST(AuthorLimit, GivesAgentsOfOneAuthorOneNumber) {
  store::StoredLeague league;
  for (const char* const author : {"Ann", "", "Ben", "Ann", "", "Ben"})
    league.agents.emplace_back().author = author;
  EXPECT_THAT(number_authors(league), ElementsAre(0, 1, 2, 0, 4, 2));
}

/// A format in which only the first two agents meet.
class FirstTwo : public PlannedFormat {
 public:
  FirstTwo() : PlannedFormat({.name = "first two"}) {}
  [[nodiscard]] store::PlanLineUps line_ups() const override {
    return [](const store::StoredLeague& league, int) {
      return std::vector<std::vector<store::Id>>{{league.agents[0].id, league.agents[1].id}};
    };
  }
};

TEST(Formats, APlannedOneIsHeldToItsOwnLineUps) {
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  {
    store::League league;
    league.name = "two";
    const rules::Definition* const koans = rules::find_definition("koans");
    league.divisions.push_back({koans, koans->defaults(2)});
    for (const char* const name : {"ada", "bob", "cy"}) {
      entrants::Entrant& entrant = league.entrants.emplace_back();
      entrant.agent.name = name;
      entrant.agent.folder = folder;
    }
    const FirstTwo format;
    store::Writer store = store::Writer::open_to_play(folder / "out");
    store.sync_with(league, format.line_ups());
    EXPECT_NO_THROW((void)format.check_plan(store.reader()));
    EXPECT_EQ(format.count(store.reader()).planned, 400U);
    store.sync_with(league, find_format("round-robin").line_ups());
    EXPECT_THROW((void)format.check_plan(store.reader()), store::Discrepancy);
  }
}

/// Returns the result of a table game: a fixed function of its deal and dice.
referee::play::DealResult played(const Fixture& fixture) {
  const auto seats = fixture.line_up.agents.size();
  referee::record::GameRecord record;
  record.seats = static_cast<std::uint8_t>(seats);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    record.agent_at[seat] = static_cast<std::uint8_t>(seat);
    const auto at = (seat + fixture.fixed_game->key[0]) % seats;
    record.places[seat] = static_cast<std::uint8_t>(at + 1);
    record.totals[seat] = static_cast<rules::Points>(100 * (seats - at));
  }
  return {fixture.first, {record}};
}

/// Two rule sets, thirteen entrants, two tournaments.
class TournamentFixturesTest : public testing::Test {
 protected:
  TournamentFixturesTest() {
    league_.name = "cup";
    league_.format = "tournament";
    league_.mirror = false;
    league_.has_fixed_games = true;
    league_.seed = "test";
    league_.format_keys["repeat"] = 2;
    league_.format_keys["apart"] = false;
    for (const char* const rules : {"koans", "tyghe"}) {
      const rules::Definition* const definition = rules::find_definition(rules);
      league_.divisions.push_back({definition, definition->defaults(2)});
    }
    for (int i = 0; i < 13; ++i) {
      entrants::Entrant& entrant = league_.entrants.emplace_back();
      entrant.agent.name = "bot" + std::to_string(i);
      entrant.agent.command = {"./x"};
      entrant.agent.folder = folder_ / entrant.agent.name;
      fs::create_directories(entrant.agent.folder);
    }
  }

  store::Writer open(const char* out) {
    store::Writer store = store::Writer::open_to_play(folder_ / out);
    sync_store(store, league_);
    return store;
  }

  /// Plays as a run does that is stopped after so many games; returns how many it played.
  std::size_t play(store::Writer& store, std::size_t most = SIZE_MAX) const {
    const store::Epoch epoch = store.current_epoch(league_.seed);
    const store::Id conditions = store.conditions_id({"none", "", "m", {}});
    const auto fixtures = find_format("tournament").fixtures(store.reader());
    std::size_t games = 0;
    for (auto due = fixtures->next(store); !due.empty(); due = fixtures->next(store)) {
      // The games come from the end, as no shard waits for another.
      for (auto fixture = due.rbegin(); fixture != due.rend(); ++fixture) {
        if (games == most) return games;
        const referee::play::DealResult deal = played(*fixture);
        store.add_deals(fixture->line_up, epoch, conditions, std::span(&deal, 1));
        fixtures->add(*fixture, std::span(&deal, 1));
        ++games;
      }
    }
    return games;
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  store::League league_;
};

TEST_F(TournamentFixturesTest, GiveEveryGameOnceAndThenNothing) {
  store::Writer store = open("out");
  const Format& format = stored_format(store.reader());
  EXPECT_FALSE(format.count(store.reader()).finished);
  const std::size_t games = play(store);
  const GameCount count = format.count(store.reader());
  EXPECT_TRUE(count.finished);
  EXPECT_EQ(count.stored, games);
  EXPECT_LE(count.stored, count.planned);
  EXPECT_EQ(play(store), 0U);
}

TEST_F(TournamentFixturesTest, AreOfAllRuleSetsAndWaitForEachOther) {
  store::Writer store = open("out");
  (void)store.current_epoch(league_.seed);
  const auto fixtures = stored_format(store.reader()).fixtures(store.reader());
  std::set<const rules::Definition*> rules;
  const auto due = fixtures->next(store);
  for (const Fixture& fixture : due)
    rules.insert(fixture.division->definition);
  EXPECT_EQ(rules.size(), 2U);
  EXPECT_EQ(due.size(), 2U * 3U);                       // tables of 5, 4 and 4
  EXPECT_EQ(fixtures->next(store).size(), due.size());  // nothing was played
}

TEST_F(TournamentFixturesTest, AStoppedRunGoesOnToTheSameStore) {
  store::Writer whole = open("whole");
  const std::size_t games = play(whole);
  for (const std::size_t stop : {8U, 31U}) {
    fs::remove_all(folder_ / "out");
    std::size_t played = 0;
    for (bool finished = false; !finished;) {
      store::Writer store = open("out");
      played += play(store, stop);
      EXPECT_NO_THROW((void)stored_format(store.reader()).check_plan(store.reader()));
      finished = stored_format(store.reader()).count(store.reader()).finished;
    }
    EXPECT_EQ(played, games);
    const store::Reader resumed = store::Reader::open_to_read(folder_ / "out");
    EXPECT_EQ(resumed.digests(), whole.reader().digests()) << "stopped after " << stop;
  }
}

/// Whoever sits at seat 1 crashes; the tables finish in whatever order the shards come to it.
referee::play::Batch play_table(const referee::play::LineUp& line_up, std::uint64_t begin,
                                std::uint64_t /*end*/, referee::record::AgentSet /*absent*/) {
  Fixture fixture;
  fixture.line_up.agents.resize(line_up.agents.size());
  fixture.first = begin;
  fixture.fixed_game = std::make_shared<referee::play::FixedGame>(*line_up.fixed_game);
  referee::play::Batch batch;
  batch.deals.push_back(played(fixture));
  referee::record::Fault& fault = batch.deals.front().games.front().faults.emplace_back();
  fault.kind = referee::record::FaultKind::Crash;
  fault.seat = 1;
  fault.evidence = std::make_shared<const referee::record::Evidence>();
  batch.effort.resize(line_up.agents.size());
  return batch;
}

TEST_F(TournamentFixturesTest, ARunsStoreDoesNotDependOnItsShards) {
  std::vector<store::Digests> digests;
  for (const int shards : {1, 4}) {
    fs::remove_all(folder_ / "out");
    store::Writer store = open("out");
    runner::LeagueRun run(
        league_, store, stored_format(store.reader()),
        {.conditions = {.isolation = "none", .layers = "", .machine = "m", .limits = {}}});
    runner::RunOptions options;
    options.shards = shards;
    options.play = play_table;
    EXPECT_EQ(run.play(options, {}), runner::RunEnd::Complete);
    EXPECT_TRUE(stored_format(store.reader()).count(store.reader()).finished);
    digests.push_back(store.reader().digests());
  }
  EXPECT_EQ(digests[0], digests[1]);
}

TEST_F(TournamentFixturesTest, VerificationKnowsTheGamesOfAnUnfinishedRound) {
  store::Writer store = open("out");
  EXPECT_EQ(play(store, 1), 1U);
  const auto settled = stored_format(store.reader()).check_plan(store.reader());
  ASSERT_TRUE(settled);
  std::size_t stored = 0;
  for (const store::StoredDivision& division : store.reader().league().divisions) {
    store.reader().visit_deals(
        division, [&](const store::StoredLineUp& line_up, const referee::play::DealResult& deal) {
          const auto games = settled->find({division.id, line_up.agents});
          ASSERT_NE(games, settled->end());
          EXPECT_TRUE(games->second.contains(deal.deal));
          ++stored;
        });
  }
  EXPECT_EQ(stored, 1U);
}

TEST_F(TournamentFixturesTest, WhatItBeganWithStays) {
  { const store::Writer store = open("out"); }
  league_.format_keys["repeat"] = 3;
  EXPECT_THROW((void)open("out"), store::OtherLeague);
  league_.format = "round-robin";
  league_.has_fixed_games = false;
  league_.format_keys = base::Json::object();
  EXPECT_THROW((void)open("out"), store::OtherLeague);
}

}  // namespace
}  // namespace danno::leagues::schedule
