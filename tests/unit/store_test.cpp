#include "leagues/store.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "leagues/league_run.hpp"
#include "leagues/table.hpp"
#include "tests/unit/fake_play.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class StoredLeagues : public testing::Test {
 protected:
  StoredLeagues() {
    std::string pattern = (fs::temp_directory_path() / "danno-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    league_.name = "test";
    const rules::Definition* const koans = rules::find_definition("koans");
    league_.divisions.push_back({koans, koans->defaults(2)});
    league_.deals = 50;
    league_.seed = "s";
    for (const char* const name : {"ada", "bob", "cy"})
      add_agent(name, "1");
  }
  ~StoredLeagues() override { fs::remove_all(folder_); }

  void add_agent(const std::string& name, const std::string& content) {
    Entrant entrant;
    entrant.agent.name = name;
    entrant.agent.folder = folder_ / name;
    entrant.agent.command = {"./x"};
    fs::create_directories(entrant.agent.folder);
    std::ofstream(entrant.agent.folder / "agent.toml") << content;
    league_.entrants.push_back(entrant);
  }
  RunEnd play(const PlayDeals& play_deals = fake_deals) {
    Store store = Store::open_to_play(folder_ / "out");
    store.settle(league_);
    LeagueRun run(league_, store,
                  {.conditions = {.isolation = "none", .layers = "", .machine = "m", .limits = {}},
                   .faults = folder_ / "out" / "faults"});
    RunOptions options;
    options.play = play_deals;
    return run.play(options, [&](auto deals, auto) { played_ += deals.size(); });
  }
  /// Every stored deal of the first division as "line-up:deal", in order.
  std::vector<std::string> stored() {
    const Store store = Store::open_to_read(folder_ / "out");
    std::vector<std::string> deals;
    store.visit_deals(store.league().divisions.front(), [&](const StoredLineUp& line_up,
                                                            const referee::DealResult& deal) {
      deals.push_back(std::to_string(line_up.id) + ":" + std::to_string(deal.deal));
      EXPECT_EQ(deal.games.size(), 2U);
    });
    return deals;
  }
  LeagueTable table() { return compute_table(Store::open_to_read(folder_ / "out")); }

  fs::path folder_;
  League league_;
  std::uint64_t played_ = 0;
};

TEST_F(StoredLeagues, KeepWhatWasPlayed) {
  EXPECT_EQ(play(), RunEnd::Complete);
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

TEST_F(StoredLeagues, AChangedAgentIsANewVersionAndItsOldGamesAreKept) {
  play();
  std::ofstream(folder_ / "ada" / "agent.toml") << "2";
  played_ = 0;
  play();
  EXPECT_EQ(played_, 100U);
  const Store store = Store::open_to_read(folder_ / "out");
  EXPECT_EQ(store.league().agents.front().shown_name(), "ada@2");
  EXPECT_EQ(store.retired_deals(), 100U);
  std::vector<std::string> names;
  const LeagueTable shown = table();
  for (const TableRow& row : shown.divisions.front().rows)
    names.push_back(row.name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("ada@2", "bob", "cy"));
}

TEST_F(StoredLeagues, AreHeldByOneRunAndReadByOthers) {
  play();
  const Store holder = Store::open_to_play(folder_ / "out");
  EXPECT_THROW((void)Store::open_to_play(folder_ / "out"), LeagueBusy);
  EXPECT_EQ(Store::open_to_read(folder_ / "out").league().name, "test");
  EXPECT_THROW((void)Store::open_to_read(folder_ / "nothing"), NoLeague);
}

TEST_F(StoredLeagues, ADealIsStoredWholeOrNotAtAll) {
  play();
  Store store = Store::open_to_play(folder_ / "out");
  const StoredDivision division = store.league().divisions.front();
  const StoredLineUp line_up = store.line_ups(division).front();
  const Epoch epoch = store.current_epoch("s");
  referee::LineUp two_agents;
  two_agents.agents.resize(2);
  auto batch = fake_deals(two_agents, 50, 52, 0);
  batch.deals.push_back(batch.deals.front());  // a deal twice: refused
  const Id conditions = store.conditions_id({"none", "", "m", {}});
  EXPECT_THROW(store.add_deals(line_up, epoch, conditions, batch.deals), std::runtime_error);
  league_.deals = 60;
  store.settle(league_);
  EXPECT_EQ(store.line_ups(division).front().played, 50U);
}

TEST_F(StoredLeagues, AnEpochEndsWhenItsSeedIsPublished) {
  league_.seed.reset();
  play();
  const auto first = table().divisions.front().epochs;
  ASSERT_EQ(first.size(), 1U);
  EXPECT_TRUE(first.front().revealed);
  EXPECT_FALSE(first.front().open);
  EXPECT_EQ(first.front().commitment, referee::commitment({first.front().seed}));
  league_.deals = 51;
  play();
  const auto second = table().divisions.front().epochs;
  ASSERT_EQ(second.size(), 2U);
  EXPECT_NE(second[0].seed, second[1].seed);
}

TEST_F(StoredLeagues, AnUnfinishedEpochIsTakenUpAgainAndKeptSecret) {
  league_.seed.reset();
  Store store = Store::open_to_play(folder_ / "out");
  const std::string seed = store.current_epoch(std::nullopt).seed;
  EXPECT_EQ(store.current_epoch(std::nullopt).seed, seed);
  EXPECT_FALSE(store.current_epoch(std::nullopt).revealed);
}

/// cy never starts; ada's old faults make her absent.
referee::Batch with_faults(const referee::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                           std::uint8_t absent) {
  referee::Batch batch = fake_deals(line_up, begin, end, absent);
  for (referee::DealResult& deal : batch.deals) {
    for (referee::GameRecord& game : deal.games) {
      for (int seat = 0; seat < game.seats; ++seat) {
        const auto place = static_cast<std::size_t>(seat);
        const std::size_t agent = game.agent_at[place];
        if (line_up.agents[agent].name != "cy") continue;
        game.places[place] = 2;
        game.places[1 - place] = 1;
        if (((absent >> agent) & 1U) != 0) continue;
        referee::Fault fault;
        fault.kind = referee::FaultKind::NeverReady;
        fault.seat = seat;
        fault.report = "{}";
        game.faults.push_back(fault);
      }
    }
  }
  return batch;
}

TEST_F(StoredLeagues, WhoNeverStartsStandsLastAndIsNotRated) {
  play(with_faults);
  const LeagueTable league = table();
  const DivisionTable& division = league.divisions.front();
  ASSERT_EQ(division.rows.size(), 3U);
  EXPECT_EQ(division.rows.back().name, "cy");
  EXPECT_TRUE(division.rows.back().never_ready);
  EXPECT_FALSE(division.rows.back().elo.has_value());
  EXPECT_EQ(division.rows.back().rank, 3);
  EXPECT_EQ(division.rows.back().tally.points(), 0);
  // One deal of each line-up, in both seatings; absent from then on.
  EXPECT_EQ(division.rows.back().tally.faults.at(referee::FaultKind::NeverReady), 4);
  ASSERT_TRUE(division.rows.front().elo && division.rows[1].elo);
  EXPECT_NEAR(*division.rows.front().elo + *division.rows[1].elo, 0, 1e-9);
  EXPECT_TRUE(division.connected);
  const Store store = Store::open_to_read(folder_ / "out");
  const auto faults = store.faults(store.league().divisions.front());
  ASSERT_EQ(faults.size(), 4U);
  EXPECT_EQ(store.fault_report(faults.front().id), "{}");
}

TEST_F(StoredLeagues, TablesAreFilesOfThreeKinds) {
  play();
  write_table_files(table(), folder_);
  std::ifstream stream(folder_ / "table.json");
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
  EXPECT_TRUE(fs::exists(folder_ / "table.md"));
  EXPECT_TRUE(fs::exists(folder_ / "table.csv"));
  EXPECT_FALSE(fs::exists(folder_ / "table.csv.new"));
}

TEST_F(StoredLeagues, HostileNamesAreEscaped) {
  league_.entrants[0].agent.name = "=1+1,|<b>`x`";
  play();
  const LeagueTable league = table();
  EXPECT_THAT(table_csv(league), HasSubstr("\"'=1+1,|<b>`x`\""));
  const std::string markdown = table_markdown(league);
  EXPECT_THAT(markdown, HasSubstr("=1+1,&#124;&lt;b&gt;&#96;x&#96;"));
  EXPECT_THAT(markdown, testing::Not(HasSubstr("<b>")));
}

}  // namespace
}  // namespace danno::leagues
