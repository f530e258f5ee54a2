// The tables and the progress of knock-outs and Swiss events whose games are made up.
#include <nlohmann/json.hpp>

#include "leagues/schedule/rounds.hpp"
#include "tests/unit/played_rounds.hpp"

namespace danno::leagues::schedule {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

/// A knock-out of dee, cy, bob and ada, seeded so, of two deals. The first by name wins every game.
class RoundsReportTest : public PlayedRounds {
 protected:
  RoundsReportTest() {
    league_.name = "cup_1";
    league_.format = "knock-out";
    league_.deals = 2;
    league_.format_keys["seeding"] = {"dee", "Cyn/cy", "bob", "ada"};
    league_.format_keys["third_place"] = false;
    for (const char* const name : {"dee", "cy", "bob", "ada"})
      add_agent(name, name == std::string("cy") ? "Cyn" : "");
  }
  [[nodiscard]] report::LeagueStatus status() const { return format().status(reader()); }
};

TEST_F(RoundsReportTest, TheStatusCountsGamesAndRounds) {
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  const report::LeagueStatus begun = status();
  EXPECT_EQ(begun.headline, "cup_1: not finished");
  EXPECT_THAT(begun.lines, ElementsAre("", "'danno league run FILE' continues"));
  // Three duels of two deals of two games.
  EXPECT_THAT(begun.cells.headings,
              ElementsAre("rules", "round", "games", "left at most", "faults"));
  EXPECT_THAT(begun.cells.rows, ElementsAre(ElementsAre("official", "1", "4", "8", "0")));
  EXPECT_EQ(json::parse(base::dump(begun.json)), json::parse(R"({
      "league": "cup_1", "complete": false,
      "divisions": [{"rules": "official", "round": 1, "games": 4, "games_planned": 12, "faults": 0,
                     "complete": false}]})"));
  EXPECT_EQ(play(), 2U);
  const report::LeagueStatus ended = status();
  EXPECT_EQ(ended.headline, "cup_1: complete");
  EXPECT_TRUE(ended.lines.empty());
  EXPECT_THAT(ended.cells.rows, ElementsAre(ElementsAre("official", "finished", "12", "0", "0")));
  EXPECT_EQ(ended.json.at("divisions").at(0).at("round"), base::Json(2));
  EXPECT_EQ(ended.json.at("complete"), base::Json(true));
}

TEST_F(RoundsReportTest, TheStatusIsUnfinishedIfOneRuleSetIs) {
  add_rules("tyghe");
  // Four semi-finals, of both rule sets, and one final.
  EXPECT_EQ(play(rank_by_name, 5), 5U);
  const report::LeagueStatus begun = status();
  EXPECT_EQ(begun.headline, "cup_1: not finished");
  EXPECT_THAT(begun.cells.rows, ElementsAre(ElementsAre("official", "finished", "12", "0", "0"),
                                            ElementsAre("tyghe", "2", "8", "4", "0")));
  const json table = json::parse(tables().json());
  EXPECT_EQ(table.at("finished"), false);
  EXPECT_EQ(table.at("divisions").size(), 2U);
  const GameCount count = format().count(reader());
  EXPECT_EQ(count.planned, 24U);
  EXPECT_EQ(count.stored, 20U);
  EXPECT_FALSE(count.finished);
  EXPECT_EQ(play(), 1U);
  EXPECT_TRUE(format().count(reader()).finished);
}

TEST_F(RoundsReportTest, TheFieldNamesTheFormatAndCountsTheAgents) {
  EXPECT_EQ(format().field(league_), "Knock-out, 4 agents");
  league_.format = "swiss";
  EXPECT_EQ(format().field(league_), "Swiss event, 4 agents");
}

TEST_F(RoundsReportTest, TheFilesHaveTheStandingsAndTheRatings) {
  play([](const std::vector<std::string>& names, std::uint64_t deal,
          referee::record::GameRecord& game) {
    rank_by_name(names, deal, game);
    // The agent dee crashes in its second deal.
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (names[seat] == "dee" && deal == 1) crash(game, seat);
    }
  });
  const report::LeagueTables shown = tables();
  const json table = json::parse(shown.json());
  EXPECT_EQ(table.at("league"), "cup_1");
  EXPECT_EQ(table.at("finished"), true);
  EXPECT_EQ(table.at("digest").get<std::string>().size(), 64U);
  EXPECT_GE(table.at("version"), 1);
  const json& division = table.at("divisions").at(0);
  EXPECT_EQ(division.at("agents").size(), 4U);
  EXPECT_EQ(division.at("bracket").size(), 3U);
  EXPECT_THAT(
      file_content(shown, "table.csv"),
      testing::StartsWith("rules,place,name,author,seed,won,lost,elo,elo_low,elo_high,games,"
                          "deals,score,faults,adjusted_elo,adjusted_low,adjusted_high,"
                          "rated_by\r\nofficial,1,ada,,4,2,0,"));
  EXPECT_THAT(file_content(shown, "table.csv"), HasSubstr("\r\nofficial,2,bob,,3,1,1,"));
  EXPECT_THAT(file_content(shown, "table.csv"), HasSubstr("\r\nofficial,3,cy,Cyn,2,0,1,"));
  // Two games of dee were lost, and two forfeited.
  EXPECT_THAT(file_content(shown, "table.csv"), HasSubstr(",4,2,0.00000,crash 2,"));
  const std::string markdown = file_content(shown, "table.md");
  EXPECT_THAT(markdown,
              testing::StartsWith("# cup_1\n\n## official\n\n```\nsemi-finals   final\n"));
  EXPECT_THAT(markdown, HasSubstr("\n```\n\n### standings\n\n| place | agent | seed | won | lost | "
                                  "Elo ±95 % | games | faults |\n"));
  EXPECT_THAT(markdown, HasSubstr("| 1 | ada | 4 | 2 | 0 | "));
  EXPECT_THAT(markdown, HasSubstr(" | 4 | crash 2 |\n"));
  EXPECT_THAT(markdown, HasSubstr("\n### duels\n\n| duel | winner | loser | points | ending |\n"));
  EXPECT_THAT(markdown, HasSubstr("\n### all games\n\n| rank | "));
}

TEST_F(RoundsReportTest, TheSheetsAreTheBracketTheDuelsAndTheStandings) {
  play();
  const report::LeagueTables shown = tables();
  std::vector<std::string> titles;
  for (const report::Sheet& sheet : shown.sheets)
    titles.push_back(sheet.title);
  EXPECT_THAT(titles, ElementsAre("cup_1: official, bracket", "cup_1: official, duels",
                                  "cup_1: official, standings", "cup_1: official",
                                  "cup_1: official, who beat whom"));
  const report::Sheet& bracket = shown.sheets[0];
  EXPECT_THAT(bracket.cells.headings, ElementsAre("semi-finals   final"));
  ASSERT_EQ(bracket.cells.rows.size(), 7U);
  EXPECT_THAT(bracket.cells.rows[0], ElementsAre("dee 0       ┐"));
  EXPECT_EQ(bracket.cells.align, "l");
  EXPECT_THAT(shown.sheets[1].cells.rows,
              ElementsAre(ElementsAre("semi-finals", "ada", "dee", "4 - 0", ""),
                          ElementsAre("semi-finals", "bob", "cy", "4 - 0", ""),
                          ElementsAre("final", "ada", "bob", "4 - 0", "")));
  // A narrow terminal drops the games first, and no column of the first three.
  EXPECT_THAT(shown.sheets[2].cells.optional_columns,
              ElementsAre("games", "Elo ±95 %", "lost", "won"));
  EXPECT_EQ(shown.sheets[2].notes.size(), 1U);
}

TEST_F(RoundsReportTest, AnUnfinishedEventHasNoPlacesForThoseThatAreNotOut) {
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  const json table = json::parse(tables().json());
  EXPECT_EQ(table.at("finished"), false);
  const json& standings = table.at("divisions").at(0).at("standings");
  std::map<std::string, json> places;
  for (const json& row : standings)
    places[row.at("name")] = row.at("place");
  EXPECT_EQ(places.at("ada"), nullptr);
  EXPECT_EQ(places.at("bob"), nullptr);
  EXPECT_EQ(places.at("dee"), 3) << "the place that it shares at the end";
}

TEST_F(RoundsReportTest, AnUnfinishedDuelHasNeitherWinnerNorLoser) {
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  const report::LeagueTables shown = tables();
  ASSERT_GE(shown.sheets.size(), 3U);
  EXPECT_EQ(shown.sheets[1].title, "cup_1: official, duels");
  EXPECT_THAT(shown.sheets[1].cells.rows,
              ElementsAre(ElementsAre("semi-finals", "ada", "dee", "4 - 0", "")));
  EXPECT_EQ(shown.sheets[2].title, "cup_1: official, duels that are not finished");
  EXPECT_THAT(shown.sheets[2].cells.headings, ElementsAre("duel", "agent", "against", "points"));
  EXPECT_THAT(shown.sheets[2].cells.rows,
              ElementsAre(ElementsAre("semi-finals", "cy", "bob", "0 - 0")));
  EXPECT_THAT(
      file_content(shown, "table.md"),
      HasSubstr("\n### duels that are not finished\n\n| duel | agent | against | points |\n"));
  const json bracket = json::parse(shown.json()).at("divisions").at(0).at("bracket");
  EXPECT_EQ(bracket.at(1).at("agents"), json({"cy", "bob"}));
  EXPECT_EQ(bracket.at(1).at("winner"), nullptr);
}

TEST_F(RoundsReportTest, OfSwissEventsHasEncountersThatAreNotFinished) {
  league_.format = "swiss";
  league_.format_keys = {{"seeding", {"dee", "Cyn/cy", "bob", "ada"}},
                         {"rounds", 2},
                         {"late", base::Json::object()},
                         {"withdrawn", base::Json::object()}};
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  const report::LeagueTables shown = tables();
  const json round = json::parse(shown.json()).at("divisions").at(0).at("rounds").at(0);
  // The upper half meets the lower half: dee meets bob, and cy meets ada.
  EXPECT_EQ(round, json::parse(R"({"round": 1, "byes": [], "encounters": [
      {"round": 1, "agents": ["bob", "dee"], "points": [4, 0], "first_deal": 0, "deals": 2,
       "finished": true},
      {"round": 1, "agents": ["ada", "cy"], "points": [0, 0], "first_deal": 0, "deals": 2,
       "finished": false}]})"));
  const report::Sheet& cross_table = shown.sheets.at(0);
  EXPECT_EQ(cross_table.title, "cup_1: official, rounds");
  // Nothing is counted before the round is finished, so the order is that of the seeds.
  EXPECT_THAT(cross_table.cells.headings, ElementsAre("#", "agent", "1"));
  EXPECT_THAT(cross_table.cells.rows,
              ElementsAre(ElementsAre("1", "dee", "-3"), ElementsAre("2", "cy", "?4"),
                          ElementsAre("3", "bob", "+1"), ElementsAre("4", "ada", "?2")));
  EXPECT_TRUE(cross_table.cells.optional_columns.empty());
  const report::LeagueStatus status = this->status();
  // Two rounds of two encounters of two deals.
  EXPECT_THAT(status.cells.rows, ElementsAre(ElementsAre("official", "1", "4", "12", "0")));
  EXPECT_EQ(play(), 3U);
  // The winners bob and ada meet, and so do the losers. Then cy and bob have equal figures and did
  // not meet, so the seed orders them. A round behind the last one may be dropped.
  const report::Sheet ended = tables().sheets.at(0);
  EXPECT_THAT(
      ended.cells.rows,
      ElementsAre(ElementsAre("1", "ada", "+2", "+3"), ElementsAre("2", "cy", "-1", "+4"),
                  ElementsAre("3", "bob", "+4", "-1"), ElementsAre("4", "dee", "-3", "-2")));
  EXPECT_THAT(ended.cells.optional_columns, ElementsAre("1"));
}

TEST(HalfPoints, AreShownAsPoints) {
  EXPECT_EQ(format_half_points(0), "0");
  EXPECT_EQ(format_half_points(1), "0.5");
  EXPECT_EQ(format_half_points(7), "3.5");
  EXPECT_EQ(format_half_points(20), "10");
}

}  // namespace
}  // namespace danno::leagues::schedule
