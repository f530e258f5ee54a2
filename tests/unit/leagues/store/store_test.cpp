#include "leagues/base/escape.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/planned/planned.hpp"
#include "leagues/store/writer.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "leagues/report/table.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/runner/league_run.hpp"
#include "leagues/site/publish.hpp"
#include "leagues/store/database.hpp"
#include "referee/protocol/report.hpp"
#include "tests/scratch_folder.hpp"
#include "tests/unit/fake_play.hpp"
#include "tests/unit/stored_deals.hpp"

namespace danno::leagues::store {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class StoredLeagues : public testing::Test {
 protected:
  StoredLeagues() {
    league_.name = "test";
    const rules::Definition* const koans = rules::find_definition("koans");
    league_.divisions.push_back({koans, koans->defaults(2)});
    league_.deals = 50;
    league_.seed = "s";
    for (const char* const name : {"ada", "bob", "cy"})
      add_agent(name, "1");
  }

  void add_agent(const std::string& name, const std::string& content) {
    entrants::Entrant entrant;
    entrant.agent.name = name;
    entrant.agent.folder = folder_ / name;
    entrant.agent.command = {"./x"};
    fs::create_directories(entrant.agent.folder);
    std::ofstream(entrant.agent.folder / "agent.toml") << content;
    league_.entrants.push_back(entrant);
  }
  runner::RunEnd play(const runner::PlayDeals& play_deals = fake_deals) {
    Writer store = Writer::open_to_play(folder_ / "out");
    store.sync_with(league_, schedule::planned::planned_line_ups);
    runner::LeagueRun run(
        league_, store, schedule::find_format(league_.format),
        {.conditions = {.isolation = "none", .layers = "", .machine = "m", .limits = {}},
         .faults = folder_ / "out" / "faults"});
    runner::RunOptions options;
    options.play = play_deals;
    const runner::Observer count = [&](const runner::Played& played) {
      played_ += played.deals.size();
    };
    return run.play(options, std::span(&count, 1));
  }
  /// Every stored deal of the first division as "line-up:deal", in order.
  std::vector<std::string> stored() {
    const Reader store = Reader::open_to_read(folder_ / "out");
    std::vector<std::string> deals;
    store.visit_deals(store.league().divisions.front(), [&](const StoredLineUp& line_up,
                                                            const referee::play::DealResult& deal) {
      deals.push_back(std::to_string(line_up.id) + ":" + std::to_string(deal.deal));
      EXPECT_EQ(deal.games.size(), 2U);
    });
    return deals;
  }
  void execute(const char* sql) {
    Database(folder_ / "out" / "league.db", SQLITE_OPEN_READWRITE).execute(sql);
  }
  report::LeagueTable table() {
    return report::compute_table(Reader::open_to_read(folder_ / "out"));
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  League league_;
  std::uint64_t played_ = 0;
};

/// cy never starts; ada's old faults make her absent.
referee::play::Batch with_faults(const referee::play::LineUp& line_up, std::uint64_t begin,
                                 std::uint64_t end, referee::record::AgentSet absent) {
  referee::play::Batch batch = fake_deals(line_up, begin, end, absent);
  for (referee::play::DealResult& deal : batch.deals) {
    for (referee::record::GameRecord& game : deal.games) {
      for (int seat = 0; seat < game.seats; ++seat) {
        const auto place = static_cast<std::size_t>(seat);
        const std::size_t agent = game.agent_at[place];
        if (line_up.agents[agent].name != "cy") continue;
        game.places[place] = 2;
        game.places[1 - place] = 1;
        if (absent.has(agent)) continue;
        referee::record::Fault fault;
        fault.kind = referee::record::FaultKind::NeverReady;
        fault.seat = seat;
        fault.evidence = std::make_shared<const referee::record::Evidence>();
        game.faults.push_back(fault);
      }
    }
  }
  return batch;
}

TEST_F(StoredLeagues, KeepWhatWasPlayed) {
  EXPECT_EQ(play(), runner::RunEnd::Complete);
  EXPECT_EQ(played_, 150U);
  const auto deals = stored();
  EXPECT_EQ(deals.size(), 150U);
  EXPECT_EQ(std::set<std::string>(deals.begin(), deals.end()).size(), 150U);
}

TEST_F(StoredLeagues, PlayOnlyWhatIsMissing) {
  play();
  played_ = 0;
  play();
  EXPECT_EQ(played_, 0U);
  league_.deals = 60;
  play();
  EXPECT_EQ(played_, 30U);
  add_agent("dee", "1");
  played_ = 0;
  play();
  EXPECT_EQ(played_, 180U);
  EXPECT_EQ(stored().size(), 360U);
}

TEST_F(StoredLeagues, AgentsMayBeListedInAnyOrder) {
  play();
  const auto before = stored();
  played_ = 0;
  do {
    EXPECT_EQ(play(), runner::RunEnd::Complete);
    EXPECT_EQ(stored(), before);
    EXPECT_EQ(Reader::open_to_read(folder_ / "out").unscheduled_deals(), 0U);
  } while (
      std::ranges::next_permutation(league_.entrants, {}, [](const entrants::Entrant& entrant) {
        return entrant.agent.name;
      }).found);
  EXPECT_EQ(played_, 0U);
}

TEST_F(StoredLeagues, AgentsOfManySeatedTablesMayBeListedInAnyOrderToo) {
  for (const char* const name : {"dee", "eve", "fay", "gus", "hal", "ida"})
    add_agent(name, "1");
  league_.seats = 4;
  play();
  const auto before = played_;
  std::ranges::reverse(league_.entrants);
  play();
  EXPECT_EQ(played_, before);
}

TEST_F(StoredLeagues, AnAgentChangedBackIsItsOldVersionAgain) {
  play();
  const auto before = stored();
  std::ofstream(folder_ / "ada" / "agent.toml") << "2";
  play();
  std::ofstream(folder_ / "ada" / "agent.toml") << "1";
  played_ = 0;
  play();
  EXPECT_EQ(played_, 0U);
  EXPECT_EQ(stored(), before);
}

TEST_F(StoredLeagues, AChangedAgentIsANewVersionAndItsOldGamesAreKept) {
  play();
  std::ofstream(folder_ / "ada" / "agent.toml") << "2";
  played_ = 0;
  play();
  EXPECT_EQ(played_, 100U);
  const Reader store = Reader::open_to_read(folder_ / "out");
  EXPECT_EQ(store.league().agents.front().shown_name(), "ada@2");
  EXPECT_EQ(store.league().agents.front().folder, folder_ / "ada");
  EXPECT_EQ(store.all_agents().front().command, std::vector<std::string>{"./x"});
  EXPECT_EQ(store.unscheduled_deals(), 100U);
  std::vector<std::string> names;
  const report::LeagueTable shown = table();
  for (const report::TableRow& row : shown.divisions.front().rows)
    names.push_back(row.name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("ada@2", "bob", "cy"));
}

TEST_F(StoredLeagues, TableSaysWhichContentPlayedAndWhen) {
  play();
  const report::DivisionTable before = table().divisions.front();
  execute("UPDATE block SET at = 20000 * 86400");
  std::ofstream(folder_ / "ada" / "agent.toml") << "2";
  play();
  execute("UPDATE block SET at = 20001 * 86400 + 3600 WHERE at <> 20000 * 86400");
  const report::DivisionTable after = table().divisions.front();
  const auto row = [](const report::DivisionTable& division, const std::string& name) {
    return *std::ranges::find(division.rows, name, &report::TableRow::name);
  };
  EXPECT_EQ(row(after, "ada@2").version, 2);
  EXPECT_EQ(row(after, "bob").hash, row(before, "bob").hash);
  EXPECT_NE(row(after, "ada@2").hash, row(before, "ada").hash);
  const std::chrono::sys_days first{std::chrono::days(20000)};
  const std::chrono::sys_days last{std::chrono::days(20001)};
  EXPECT_THAT(after.days, testing::ElementsAre(first, last));
  EXPECT_EQ(row(after, "ada@2").days->first, last);
  EXPECT_EQ(row(after, "bob").days->first, first);
  EXPECT_EQ(row(after, "bob").days->last, last);
}

TEST_F(StoredLeagues, AreHeldByOneRunAndReadByOthers) {
  play();
  const Writer holder = Writer::open_to_play(folder_ / "out");
  EXPECT_THROW((void)Writer::open_to_play(folder_ / "out"), LeagueBusy);
  for (const fs::path& taken : {folder_ / "out/league.db", folder_ / "leads-nowhere"}) {
    if (!fs::exists(taken)) fs::create_symlink("nothing", taken);
    EXPECT_THROW((void)Writer::open_to_play(taken), WrongFolder) << taken;
  }
  EXPECT_EQ(Reader::open_to_read(folder_ / "out").league().name, "test");
  EXPECT_THROW((void)Reader::open_to_read(folder_ / "nothing"), NoLeague);
}

TEST_F(StoredLeagues, ATableIsEndedByWhatItsWatchThrows) {
  struct Enough {};
  play();
  const Reader store = Reader::open_to_read(folder_ / "out");
  std::uint64_t deals = 0;
  const auto watch = [&](std::string_view what, std::uint64_t done, std::uint64_t of) {
    if (what != "games rated") return;
    EXPECT_LE(done, of);
    EXPECT_EQ(of, 300U);
    if (++deals == 3) throw Enough();
  };
  EXPECT_THROW((void)report::compute_table(store, watch), Enough);
  EXPECT_EQ(deals, 3U);
}

TEST_F(StoredLeagues, ADealIsStoredWholeOrNotAtAll) {
  play();
  Writer store = Writer::open_to_play(folder_ / "out");
  const StoredDivision division = store.reader().league().divisions.front();
  const StoredLineUp line_up = store.reader().line_ups(division).front();
  const Epoch epoch = store.current_epoch("s");
  referee::play::LineUp two_agents;
  two_agents.agents.resize(2);
  auto batch = fake_deals(two_agents, 50, 52, {});
  batch.deals.push_back(batch.deals.front());  // a deal twice: refused
  const Id conditions = store.conditions_id({"none", "", "m", {}});
  EXPECT_THROW(store.add_deals(line_up, epoch, conditions, batch.deals), std::runtime_error);
  league_.deals = 60;
  store.sync_with(league_, schedule::planned::planned_line_ups);
  EXPECT_EQ(store.reader().line_ups(division).front().played, 50U);
}

/// Returns both ways to open a store: to play and to read.
std::vector<std::function<void(const fs::path&)>> both_opens() {
  return {[](const fs::path& folder) { (void)Writer::open_to_play(folder); },
          [](const fs::path& folder) { (void)Reader::open_to_read(folder); }};
}

TEST_F(StoredLeagues, OfAnotherSchemaAreRefusedAndStay) {
  play();
  execute("PRAGMA user_version = 99");
  for (const auto& open : both_opens()) {
    EXPECT_THAT([&] { open(folder_ / "out"); },
                testing::ThrowsMessage<OtherLeague>(
                    HasSubstr("league.db: schema 99; this danno knows schema 3: ")));
  }
}

TEST_F(StoredLeagues, OfAnotherNameAreRefusedAndStay) {
  play();
  const auto before = stored();
  league_.name = "another";
  EXPECT_THAT([&] { play(); }, testing::ThrowsMessage<OtherLeague>(HasSubstr(
                                   "holds the league 'test', and this one is 'another'")));
  EXPECT_EQ(stored(), before);
}

TEST_F(StoredLeagues, AreNoOtherProgramsDatabases) {
  const fs::path file = folder_ / "out" / "league.db";
  fs::create_directories(file.parent_path());
  for (const char* const sql :
       {"CREATE TABLE photo (id)", "CREATE TABLE photo (id); PRAGMA user_version = 3",
        "CREATE TABLE league (name); PRAGMA application_id = 7; PRAGMA user_version = 4"}) {
    fs::remove(file);
    Database(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).execute(sql);
    const auto bytes = [&] {
      std::ifstream stream(file, std::ios::binary);
      return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    const std::string before = bytes();
    for (const auto& open : both_opens()) {
      EXPECT_THAT([&] { open(folder_ / "out"); },
                  testing::ThrowsMessage<OtherLeague>(HasSubstr("another program's database")));
    }
    EXPECT_EQ(bytes(), before);
    EXPECT_EQ(fs::status(file).permissions() & fs::perms::group_read, fs::perms::group_read);
  }
}

TEST_F(StoredLeagues, AreNoPipesAndNoFolders) {
  const fs::path file = folder_ / "out" / "league.db";
  fs::create_directories(file.parent_path());
  for (const bool is_folder : {false, true}) {
    ASSERT_EQ(is_folder ? ::mkdir(file.c_str(), 0700) : ::mkfifo(file.c_str(), 0600), 0);
    for (const auto& open : both_opens())
      EXPECT_THROW(open(folder_ / "out"), OtherLeague) << is_folder;
    fs::remove(file);
  }
}

TEST_F(StoredLeagues, ThatWerePlayedAreOneFile) {
  play();
  EXPECT_FALSE(fs::exists(folder_ / "out" / "league.db-wal"));
  std::ifstream stream(folder_ / "out" / "league.db", std::ios::binary);
  std::string header(20, '\0');
  stream.read(header.data(), 20);
  EXPECT_EQ(header.substr(18, 2), "\1\1");  // no WAL: https://sqlite.org/fileformat.html
}

TEST_F(StoredLeagues, AreMendedWhereADealIsMissingInTheMiddle) {
  play();
  const auto before = stored();
  for (const std::int64_t line_up : {1, 2})
    delete_deals(folder_ / "out", line_up, {0, 7, 8, 49});
  played_ = 0;
  EXPECT_EQ(play(), runner::RunEnd::Complete);
  EXPECT_EQ(played_, 8U);
  EXPECT_EQ(stored(), before);
}

TEST_F(StoredLeagues, KeepWhatWasPlayedWhereFewerDealsAreAskedFor) {
  play();
  const auto before = stored();
  league_.deals = 10;
  EXPECT_EQ(play(), runner::RunEnd::Complete);
  EXPECT_EQ(stored(), before);
}

TEST_F(StoredLeagues, ThatCannotBeAreOneLine) {
  play();
  for (const char* const seats : {"1", "7", "-2"}) {
    execute((std::string("UPDATE division SET seats = ") + seats).c_str());
    EXPECT_THAT([&] { (void)table(); },
                testing::ThrowsMessage<Damaged>(HasSubstr(std::string("seats is ") + seats)));
  }
  execute("UPDATE division SET seats = 3");
  EXPECT_THAT([&] { (void)table(); },
              testing::ThrowsMessage<Damaged>(HasSubstr("of 2 agents; its division has 3 seats")));
}

TEST_F(StoredLeagues, CanBeLookedAtAsOfAnEarlierStage) {
  play();
  const std::string before = report::table_json(table());
  const std::string snapshot = Reader::open_to_read(folder_ / "out").snapshot();
  league_.deals = 60;
  league_.seed = "another";
  league_.entrants[1].author = "new";
  std::ofstream(folder_ / "ada" / "agent.toml") << "2";
  add_agent("dee", "1");
  play(with_faults);
  EXPECT_NE(report::table_json(table()), before);
  EXPECT_EQ(report::table_json(report::compute_table(Reader::open_at(folder_ / "out", snapshot))),
            before);
}

TEST_F(StoredLeagues, AStageIsOfNowWhoeverHasChangedTheFile) {
  play();
  const Reader looked_at = Reader::open_to_read(folder_ / "out");
  const std::string begin = looked_at.snapshot();
  execute("UPDATE line_up SET place = 7 WHERE id = 1");
  const std::string other = looked_at.snapshot();
  EXPECT_NE(other, begin);
  Writer changed_by_itself = Writer::open_to_play(folder_ / "out");
  EXPECT_EQ(changed_by_itself.reader().snapshot(), other);
  changed_by_itself.close_schedule();
  EXPECT_NE(changed_by_itself.reader().snapshot(), other);
}

TEST_F(StoredLeagues, ANameBelongsToItsAuthor) {
  league_.entrants[0].author = "Zoe";
  add_agent("dee", "1");
  league_.entrants.back().agent.name = "ada";
  league_.entrants.back().author = "Ann";
  play();
  const auto names = [&](auto name) {
    std::vector<std::string> all;
    for (const StoredAgent& agent : Reader::open_to_read(folder_ / "out").league().agents)
      all.push_back(std::invoke(name, agent));
    return all;
  };
  EXPECT_THAT(names(&StoredAgent::shown_name), ElementsAre("Ann/ada", "Zoe/ada", "bob", "cy"));
  EXPECT_THAT(names(&StoredAgent::key_name), ElementsAre("Ann/ada", "Zoe/ada", "bob", "cy"));
  // Versions are counted by author.
  std::ofstream(folder_ / "dee" / "agent.toml") << "2";
  play();
  EXPECT_THAT(names(&StoredAgent::shown_name), ElementsAre("Ann/ada@2", "Zoe/ada", "bob", "cy"));
  EXPECT_THAT(names(&StoredAgent::unversioned_name),
              ElementsAre("Ann/ada", "Zoe/ada", "bob", "cy"));
  EXPECT_THAT(names(&StoredAgent::name), ElementsAre("ada", "ada", "bob", "cy"));
}

TEST_F(StoredLeagues, LineUpsAreReadHoweverTheirJsonIsWritten) {
  play();
  const auto agents_of_the_first = [&] {
    const Reader store = Reader::open_to_read(folder_ / "out");
    return store.line_ups(store.league().divisions.front()).front().agents;
  };
  EXPECT_THAT(agents_of_the_first(), ElementsAre(1, 2));
  execute("UPDATE line_up SET agents = '[ 1,\n2 ]' WHERE id = 1");
  EXPECT_THAT(agents_of_the_first(), ElementsAre(1, 2));
  for (const char* const damage : {"[1,2", "[1,]", "[1 2]", "[1,2]]", "[", "", "[1,x]"}) {
    execute(("UPDATE line_up SET agents = '" + std::string(damage) + "' WHERE id = 1").c_str());
    EXPECT_THROW(agents_of_the_first(), Damaged) << damage;
  }
}

TEST_F(StoredLeagues, CanBeLookedAtAsTheNextRunWillFindThem) {
  play();
  const std::string before = Reader::open_to_read(folder_ / "out").snapshot();
  std::ofstream(folder_ / "ada" / "agent.toml") << "2";
  league_.deals = 60;
  const Reader store =
      Reader::open_as_settled(folder_ / "out", league_, schedule::planned::planned_line_ups);
  std::vector<std::uint64_t> left;
  for (const StoredLineUp& line_up : store.line_ups(store.league().divisions.front()))
    left.push_back(line_up.planned - line_up.played);
  EXPECT_THAT(left, ElementsAre(60, 60, 10));
  EXPECT_EQ(store.league().agents.front().shown_name(), "ada@2");
  EXPECT_EQ(Reader::open_to_read(folder_ / "out").snapshot(), before);
}

TEST_F(StoredLeagues, AreNoneYetWhereARunDiedBeforeItBegan) {
  fs::create_directories(folder_ / "out");
  std::ofstream(folder_ / "out" / "league.db").flush();
  EXPECT_THROW((void)Reader::open_to_read(folder_ / "out"), NoLeague);
  EXPECT_EQ(play(), runner::RunEnd::Complete);
}

TEST_F(StoredLeagues, AnEpochEndsWhenItsSeedIsPublished) {
  league_.seed.reset();
  play();
  const auto first = table().divisions.front().epochs;
  ASSERT_EQ(first.size(), 1U);
  EXPECT_TRUE(first.front().revealed);
  EXPECT_FALSE(first.front().open);
  EXPECT_EQ(first.front().commitment, referee::record::commitment({first.front().seed}));
  league_.deals = 51;
  play();
  const auto second = table().divisions.front().epochs;
  ASSERT_EQ(second.size(), 2U);
  EXPECT_NE(second[0].seed, second[1].seed);
  EXPECT_EQ(second[0].seed, first[0].seed);
  EXPECT_TRUE(second[1].revealed);
}

TEST_F(StoredLeagues, AGrowingLeagueUsesNoSeedThatWasPublished) {
  league_.seed.reset();
  play();
  const std::string published = table().divisions.front().epochs.front().seed;
  add_agent("dee", "1");
  std::set<std::string> used;
  play([&](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
           referee::record::AgentSet absent) {
    used.insert(line_up.seed.text);
    return fake_deals(line_up, begin, end, absent);
  });
  EXPECT_EQ(used.size(), 1U);
  EXPECT_FALSE(used.contains(published));
}

TEST_F(StoredLeagues, AnUnfinishedEpochIsTakenUpAgainAndKeptSecret) {
  league_.seed.reset();
  Writer store = Writer::open_to_play(folder_ / "out");
  const std::string seed = store.current_epoch(std::nullopt).seed;
  EXPECT_EQ(store.current_epoch(std::nullopt).seed, seed);
  EXPECT_FALSE(store.current_epoch(std::nullopt).revealed);
}

TEST_F(StoredLeagues, APlanHasADrawnEpochThatNoOtherDealsGet) {
  league_.seed.reset();
  Writer store = Writer::open_to_play(folder_ / "out");
  const auto one = store.begin_plan(std::nullopt, "plan-1", 3);
  const auto other = store.begin_plan(std::nullopt, "plan-2", 4);
  EXPECT_NE(one.epoch.seed, other.epoch.seed);
  EXPECT_EQ(one.epoch.agent_commitment, referee::record::commitment({one.epoch.agent_secret}));
  EXPECT_FALSE(one.epoch.revealed);
  const std::string own = store.current_epoch(std::nullopt).seed;
  EXPECT_NE(own, one.epoch.seed);
  EXPECT_NE(own, other.epoch.seed);
  store.end_plan(one.id);
  const auto plans = store.reader().plans();
  ASSERT_EQ(plans.size(), 2U);
  EXPECT_FALSE(plans[0].open);
  EXPECT_TRUE(plans[1].open);
  EXPECT_EQ(plans[1].folder, "plan-2");
  EXPECT_EQ(plans[1].parts, 4);
  EXPECT_EQ(plans[1].epoch, other.epoch.id);
  EXPECT_EQ(plans[1].deals, 0U);
}

TEST_F(StoredLeagues, APlanOfALeagueWithATypedSeedHasThatSeed) {
  Writer store = Writer::open_to_play(folder_ / "out");
  const auto plan = store.begin_plan("s", "plan-1", 3);
  EXPECT_EQ(plan.epoch.seed, "s");
  EXPECT_EQ(store.current_epoch("s").id, plan.epoch.id);
}

TEST_F(StoredLeagues, ADrawnEpochHasASecretForTheAgentsAndATypedOneNone) {
  league_.seed.reset();
  play();
  const Epoch drawn = table().divisions.front().epochs.front();
  EXPECT_EQ(drawn.agent_commitment, referee::record::commitment({drawn.agent_secret}));
  EXPECT_NE(drawn.agent_secret, drawn.seed);
  Writer store = Writer::open_to_play(folder_ / "out");
  EXPECT_NE(store.current_epoch(std::nullopt).agent_secret, drawn.agent_secret);
  EXPECT_EQ(store.current_epoch("s").agent_secret, "");
  EXPECT_EQ(store.current_epoch("s").agent_commitment, "");
}

TEST_F(StoredLeagues, WhoNeverStartsStandsLastAndIsNotRated) {
  play(with_faults);
  const report::LeagueTable league = table();
  const report::DivisionTable& division = league.divisions.front();
  ASSERT_EQ(division.rows.size(), 3U);
  EXPECT_EQ(division.rows.back().name, "cy");
  EXPECT_TRUE(division.rows.back().never_ready);
  EXPECT_FALSE(division.rows.back().elo.has_value());
  EXPECT_EQ(division.rows.back().rank, 3);
  EXPECT_EQ(division.rows.back().tally.points(), 0);
  // One deal of each line-up, in both seatings; absent from then on.
  EXPECT_EQ(division.rows.back().tally.faults.at(referee::record::FaultKind::NeverReady), 4);
  ASSERT_TRUE(division.rows.front().elo && division.rows[1].elo);
  EXPECT_NEAR(*division.rows.front().elo + *division.rows[1].elo, 0, 1e-9);
  EXPECT_TRUE(division.connected);
  const Reader store = Reader::open_to_read(folder_ / "out");
  const auto faults = store.faults(store.league().divisions.front());
  ASSERT_EQ(faults.size(), 4U);
  EXPECT_EQ(referee::protocol::parse_report(store.fault_report(faults.front().id)).kind,
            referee::record::FaultKind::NeverReady);
}

TEST_F(StoredLeagues, EveryFaultHasAFileAlsoOfARunThatDiedBeforeItWroteIt) {
  play(with_faults);
  const fs::path faults = folder_ / "out" / "faults";
  const auto files = [&] {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(faults / "cy"))
      found.push_back(entry.path().filename().string());
    return found;
  };
  const auto all = testing::UnorderedElementsAre("koans-ada,cy-0-0.json", "koans-ada,cy-0-1.json",
                                                 "koans-bob,cy-0-0.json", "koans-bob,cy-0-1.json");
  EXPECT_THAT(files(), all);
  fs::remove(faults / "cy" / "koans-bob,cy-0-1.json");
  play(with_faults);
  EXPECT_THAT(files(), all);
}

TEST(FaultFiles, OfDifferentNamesAreDifferentAndNeverHidden) {
  EXPECT_EQ(base::to_file_name("ada@2"), "ada@2");
  EXPECT_EQ(base::to_file_name("../x y"), "%2E.%2Fx%20y");
  EXPECT_NE(base::to_file_name("x y"), base::to_file_name("x_y"));
  const std::vector<std::string> names(6, std::string(64, '!'));
  EXPECT_LT(runner::fault_file("koans", names, 0, 17, 5).filename().string().size(), 255U);
}

TEST_F(StoredLeagues, TablesAreFilesOfThreeKinds) {
  play();
  Reader store = Reader::open_to_read(folder_ / "out");
  site::publish_tables(store, folder_ / "out");
  std::ifstream stream(folder_ / "out" / "table.json");
  const auto json = nlohmann::json::parse(stream);
  EXPECT_EQ(json["league"], "test");
  const auto& division = json["divisions"][0];
  EXPECT_EQ(division["rules"], "koans");
  EXPECT_EQ(division["seats"], 2);
  ASSERT_EQ(division["agents"].size(), 3U);
  const auto& first = division["agents"][0];
  EXPECT_EQ(first["rank"], 1);
  EXPECT_EQ(first["games"], 200);
  EXPECT_EQ(first["deals"], 100);
  EXPECT_EQ(first["faults"], nlohmann::json::object());
  EXPECT_GT(first["elo"], division["agents"][1]["elo"]);
  EXPECT_TRUE(fs::exists(folder_ / "out" / "table.md"));
  EXPECT_TRUE(fs::exists(folder_ / "out" / "table.csv"));
  EXPECT_FALSE(fs::exists(folder_ / "out" / "table.csv.new"));
}

TEST_F(StoredLeagues, HostileNamesAreEscaped) {
  league_.entrants[0].agent.name = "=1+1,|<b>`x`";
  play();
  const report::LeagueTable league = table();
  EXPECT_THAT(report::table_csv(league), HasSubstr("\"'=1+1,|<b>`x`\""));
  const std::string markdown = report::table_markdown(league);
  EXPECT_THAT(markdown, HasSubstr("=1+1,&#124;&lt;b&gt;&#96;x&#96;"));
  EXPECT_THAT(markdown, testing::Not(HasSubstr("<b>")));
}

}  // namespace
}  // namespace danno::leagues::store
