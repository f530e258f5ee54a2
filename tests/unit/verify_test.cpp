#include "leagues/verify/verify.hpp"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "leagues/archive/export.hpp"
#include "leagues/league_run.hpp"
#include "leagues/tables/table.hpp"
#include "referee/record/audit.hpp"
#include "tests/unit/played_games.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A league of three that was played to its end, and means to tamper with it.
class PlayedLeague : public testing::Test {
 protected:
  PlayedLeague() {
    std::string pattern = (fs::temp_directory_path() / "danno-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    league_.name = "test";
    league_.deals = 20;
    league_.limits.max_faults = 2;
    for (const char* const name : {"cy", "ada", "bob"}) {
      Entrant entrant;
      entrant.agent.name = name;
      entrant.agent.command = {"./x"};
      entrant.agent.folder = folder_ / name;
      fs::create_directories(entrant.agent.folder);
      league_.entrants.push_back(entrant);
    }
  }
  ~PlayedLeague() override { fs::remove_all(folder_); }

  void play() {
    if (league_.divisions.empty()) {
      for (const rules::Definition* const definition : rules::all_definitions())
        league_.divisions.push_back({definition, definition->defaults(league_.seats)});
    }
    Store store = Store::open_to_play(out());
    store.settle(league_);
    LeagueRun run(league_, store,
                  {.conditions = {.isolation = "none",
                                  .layers = "",
                                  .machine = "m",
                                  .limits = league_.limits},
                   .faults = out() / "faults"});
    RunOptions options;
    options.play = random_deals;
    ASSERT_EQ(run.play(options, [](auto, auto) {}), RunEnd::Complete);
    write_table_files(compute_table(store), out());
  }
  [[nodiscard]] fs::path out() const { return folder_ / "out"; }

  void sql(const std::string& text) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((out() / "league.db").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    EXPECT_GT(sqlite3_total_changes(database), 0);
    sqlite3_close(database);
  }
  /// Changes the games of deal 3 of the first line-up.
  void change(const std::function<void(std::vector<referee::GameRecord>&)>& change_games) const {
    std::string hex;
    {
      const Store store = Store::open_to_read(out());
      const StoredLineUp first = store.all_line_ups(store.all_divisions().front()).front();
      store.visit_stored(first, 3, [&](const StoredDeal& deal) {
        auto games = referee::decode_deal(deal.games);
        change_games(games);
        for (const char c : referee::encode_deal(games)) {
          constexpr const char* kDigits = "0123456789abcdef";
          hex += kDigits[static_cast<unsigned char>(c) >> 4U];
          hex += kDigits[static_cast<unsigned char>(c) & 15U];
        }
        return false;
      });
    }
    sql("UPDATE deal SET games = x'" + hex + "' WHERE line_up = 1 AND deal = 3");
  }
  [[nodiscard]] std::string problem() const {
    return verify(out(), 2, [](std::uint64_t) {}).problem.value_or("");
  }

  fs::path folder_;
  League league_;
};

TEST_F(PlayedLeague, IsClean) {
  play();
  std::uint64_t told = 0;
  const Verification found = verify(out(), 2, [&](std::uint64_t games) { told += games; });
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_EQ(found.games, 5U * 3 * 20 * 2);
  EXPECT_EQ(told, found.games);
  EXPECT_THAT(found.notes, testing::IsEmpty());
  EXPECT_FALSE(found.dice.empty());
}

TEST_F(PlayedLeague, OfThreeSeatsWithoutMirrorIsClean) {
  league_.seats = 3;
  league_.mirror = false;
  play();
  EXPECT_EQ(problem(), "");
}

TEST_F(PlayedLeague, AChangedDieIsFound) {
  play();
  change([](auto& games) {
    games[1].events[0] = static_cast<referee::Event>(games[1].events[0] ^ 1U);
  });
  EXPECT_THAT(problem(), HasSubstr("/ada,bob/3/1: event 0"));
}

TEST_F(PlayedLeague, AChangedDecisionIsFound) {
  play();
  change([](auto& games) {
    for (referee::Event& event : games[0].events) {
      if ((event >> 9U) == referee::kNoDecision) continue;
      event = static_cast<referee::Event>(event ^ (1U << 9U));
      return;
    }
  });
  EXPECT_THAT(problem(), HasSubstr("/ada,bob/3/0: "));
}

TEST_F(PlayedLeague, AChangedTotalIsFound) {
  play();
  change([](auto& games) { games[0].totals[1] += 2; });
  EXPECT_THAT(problem(), HasSubstr("/ada,bob/3/0: seat 1 has"));
}

TEST_F(PlayedLeague, AChangedPlaceIsFound) {
  play();
  change([](auto& games) { std::swap(games[0].places[0], games[0].places[1]); });
  EXPECT_THAT(problem(), HasSubstr("has place"));
}

TEST_F(PlayedLeague, AChangedFaultIsFound) {
  play();
  sql("UPDATE fault SET kind = 'timeout' WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("/5: the row of a fault differs"));
}

TEST_F(PlayedLeague, AnInventedFaultIsFound) {
  play();
  change([](auto& games) { games[0].faults.emplace_back(); });
  EXPECT_THAT(problem(), HasSubstr("a fault of seat 0 without a forfeit"));
}

TEST_F(PlayedLeague, ADeletedGameIsFound) {
  play();
  change([](auto& games) { games.pop_back(); });
  EXPECT_THAT(problem(), HasSubstr("/3: 1 games; expected 2"));
}

TEST_F(PlayedLeague, ADeletedDealIsFound) {
  play();
  sql("DELETE FROM deal WHERE line_up = 2 AND deal = 7");
  EXPECT_THAT(problem(), HasSubstr("19 deals; the league is complete with 20"));
}

TEST_F(PlayedLeague, ADeletedLastDealOfAnOpenSeedIsFound) {
  league_.seed = "open";
  play();
  sql("DELETE FROM deal WHERE line_up = 2 AND deal = 19");
  EXPECT_THAT(problem(), HasSubstr("table.json: it counts"));
}

TEST_F(PlayedLeague, ADoubledDealIsFound) {
  play();
  sql("UPDATE deal SET games = (SELECT games FROM deal WHERE line_up = 2 AND deal = 2)"
      " WHERE line_up = 2 AND deal = 4");
  EXPECT_THAT(problem(), HasSubstr("/4/0: event 0"));
}

TEST_F(PlayedLeague, ADealStoredTwiceIsFound) {
  play();
  sql("DROP INDEX deal_of_line_up; INSERT INTO deal SELECT * FROM deal WHERE line_up = 2 AND deal "
      "= 9");
  EXPECT_THAT(problem(), HasSubstr("/9: the deal is stored twice"));
}

TEST_F(PlayedLeague, ASwappedAgentIsFound) {
  play();
  change([](auto& games) { std::swap(games[0].agent_at[0], games[0].agent_at[1]); });
  EXPECT_THAT(problem(), HasSubstr("sits at seat 0"));
}

TEST_F(PlayedLeague, ALineUpWithItsAgentsExchangedIsFound) {
  play();
  sql("UPDATE line_up SET agents = '[2,1]' WHERE id = 1");
  EXPECT_THAT(problem(),
              HasSubstr("line-up 1 does not have its agents in the order of their names"));
}

TEST_F(PlayedLeague, ARenamedAgentIsFound) {
  play();
  sql("UPDATE agent SET name = 'bea' WHERE name = 'bob'");
  EXPECT_THAT(problem(), HasSubstr("the seed gives"));
}

TEST_F(PlayedLeague, AnEditedSeedIsFound) {
  play();
  sql("UPDATE epoch SET seed = 'mine'");
  EXPECT_THAT(problem(), HasSubstr("its SHA-256 is not the commitment"));
  sql("UPDATE epoch SET commitment = '" + referee::commitment({"mine"}) + "'");
  EXPECT_THAT(problem(), HasSubstr("the seed gives"));
}

TEST_F(PlayedLeague, AnEditedTableIsFound) {
  play();
  std::ifstream in(out() / "table.json");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::size_t score = text.find("\"score\": ") + 9;
  text.replace(score, text.find(',', score) - score, "0.99");
  std::ofstream(out() / "table.json") << text;
  EXPECT_THAT(problem(), HasSubstr("/score is 0.99; the games give"));
}

TEST_F(PlayedLeague, OfOtherParametersIsKeptUnderAnotherName) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  play();
  ASSERT_FALSE(rules::set_parameter(*koans, league_.divisions.front().parameters, "target", "20"));
  play();
  const Store store = Store::open_to_read(out());
  const Store another = Store::open_to_read(out());  // one is asked one thing at a time
  std::set<std::string> ids;
  std::uint64_t games = 0;
  visit_games(store, [&](const StoredGame& game) {
    ++games;
    EXPECT_TRUE(ids.insert(to_string(game.id)).second) << to_string(game.id);
    const auto found = find_game(another, game.id);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->record.events, game.record.events);
  });
  EXPECT_EQ(games, 2U * 3 * 20 * 2);
  EXPECT_TRUE(ids.contains("koans#1/ada,bob/0/0"));
  EXPECT_TRUE(ids.contains("koans/ada,bob/0/0"));
  EXPECT_EQ(problem(), "");
}

TEST_F(PlayedLeague, IsExportedAndAuditsClean) {
  league_.seats = 3;
  play();
  const Store store = Store::open_to_read(out());
  int games = 0;
  visit_games(store, [&](const StoredGame& game) {
    ++games;
    const std::string text = referee::print_written_game(written_game(game));
    const auto parsed = referee::parse_written_game(text);
    ASSERT_TRUE(std::holds_alternative<referee::WrittenGame>(parsed)) << text;
    const auto& written = std::get<referee::WrittenGame>(parsed);
    const referee::Audit audit = referee::audit_game(referee::audited_rules(written), written);
    ASSERT_FALSE(audit.problem) << text << audit.problem->message;
    ASSERT_EQ(audit.position.phase, rules::Phase::Over) << text;
    EXPECT_EQ(audit.position.totals, game.record.totals);
    EXPECT_EQ(rules::places(*game.rules, audit.position), game.record.places);
  });
  EXPECT_EQ(games, 5 * 20 * 3);
}

TEST(AGameId, IsReadBack) {
  const auto id = parse_game_id("koans/ada,b/ob@2/17/1");
  ASSERT_TRUE(id);
  EXPECT_EQ(id->line_up, "ada,b/ob@2");
  EXPECT_EQ(id->deal, 17U);
  EXPECT_EQ(to_string(*id), "koans/ada,b/ob@2/17/1");
  for (const char* const wrong :
       {"", "koans", "koans/17/0", "koans/a/x/0", "koans/a/1/9", "/a/1/0"})
    EXPECT_FALSE(parse_game_id(wrong)) << wrong;
}

}  // namespace
}  // namespace danno::leagues
