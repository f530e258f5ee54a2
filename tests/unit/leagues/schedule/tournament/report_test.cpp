// The tables of tournaments whose games are made up: standings, score sheets, seating lists, files.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "leagues/schedule/league_format.hpp"
#include "tests/unit/played_tournament.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

class TournamentReport : public PlayedTournament {
 protected:
  /// Reads the tables of what was played.
  void read_tables() {
    shown_ = tables();
    table_ = json::parse(shown_.json());
    division_ = table_.at("divisions").at(0);
  }
  [[nodiscard]] const report::Sheet& sheet(const std::string& title) const {
    const auto found = std::ranges::find(shown_.sheets, title, &report::Sheet::title);
    EXPECT_NE(found, shown_.sheets.end()) << title;
    return found == shown_.sheets.end() ? shown_.sheets.front() : *found;
  }
  [[nodiscard]] std::vector<std::string> sheet_titles() const {
    std::vector<std::string> titles;
    for (const report::Sheet& sheet : shown_.sheets)
      titles.push_back(sheet.title);
    return titles;
  }

  report::LeagueTables shown_;
  json table_;
  json division_;
};

/// Three agents at one table, which is the final: cy crashes in the last of the four games, and ada
/// and bob share the first place in the first one.
class FinalReport : public TournamentReport {
 protected:
  FinalReport() {
    add_agents(3);
    play([](const std::vector<std::string>& names, std::uint64_t deal,
            referee::record::GameRecord& game) {
      rank_by_name(names, deal, game);
      for (std::size_t seat = 0; seat < names.size(); ++seat) {
        if (deal == 0 && names[seat] == "bob") game.places[seat] = 1;
        if (deal == 3 && names[seat] == "cy") crash(game, seat);
      }
      game.capped = deal == 1;
    });
    read_tables();
  }
  /// Returns the names at the seats of a game.
  [[nodiscard]] std::vector<std::string> seated(std::size_t game) const {
    std::vector<std::string> names;
    for (const json& seat : games().at(game).at("seats"))
      names.push_back(seat.at("name"));
    return names;
  }
  [[nodiscard]] const json& games() const {
    return division_.at("tournaments").at(0).at("stages").at(0).at("games");
  }
};

TEST_F(FinalReport, TellsWhatWasPlayed) {
  EXPECT_EQ(table_.at("league"), "cup_1");
  EXPECT_EQ(table_.at("format"), "tournament");
  EXPECT_EQ(table_.at("authors_apart"), false);
  EXPECT_EQ(table_.at("finished"), true);
  EXPECT_EQ(table_.at("digest").get<std::string>().size(), 64U);
  EXPECT_GE(table_.at("version"), 1);
  EXPECT_EQ(division_.at("rules"), "official");
  EXPECT_EQ(division_.at("rated_by"), "raw");
  EXPECT_EQ(division_.at("games"), 4);
  EXPECT_EQ(division_.at("games_planned"), 4);
  EXPECT_EQ(division_.at("isolation"), json({"none"}));
  EXPECT_EQ(division_.at("isolation_layers"), json({"layers: few"}));
  EXPECT_EQ(division_.at("seeds").size(), 1U);
  EXPECT_EQ(division_.at("seeds").at(0).at("open"), true);
  // One digest for each table size from 2 to 6.
  EXPECT_EQ(division_.at("records").size(), 5U);
}

TEST_F(FinalReport, HasTheStandingsOfItsStages) {
  const json& stage = division_.at("tournaments").at(0).at("stages").at(0);
  EXPECT_EQ(division_.at("tournaments").at(0).at("finished"), true);
  EXPECT_EQ(stage.at("stage"), 1);
  EXPECT_EQ(stage.at("final"), true);
  // Places 1 and 2 shared are worth 2.5 points each, a win 3, a crash nothing.
  EXPECT_EQ(stage.at("standings"), json::parse(R"([
      {"name": "ada", "points": 11.5, "wins": 4, "totals": 1200, "best_total": 300,
       "advances": false},
      {"name": "bob", "points": 8.5, "wins": 1, "totals": 800, "best_total": 200,
       "advances": false},
      {"name": "cy", "points": 3, "wins": 0, "totals": 300, "best_total": 100,
       "advances": false}])"));
  const report::Sheet& shown = sheet("cup_1, official tournament: the final, won by ada");
  EXPECT_THAT(shown.cells.headings,
              ElementsAre("#", "agent", "points", "won", "totals", "round 1", "round 2", "next"));
  EXPECT_THAT(
      shown.cells.rows,
      ElementsAre(ElementsAre("1", "ada", "11.5", "4", "1200", "1st 1st", "1st 1st", "wins"),
                  ElementsAre("2", "bob", "8.5", "1", "800", "1st 2nd", "2nd 2nd", ""),
                  ElementsAre("3", "cy", "3", "0", "300", "3rd 3rd", "3rd forfeit", "")));
  EXPECT_THAT(shown.cells.optional_columns, ElementsAre("totals"));
  EXPECT_FALSE(shown.is_detail);
}

TEST_F(FinalReport, HasEveryGame) {
  ASSERT_EQ(games().size(), 4U);
  for (std::size_t number = 0; number < 4; ++number) {
    const json& game = games().at(number);
    const std::vector<std::string> names = seated(number);
    EXPECT_EQ(game.at("id"),
              fmt::format("official/{},{},{}/{}/0", names.at(0), names.at(1), names.at(2), number));
    EXPECT_EQ(game.at("round"), number / 2 + 1);
    EXPECT_EQ(game.at("table"), 1);
    EXPECT_EQ(game.at("game"), number % 2 + 1);
    EXPECT_EQ(game.at("capped"), number == 1);
    for (const json& seat : game.at("seats")) {
      const int place = seat.at("name") == "ada" ? 1 : seat.at("name") == "bob" ? 2 : 3;
      const bool shares = number == 0 && place == 2;
      const bool crashes = number == 3 && place == 3;
      EXPECT_EQ(seat.at("place"), shares ? 1 : place);
      EXPECT_EQ(seat.at("total"), crashes ? 0 : 400 - 100 * place);
      EXPECT_EQ(seat.at("points"), crashes ? 0 : number == 0 && place < 3 ? 2.5 : 4 - place);
      EXPECT_EQ(seat.at("forfeited"), crashes);
    }
    // The winner of the first game keeps the score of the second one, and the lowest begins.
    if (number % 2 == 1) {
      EXPECT_EQ(game.at("first"), "cy");
      const std::string winner =
          number == 1 ? *std::ranges::find_if(names, [](auto& name) { return name != "cy"; })
                      : "ada";
      EXPECT_EQ(game.at("danno"), winner);
    }
  }
}

TEST_F(FinalReport, HasARowForEachAgent) {
  json agents = division_.at("agents");
  ASSERT_EQ(agents.size(), 3U);
  for (json& agent : agents) {
    // The ratings' figures are those of leagues/ratings.
    for (const char* const rated : {"elo", "elo_low", "elo_high"})
      EXPECT_EQ(agent.erase(rated), 1U) << rated;
    EXPECT_GE(agent.at("rank_low"), 1);
    EXPECT_LE(agent.at("rank_high"), 3);
    EXPECT_LE(agent.at("rank_low"), agent.at("rank_high"));
    EXPECT_EQ(agent.at("hash").get<std::string>().size(), 12U);
    EXPECT_TRUE(agent.at("average_opponent").is_number());
    // All sit in the final, which is the first stage.
    EXPECT_EQ(agent.at("chance").at("advance"), 1);
    EXPECT_EQ(agent.at("chance").at("final"), 1);
    for (const char* const key : {"rank_low", "rank_high", "hash", "average_opponent"})
      agent.erase(key);
  }
  const double wins = agents[0].at("chance").at("win");
  EXPECT_GT(wins, 0.6);
  EXPECT_NEAR(wins + agents[1].at("chance").at("win").get<double>() +
                  agents[2].at("chance").at("win").get<double>(),
              1, 1e-3);
  EXPECT_GT(agents[0].at("los_next"), 0.5);
  EXPECT_GT(agents[1].at("los_next"), 0.5);
  EXPECT_EQ(agents[2].at("los_next"), nullptr);
  for (json& agent : agents) {
    agent.erase("chance");
    agent.erase("los_next");
  }
  // The score of ada: 2 of 2 in three games, and 1.5 of 2 in the one that bob shares.
  EXPECT_EQ(agents, json::parse(R"([
      {"rank": 1, "name": "ada", "author": "", "version": 1, "mean_place": 1, "titles": 1,
       "games": 4, "deals": 4, "score": 0.9375, "points": 2.875, "win_share": 0.875,
       "faults": {}, "faults_against": {}},
      {"rank": 2, "name": "bob", "author": "Ben", "version": 1, "mean_place": 2, "titles": 0,
       "games": 4, "deals": 4, "score": 0.5625, "points": 2.125, "win_share": 0.125,
       "faults": {}, "faults_against": {}, "full_name": "Ben/bob"},
      {"rank": 3, "name": "cy", "author": "", "version": 1, "mean_place": 3, "titles": 0,
       "games": 4, "deals": 4, "score": 0, "points": 0.75, "win_share": 0,
       "faults": {"crash": 1}, "faults_against": {"ada": 1, "bob": 1}}])"));
}

TEST_F(FinalReport, HasTheSameRowsInItsFiles) {
  const std::vector<std::string> csv = lines(file_content(shown_, "table.csv"));
  ASSERT_EQ(csv.size(), 4U);
  EXPECT_EQ(csv[0],
            "rules,rank,name,author,mean_place,titles,elo,elo_low,elo_high,games,score,points,"
            "win_share,advance,final,win,faults");
  EXPECT_THAT(csv[2], testing::StartsWith("official,2,bob,Ben,2.0000,0,"));
  EXPECT_THAT(csv[2], HasSubstr(",4,0.56250,2.12500,0.12500,1.0000,1.0000,"));
  EXPECT_THAT(csv[3], testing::EndsWith(",crash 1"));
  const std::string markdown = file_content(shown_, "table.md");
  EXPECT_THAT(markdown, testing::StartsWith("# cup_1: tournament\n\n## official\n"));
  EXPECT_THAT(markdown, HasSubstr("\n### the final, won by ada\n\n| # | agent | points |"));
  EXPECT_THAT(
      markdown,
      HasSubstr("\n### all games\n\n| # | agent | place | titles | Elo ±95 % | range | games "
                "| points | score | wins | opponents | LOS | advance | final | win | faults "
                "|\n"));
  EXPECT_THAT(markdown, HasSubstr("\n| 1 | ada | 1 | 1 | "));
  EXPECT_THAT(markdown, HasSubstr(" | 4 | 2.875 | 93.8 % | 87.5 % | "));
  EXPECT_THAT(markdown, HasSubstr("% | 100.0 % | 100.0 % | "));
  EXPECT_THAT(markdown, HasSubstr("| crash 1 | cy | ada 1, bob 1 |"));
  EXPECT_THAT(markdown, HasSubstr("4 of 4 games; points: N for the first"));
  EXPECT_THAT(markdown, HasSubstr("seating list and score sheets: tournament.md"));
  EXPECT_THAT(markdown, HasSubstr("dice: open seed 'test'"));
  EXPECT_THAT(markdown, HasSubstr("isolation layers: few"));
  EXPECT_THAT(markdown, testing::Not(HasSubstr("### the final, seating")));
  EXPECT_THAT(file_content(shown_, "tournament.md"), HasSubstr("\n### the final, seating\n"));
}

TEST_F(FinalReport, HasSheetsInTheOrderOfPlay) {
  EXPECT_THAT(sheet_titles(), ElementsAre("cup_1, official tournament: the final, seating",
                                          "cup_1, official tournament: the final, round 1, table 1",
                                          "cup_1, official tournament: the final, round 2, table 1",
                                          "cup_1, official tournament: the final, won by ada",
                                          "cup_1, official tournament: all games",
                                          "cup_1, official tournament: faults"));
  EXPECT_TRUE(shown_.sheets[0].is_detail);
  EXPECT_TRUE(shown_.sheets[1].is_detail);
  EXPECT_THAT(shown_.sheets[4].cells.optional_columns,
              ElementsAre("opponents", "score", "LOS", "wins", "games", "range"));
  EXPECT_THAT(shown_.sheets[5].cells.rows,
              ElementsAre(ElementsAre("crash 1", "cy", "ada 1, bob 1")));
  const report::Note& last = shown_.sheets[5].notes.back();
  EXPECT_EQ(last.text, "isolation layers: few");
  EXPECT_EQ(last.brief, "isolation layers");
  EXPECT_TRUE(shown_.sheets[4].notes.empty());
}

TEST_F(FinalReport, SeatsEverybodyInEachRound) {
  const report::Sheet& shown = shown_.sheets[0];
  EXPECT_THAT(shown.cells.headings, ElementsAre("agent", "round 1", "round 2"));
  ASSERT_EQ(shown.cells.rows.size(), 3U);
  const std::vector<std::string> names{"ada", "bob", "cy"};
  for (std::size_t row = 0; row < names.size(); ++row) {
    std::vector<std::string> expected{names[row]};
    for (const std::size_t game : {0U, 2U}) {
      const auto seats = seated(game);
      expected.push_back(fmt::format("table 1, seat {}",
                                     std::ranges::find(seats, names[row]) - seats.begin() + 1));
    }
    EXPECT_EQ(shown.cells.rows[row], expected);
  }
}

TEST_F(FinalReport, HasAScoreSheetOfBothGamesOfATable) {
  const report::Sheet& shown = shown_.sheets[2];  // of the second round
  EXPECT_THAT(shown.cells.headings,
              ElementsAre("seat", "agent", "game 1", "place", "points", "game 2", "place", "points",
                          "sum", "began", "danno"));
  const std::vector<std::string> names = seated(2);
  const std::map<std::string, std::vector<std::string>> scores{
      {"ada", {"300", "1st", "3", "300", "1st", "3", "6"}},
      {"bob", {"200", "2nd", "2", "200", "2nd", "2", "4"}},
      {"cy", {"100", "3rd", "1", "0", "forfeit", "0", "1"}}};
  // The record of a first game has seat 0 begin. The lowest of the first game begins the second.
  const std::map<std::string, std::string> second{{"ada", "2"}, {"cy", "2"}};
  ASSERT_EQ(shown.cells.rows.size(), 3U);
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    std::vector<std::string> expected{std::to_string(seat + 1), names[seat]};
    const auto& own = scores.at(names[seat]);
    expected.insert(expected.end(), own.begin(), own.end());
    const std::string began = seat == 0 && names[seat] == "cy" ? "1, 2"
                              : seat == 0                      ? "1"
                              : names[seat] == "cy"            ? "2"
                                                               : "";
    const bool first_danno = games().at(2).at("danno") == names[seat];
    const std::string danno = first_danno && names[seat] == "ada" ? "1, 2"
                              : first_danno                       ? "1"
                              : names[seat] == "ada"              ? "2"
                                                                  : "";
    expected.insert(expected.end(), {began, danno});
    EXPECT_EQ(shown.cells.rows[seat], expected);
  }
  ASSERT_EQ(shown.notes.size(), 2U);
  EXPECT_EQ(shown.notes[0].text, "game 1: " + games().at(2).at("id").get<std::string>());
  EXPECT_EQ(shown.notes[1].text, "game 2: " + games().at(3).at("id").get<std::string>());
}

TEST_F(TournamentReport, HasNoSheetOfFaultsWithoutAny) {
  add_agents(2);
  play();
  read_tables();
  EXPECT_EQ(shown_.sheets.back().title, "cup_1, official tournament: all games");
  EXPECT_EQ(shown_.sheets.back().notes.size(), 6U);
  EXPECT_THAT(file_content(shown_, "table.csv"), testing::Not(HasSubstr("crash")));
}

TEST_F(TournamentReport, NamesTheStagesOfEveryTournament) {
  // Seven agents sit at tables of four and three; four of them play the final. A round has two
  // games at each table: a tournament has eight games in its first stage and four in the final.
  add_agents(7);
  league_.format_keys["repeat"] = 2;
  EXPECT_EQ(play(rank_by_name, 12), 12U);
  read_tables();
  EXPECT_EQ(table_.at("finished"), false);
  EXPECT_EQ(division_.at("games"), 12);
  EXPECT_EQ(division_.at("games_planned"), 24);
  const json& tournaments = division_.at("tournaments");
  ASSERT_EQ(tournaments.size(), 2U);
  EXPECT_EQ(tournaments[0].at("finished"), true);
  EXPECT_EQ(tournaments[1].at("finished"), false);
  ASSERT_EQ(tournaments[0].at("stages").size(), 2U);
  EXPECT_EQ(tournaments[0].at("stages").at(0).at("final"), false);
  EXPECT_EQ(tournaments[0].at("stages").at(1).at("final"), true);
  EXPECT_EQ(tournaments[0].at("stages").at(1).at("stage"), 2);
  const report::Sheet& first =
      sheet("cup_1, official tournament: tournament 1, stage 1, 4 of 7 advance");
  EXPECT_EQ(first.cells.rows.at(0).at(1), "ada");
  EXPECT_EQ(first.cells.rows.at(0).back(), "advances");
  EXPECT_EQ(first.cells.rows.at(3).back(), "advances");
  EXPECT_EQ(first.cells.rows.at(4).back(), "");
  EXPECT_EQ(
      sheet("cup_1, official tournament: tournament 1, the final, won by ada").cells.rows.size(),
      4U);
  // The tables that are due are seated, though nothing was played there.
  const report::Sheet& due = sheet("cup_1, official tournament: tournament 2, stage 1, seating");
  ASSERT_EQ(due.cells.rows.size(), 7U);
  EXPECT_THAT(due.cells.rows[6].at(1), testing::StartsWith("table "));
  EXPECT_EQ(due.cells.rows[6].at(2), "");
  EXPECT_TRUE(sheet("cup_1, official tournament: tournament 2, stage 1, not finished")
                  .cells.rows[0]
                  .at(5) == "");
  // Deals count rounds over all stages: tournament 1, stage 2, round 1 begins with deal 4.
  EXPECT_THAT(tournaments[0].at("stages").at(1).at("games").at(0).at("id").get<std::string>(),
              testing::EndsWith("/4/0"));
  EXPECT_THAT(file_content(shown_, "tournament.md"),
              HasSubstr("# cup_1: seating, score sheets and standings of the tournament\n"));
}

TEST_F(TournamentReport, SeatsOnlyTheRoundThatIsDue) {
  // The first games of the first round were played; the second games of their tables are due.
  add_agents(7);
  EXPECT_EQ(play(rank_by_name, 2), 2U);
  read_tables();
  const report::Sheet& seating = sheet("cup_1, official tournament: stage 1, seating");
  for (const auto& row : seating.cells.rows) {
    EXPECT_THAT(row.at(1), testing::StartsWith("table "));
    EXPECT_EQ(row.at(2), "") << row.at(0);
  }
  EXPECT_EQ(division_.at("tournaments").at(0).at("stages").at(0).at("games").size(), 2U);
}

TEST_F(TournamentReport, OfALeagueThatDidNotBeginHasNoDivision) {
  add_agents(2);
  {
    store::Writer store = store::Writer::open_to_play(out());
    sync_store(store, league_);
  }
  const json table = json::parse(tables().json());
  EXPECT_EQ(table.at("finished"), false);
  EXPECT_EQ(table.at("divisions"), json::array());
}

}  // namespace
}  // namespace danno::leagues::schedule::tournament
