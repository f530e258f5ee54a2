// Every change that somebody could make to a finished league is found, and none is seen where a
// league only went on.
#include <algorithm>
#include <map>

#include "leagues/report/stored_game.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/planned/planned.hpp"
#include "leagues/verify/verify.hpp"
#include "referee/rules/rule_text.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::verify {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A league of koans with a crash in every line-up; ada and bob have one author.
class Tampered : public PlayedLeague {
 protected:
  Tampered() {
    const rules::Definition* const koans = rules::find_definition("koans");
    league_.divisions.push_back({koans, koans->defaults(2)});
    league_.deals = 8;
    league_.limits.max_faults = 10;
    league_.entrants[1].author = league_.entrants[2].author = "A";
  }
};

/// SQL, and what verify says of it.
struct Tampering {
  const char* sql;
  const char* told;
};

/// The tamperings by "table.column".
const std::map<std::string, Tampering> kTamperings{
    {"league.name", {"UPDATE league SET name = 'x'", "the rows of league"}},
    {"league.settings",
     {"UPDATE league SET settings = json_set(settings, '$.rank_by', 'points')",
      "the rows of league"}},
    {"agent.id", {"UPDATE agent SET id = 9 WHERE id = 2", "agent"}},
    {"agent.name", {"UPDATE agent SET name = 'bea' WHERE id = 1", "row 1 differs in name; "}},
    {"agent.version", {"UPDATE agent SET version = 2 WHERE id = 1", "row 1 differs in version; "}},
    {"agent.hash", {"UPDATE agent SET hash = 'x' WHERE id = 1", "the rows of agent"}},
    {"agent.author", {"UPDATE agent SET author = 'B' WHERE id = 1", "the rows of agent"}},
    {"agent.command", {"UPDATE agent SET command = '[]' WHERE id = 1", "the rows of agent"}},
    {"agent.folder", {"UPDATE agent SET folder = 'x' WHERE id = 1", "the rows of agent"}},
    {"division.id", {"UPDATE division SET id = 9", "division"}},
    {"division.rules", {"UPDATE division SET rules = 'x'", "row 1 differs in rules; "}},
    {"division.parameters",
     {"UPDATE division SET parameters = json_set(parameters, '$.target', '20')",
      "row 1 differs in parameters; "}},
    {"division.seats", {"UPDATE division SET seats = 3", "row 1 differs in seats; "}},
    {"division.mirror", {"UPDATE division SET mirror = 0", "row 1 differs in mirror; "}},
    {"division.advice", {"UPDATE division SET advice = 1", "row 1 differs in advice; "}},
    {"line_up.id", {"UPDATE line_up SET id = 9 WHERE id = 1", "line_up"}},
    {"line_up.division", {"UPDATE line_up SET division = 9 WHERE id = 1", "line_up"}},
    {"line_up.agents",
     {"UPDATE line_up SET agents = '[1, 1]' WHERE id = 1", "row 1 differs in agents; "}},
    {"line_up.planned",
     {"UPDATE line_up SET planned = 7 WHERE id = 1", "row 1 differs in planned; "}},
    {"line_up.place", {"UPDATE line_up SET place = 5 WHERE id = 1", "row 1 differs in place; "}},
    {"epoch.id", {"UPDATE epoch SET id = 9", "epoch"}},
    {"epoch.seed", {"UPDATE epoch SET seed = 'x'", "is not the commitment"}},
    {"epoch.commitment", {"UPDATE epoch SET commitment = 'x'", "is not the commitment x"}},
    {"epoch.open", {"UPDATE epoch SET open = 1", "the rows of epoch"}},
    {"epoch.agent_secret",
     {"UPDATE epoch SET agent_secret = 'x'", "its agents' secret is not the commitment"}},
    {"epoch.agent_commitment", {"UPDATE epoch SET agent_commitment = 'x'", "commitment x"}},
    {"epoch.revealed", {"UPDATE epoch SET revealed = 0", "the rows of epoch"}},
    {"conditions.id", {"UPDATE conditions SET id = 9", "conditions"}},
    {"conditions.isolation",
     {"UPDATE conditions SET isolation = 'strict'", "the rows of conditions"}},
    {"conditions.layers", {"UPDATE conditions SET layers = 'x'", "the rows of conditions"}},
    {"conditions.machine", {"UPDATE conditions SET machine = 'x'", "the rows of conditions"}},
    {"conditions.limits",
     {"UPDATE conditions SET limits = json_set(limits, '$.answer_ms', 1)",
      "the rows of conditions"}},
    {"block.id", {"UPDATE block SET id = 99 WHERE id = 1", "block"}},
    {"block.line_up", {"UPDATE block SET line_up = 9 WHERE id = 1", "line_up"}},
    {"block.first", {"UPDATE block SET first = 99 WHERE id = 1", "block 1: its hashes"}},
    {"block.deals", {"UPDATE block SET deals = 7 WHERE id = 1", "block 1: its hashes"}},
    {"block.epoch", {"UPDATE block SET epoch = 9 WHERE id = 1", "epoch"}},
    {"block.conditions", {"UPDATE block SET conditions = 9 WHERE id = 1", "conditions"}},
    {"block.at", {"UPDATE block SET at = 1 WHERE id = 1", "the rows of deal"}},
    {"block.nodes",
     {"UPDATE block SET nodes = zeroblob(32) WHERE id = 1",
      "koans/ada,bob: block 1, deals 0 to 7: its hashes are not those of its games"}},
    {"block.sums",
     {"UPDATE block SET sums = CAST(substr(sums, 1, 4) || x'7e' || substr(sums, 6) AS BLOB)"
      " WHERE id = 1",  // 63 first places
      "koans/ada,bob: block 1, deals 0 to 7: its sums are not those of its games"}},
    {"games.block", {"UPDATE games SET block = 99 WHERE block = 1", "games"}},
    {"games.games", {"UPDATE games SET games = x'0a' WHERE block = 1", "block 1: "}},
    {"luck.block", {"UPDATE luck SET block = 99 WHERE block = 1", "luck"}},
    {"luck.basis", {"UPDATE luck SET basis = 'x' WHERE block = 1", ""}},  // nobody reads it then
    {"luck.sums",
     {"UPDATE luck SET sums = CAST(sums || x'00' AS BLOB) WHERE block = 1",
      "league.db: block 1: its luck is not that of its games"}},
    {"fault.id", {"UPDATE fault SET id = 99 WHERE id = 1", "fault"}},
    {"fault.line_up", {"UPDATE fault SET line_up = 9 WHERE id = 1", "line_up"}},
    {"fault.deal", {"UPDATE fault SET deal = 6 WHERE id = 1", "fault"}},
    {"fault.seating", {"UPDATE fault SET seating = 5 WHERE id = 1", "the row of a fault differs"}},
    {"fault.seat", {"UPDATE fault SET seat = 5 WHERE id = 1", "the row of a fault differs"}},
    {"fault.agent", {"UPDATE fault SET agent = 3 WHERE agent = 1", "the row of a fault differs"}},
    {"fault.kind", {"UPDATE fault SET kind = 'x' WHERE id = 1", "fault 1: no kind 'x'"}},
    {"fault.value", {"UPDATE fault SET value = 9 WHERE id = 1", "the row of a fault differs"}},
    {"fault.detail", {"UPDATE fault SET detail = 'x' WHERE id = 1", "the row of a fault differs"}},
    {"fault.report", {"UPDATE fault SET report = '[]' WHERE id = 1", "the rows of report"}},
    {"published.digests", {"UPDATE published SET digests = '{}'", "no digest of league"}},
    {"published.stage", {"UPDATE published SET stage = '{}'", "league.db: published"}},
};

TEST_F(Tampered, EveryColumnOfEveryTableIsTried) {
  play();
  // A plan of parts tells nothing about deals that are stored.
  // tests/unit/leagues/schedule/ladder/season_test.cpp tries rounds.
  std::vector<std::string> tried{"plan.id",    "plan.epoch",  "plan.folder",
                                 "plan.parts", "plan.open",   "round.id",
                                 "round.plan", "round.begun", "round.division"};
  for (const auto& [column, tampering] : kTamperings)
    tried.push_back(column);
  EXPECT_THAT(ask("SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c"
                  " WHERE m.type = 'table'"),
              testing::UnorderedElementsAreArray(tried));
}

class AColumn : public Tampered, public testing::WithParamInterface<std::string> {};

TEST_P(AColumn, ThatWasTamperedWithIsFound) {
  play();
  ASSERT_EQ(problem(), "");
  const auto& [text, told] = kTamperings.at(GetParam());
  sql(text);
  EXPECT_THAT(problem(), HasSubstr(told)) << text;
}

std::vector<std::string> columns() {
  std::vector<std::string> columns;
  for (const auto& [column, tampering] : kTamperings)
    columns.push_back(column);
  return columns;
}

INSTANTIATE_TEST_SUITE_P(Of, AColumn, testing::ValuesIn(columns()), [](const auto& column) {
  std::string name = column.param;
  std::ranges::replace(name, '.', '_');
  return name;
});

// --- rules from a file ------------------------------------------------------------------------

/// The rules of koans under another id, as a file has them.
const rules::Definition& house(const std::string& points_of_a_one) {
  rules::Definition copy = *rules::find_definition("koans");
  copy.id = "house";
  std::string text = rules::print_rules(copy);
  text.replace(text.find("\"1\" = 100"), 9, "\"1\" = " + points_of_a_one);
  return rules::register_definition(std::get<rules::Definition>(rules::parse_rules(text)));
}

class TamperedRules : public Tampered {
 protected:
  TamperedRules() { league_.divisions = {{&house("100"), house("100").defaults(2)}}; }
};

TEST_F(TamperedRules, AreFoundInEveryForm) {
  play();
  ASSERT_EQ(problem(), "");
  const auto change = [&](const std::string& from, const std::string& to) {
    sql("UPDATE division SET parameters = json_set(parameters, '$.rule_file', "
        "replace(json_extract(parameters, '$.rule_file'), '" +
        from + "', '" + to + "'))");
  };
  change("\"1\" = 100", "\"1\" = 150");
  EXPECT_THAT(problem(), HasSubstr("row 1 differs in parameters; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("the seed gives"));  // other rules, other dice
  change("\"1\" = 150", "\"1\"=150");
  EXPECT_THAT(problem(), HasSubstr("the rules of 'house' are not in canonical form"));
  sql("UPDATE division SET parameters = json_remove(parameters, '$.rule_file')");
  EXPECT_THAT(problem(), HasSubstr("no rule set 'house'"));
}

TEST_F(TamperedRules, AFileThatChangedSinceGamesWerePlayedIsRefused) {
  play();
  league_.divisions = {{&house("150"), house("150").defaults(2)}};
  store::Writer store = store::Writer::open_to_play(out());
  EXPECT_THROW(schedule::sync_store(store, league_), store::OtherLeague);
}

// --- more than a column ----------------------------------------------------------------------

TEST_F(Tampered, ALineUpWithoutItsResultsIsFound) {
  play();
  sql("DELETE FROM fault WHERE line_up = 1; DELETE FROM luck WHERE block = 1;"
      " DELETE FROM games WHERE block = 1;"
      "DELETE FROM block WHERE line_up = 1");
  EXPECT_THAT(problem(), HasSubstr("koans/ada,bob: 0 deals; the league is complete with 8"));
  sql("DELETE FROM line_up WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("row 1 is missing; "));
}

TEST_F(Tampered, ARetiredLineUpIsFound) {
  play();
  sql("UPDATE line_up SET planned = 0 WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("row 1 differs in planned; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("2 line-ups are planned; expected 3"));
}

TEST_F(Tampered, AFewDealsLessInPlanAndSettingsAreFound) {
  play();
  sql("UPDATE line_up SET planned = 4; UPDATE league SET settings = json_set(settings, '$.deals', "
      "4)");
  EXPECT_THAT(problem(),
              HasSubstr("the rows of league are not those that the tables were made of: it "
                        "differs in settings; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("4 deals are planned; expected 8"));
}

TEST_F(Tampered, ADealLessInTheStoreAndInThePlanIsFound) {
  play();
  delete_deals(out(), 0, {7});
  sql("UPDATE line_up SET planned = 7;"
      "UPDATE league SET settings = json_set(settings, '$.deals', 7)");
  EXPECT_THAT(problem(), HasSubstr("the rows of league are not those"));
}

TEST_F(Tampered, ATableForgedTogetherWithANameOrFewerGamesIsFound) {
  play();
  const std::string before = read("table.json");
  replace("table.json", "\"name\": \"ada\"", "\"name\": \"eve\"");
  EXPECT_THAT(problem(), HasSubstr("/name is \"eve\"; the games give \"ada\""));
  write("table.json", before);
  replace("table.json", "\"games\": 48", "\"games\": 30");
  EXPECT_THAT(problem(), HasSubstr("table.json: /divisions/0/games is 30; the games give 48"));
  write("table.json", "{}");
  EXPECT_THAT(problem(), HasSubstr("table.json: "));
}

TEST_F(Tampered, ATableForPeopleIsFound) {
  play();
  const std::string markdown = read("table.md");
  replace("table.md", "48 of 48 games", "49 of 49 games");
  EXPECT_THAT(problem(), AllOf(HasSubstr("table.md:"), HasSubstr("the games give '- 48 of 48")));
  write("table.md", markdown + "- all of it is true\n");
  EXPECT_THAT(problem(), HasSubstr("it is '- all of it is true'; the games give ''"));
  write("table.md", markdown);
  EXPECT_EQ(problem(), "");
  replace("table.csv", "koans,2,1,", "koans,2,3,");
  EXPECT_THAT(problem(), HasSubstr("table.csv:2: it is 'koans,2,3,"));
}

TEST_F(Tampered, AFaultsFileIsFound) {
  play();
  const std::string file = "faults/A%2Fada/koans-A%2Fada,A%2Fbob-5-0.json";
  const std::string report = read(file);
  write(file, "[]");
  EXPECT_THAT(problem(), HasSubstr(file + ": it differs from the stored report"));
  write(file, report);
  EXPECT_EQ(problem(), "");
  write("faults/A%2Fada/koans-A%2Fada,A%2Fbob-6-0.json", "{}");
  EXPECT_THAT(problem(),
              HasSubstr("faults/A%2Fada/koans-A%2Fada,A%2Fbob-6-0.json: no such fault is stored"));
}

TEST_F(Tampered, WhateverLiesAmongTheReportsIsFound) {
  play();
  write("faults/A%2Fada/note.txt", "x");
  EXPECT_THAT(problem(), HasSubstr("faults/A%2Fada/note.txt: no such fault is stored"));
  fs::remove(out() / "faults/A%2Fada/note.txt");
  const fs::path report = out() / "faults/A%2Fada/koans-A%2Fada,A%2Fbob-5-0.json";
  fs::remove(report);
  fs::create_directory(report);
  EXPECT_THAT(problem(),
              HasSubstr("koans-A%2Fada,A%2Fbob-5-0.json: it is not a file; expected reports"));
}

TEST_F(Tampered, OtherTablesViewsAndTriggersAreFound) {
  play();
  sql("UPDATE luck SET basis = basis; CREATE VIEW best AS SELECT 1");
  EXPECT_THAT(problem(), HasSubstr("view best does not belong to schema 3"));
  sql("DROP VIEW best; UPDATE luck SET basis = basis;"
      "CREATE TRIGGER forge AFTER INSERT ON block BEGIN SELECT 1; END");
  EXPECT_THAT(problem(), HasSubstr("trigger forge does not belong to schema 3"));
  sql("DROP TRIGGER forge; DROP VIEW meeting; UPDATE luck SET basis = basis;"
      "CREATE VIEW meeting AS SELECT 1 AS deals");
  EXPECT_THAT(problem(), HasSubstr("view meeting is not that of schema 3"));
  sql("DROP VIEW meeting; UPDATE luck SET basis = basis");
  EXPECT_THAT(problem(), HasSubstr("view meeting is missing"));
}

TEST_F(Tampered, ASiteIsANote) {
  play();
  fs::create_directory(out() / "site");
  EXPECT_THAT(verified().notes, testing::ElementsAre(HasSubstr("site/ was not checked")));
}

TEST_F(Tampered, AFileThatIsNotThereIsANote) {
  play();
  fs::remove(out() / "table.csv");
  fs::remove(out() / "faults/A%2Fada/koans-A%2Fada,A%2Fbob-5-0.json");
  const Verification found = verified();
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_THAT(found.notes, testing::ElementsAre("there is no table.csv to compare with",
                                                "1 fault report without a file in faults/"));
}

TEST_F(Tampered, LuckOnOtherValuesIsANoteAndComputedAgain) {
  play();
  const std::string json = read("table.json");
  sql("UPDATE luck SET basis = 'x', sums = x'00'");
  const Verification found = verified();
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_THAT(found.notes,
              testing::ElementsAre(HasSubstr("the luck computed with the values x was not")));
  store::Reader store = store::Reader::open_to_read(out());
  site::publish_tables(store, out());
  EXPECT_EQ(read("table.json"), json);
  EXPECT_THAT(verified().notes, testing::IsEmpty());
}

TEST_F(Tampered, AnIndexPageIsFound) {
  play();
  const auto page =
      std::stoll(ask("SELECT (rootpage - 1) * page_size FROM sqlite_master, pragma_page_size"
                     " WHERE name = 'block_of_line_up'")
                     .front());
  std::fstream file(out() / "league.db", std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(page + 8) << std::string(64, '\x7f');
  file.close();
  EXPECT_THAT(problem(), HasSubstr("league.db: "));
}

TEST_F(Tampered, AForgottenPublicationIsFound) {
  play();
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("league.db knows of no tables that were written"));
  fs::remove(out() / "table.json");
  EXPECT_THAT(problem(), HasSubstr("table.md: league.db knows of no tables that were written"));
}

/// Once these were the tables of an older danno, which were not compared.
TEST_F(Tampered, ATableWithoutItsDigestIsFound) {
  play();
  replace("table.json", "\"digest\"", "\"no_digest\"");
  EXPECT_THAT(problem(), HasSubstr("table.json: /digest is missing"));
  replace("table.json", "\"version\": 1", "\"version\": 0");
  EXPECT_THAT(problem(), HasSubstr("table.json: "));
  sql("UPDATE published SET digests = '{}'");
  EXPECT_THAT(problem(), HasSubstr("league.db: published: no digest of league"));
}

// --- no false alarm --------------------------------------------------------------------------

TEST_F(Tampered, TheDigestIsThatOfTheTable) {
  play();
  EXPECT_THAT(read("table.json"), HasSubstr("\"digest\": \"" + verified().digest + "\""));
}

/// Plays like a run that is killed after it has stored a deal of each of the first line-ups.
void play_a_little(const store::League& league, const fs::path& out, std::size_t line_ups) {
  store::Writer store = store::Writer::open_to_play(out);
  store.sync_with(league, schedule::planned::planned_line_ups);
  const store::StoredLeague stored = store.reader().league();
  const store::StoredDivision& division = stored.divisions.front();
  const rules::RuleSet rules(*division.definition, division.seats, division.parameters);
  const std::vector<store::StoredLineUp> planned = store.reader().line_ups(division);
  for (std::size_t i = 0; i < line_ups; ++i) {
    const store::Epoch epoch = store.current_epoch(league.seed);
    referee::play::LineUp line_up;
    line_up.rules = &rules;
    line_up.agents.resize(2);
    line_up.key_names = store::key_names(planned[i], stored.agents);
    line_up.seed = {epoch.seed};
    const std::uint64_t next = store.reader().missing_deals(planned[i]).front().first;
    store.add_deals(planned[i], epoch, store.conditions_id({"none", "", "m", league.limits}),
                    random_deals(line_up, next, next + 1, {}).deals);
  }
}

TEST_F(Tampered, ALeagueThatGrewAndWasInterruptedIsNot) {
  play();
  const std::string digest = verified().digest;
  league_.deals = 12;
  std::ofstream(league_.entrants[1].agent.folder / "agent.toml") << "changed";
  for (const std::size_t line_ups : {0U, 2U, 3U}) {
    play_a_little(league_, out(), line_ups);
    const Verification found = verified();
    EXPECT_EQ(found.problem, std::nullopt);
    EXPECT_EQ(found.digest, digest);
  }
  replace("table.csv", "koans,2,1,", "koans,2,3,");
  EXPECT_THAT(problem(), HasSubstr("table.csv:2: "));
  play();
  EXPECT_EQ(problem(), "");
}

TEST_F(Tampered, ALeagueWithFewerDealsOrAgentsThanBeforeIsNot) {
  play();
  league_.deals = 5;
  league_.entrants.pop_back();
  play();
  EXPECT_EQ(problem(), "");
}

TEST_F(Tampered, ALeagueWithAdviceAndLuckIsNot) {
  league_.advice = referee::play::Advice::FirstGame;
  play();
  EXPECT_EQ(ask("SELECT count(*) FROM luck").front(), "3");
  EXPECT_EQ(problem(), "");
}

TEST_F(Tampered, ALeagueWithAuthorsApartIsNot) {
  league_.max_per_author = 1;
  play();
  EXPECT_EQ(problem(), "");
  sql("UPDATE line_up SET planned = 0 WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("row 1 differs in planned; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("1 line-ups are planned; expected 2"));
}

/// A season publishes between two waves: each of these rows comes without settling again.
TEST_F(Tampered, TheFirstRowsOfAnyKindAfterTheTablesAreNot) {
  const std::vector<std::function<void(store::Writer&)>> changes{
      [&](store::Writer& store) {
        (void)store.conditions_id({"none", "", "another", league_.limits});
      },
      [](store::Writer& store) { (void)store.current_epoch(std::nullopt); },
      [](store::Writer& store) { (void)store.begin_plan(std::nullopt, "plan", 2); },
      [](store::Writer& store) { store.end_plan(1); },
      [](store::Writer& store) { store.reveal_seeds(); },
      [](store::Writer& store) { store.close_schedule(); },
  };
  play();
  for (const auto& change : changes) {
    const std::string digest = verified().digest;
    {
      store::Writer store = store::Writer::open_to_play(out());
      change(store);
    }
    const Verification found = verified();
    EXPECT_EQ(found.problem, std::nullopt);
    EXPECT_EQ(found.digest, digest);
    store::Reader store = store::Reader::open_to_read(out());
    site::publish_tables(store, out());
  }
}

TEST_F(Tampered, TablesBetweenTwoFilesAreNot) {
  play();
  const std::string before = read("table.json");
  const std::string snapshot = store::Reader::open_to_read(out()).snapshot();
  const std::string digests = ask("SELECT digests FROM published").front();
  league_.deals = 10;
  play();
  sql("INSERT INTO published (rowid, digests, stage) VALUES (-1, '" + digests + "', '" + snapshot +
      "')");
  EXPECT_EQ(problem(), "");
  write("table.json", before);
  EXPECT_EQ(problem(), "");
}

TEST_F(Tampered, TablesMadeWithOtherSolvedValuesAreNot) {
  play();
  store::Reader store = store::Reader::open_to_read(out());
  report::LeagueTable table = report::compute_table(store);
  table.divisions.front().values = "others";
  table.divisions.front().not_adjusted.clear();
  for (report::TableRow& row : table.divisions.front().rows) {
    row.adjusted = report::AdjustedRating{12.25, -30, std::nullopt, 0.5, 1.25};
    if (row.los_next) row.los_next = 0.123456;
  }
  for (const report::TableFile& file : report::table_files(table))
    write(file.name, file.content);
  const Verification found = verified();
  EXPECT_EQ(found.problem, std::nullopt);
  EXPECT_THAT(found.notes, testing::ElementsAre(HasSubstr("other solved values")));
  replace("table.csv", "12.2500", "13.0000");
  EXPECT_THAT(problem(), HasSubstr("table.csv:2: "));
}

}  // namespace
}  // namespace danno::leagues::verify
