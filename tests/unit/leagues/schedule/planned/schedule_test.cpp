// Line-ups of round robins and gauntlets, and how far a league of them has come.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "leagues/schedule/planned/planned.hpp"
#include "tests/unit/played_rounds.hpp"

namespace danno::leagues::schedule::planned {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

/// A league of the agents 1, 2, …, whose authors these are.
store::StoredLeague make_league(const std::vector<std::string>& authors, int max_per_author,
                                const std::vector<store::Id>& challengers = {}) {
  store::StoredLeague league;
  for (const std::string& author : authors) {
    store::StoredAgent& agent = league.agents.emplace_back();
    agent.id = static_cast<store::Id>(league.agents.size());
    agent.name = fmt::format("a{}", agent.id);
    agent.author = author;
  }
  league.plan = {.deals = 2, .max_per_author = max_per_author, .challengers = challengers};
  return league;
}

std::string line_ups(const store::StoredLeague& league, int seats = 2) {
  std::vector<std::string> shown;
  for (const auto& ids : planned_line_ups(league, seats))
    shown.push_back(fmt::format("{}", fmt::join(ids, "-")));
  return fmt::format("{}", fmt::join(shown, " "));
}

TEST(LineUps, OfARoundRobinAreAllPairsButThoseOfAnAuthorThatIsKeptApart) {
  const std::vector<std::string> authors{"Ann", "", "Ann", ""};
  EXPECT_EQ(line_ups(make_league(authors, 0)), "1-2 1-3 1-4 2-3 2-4 3-4");
  EXPECT_EQ(line_ups(make_league(authors, 2)), "1-2 1-4 2-3 2-4 3-4");
  EXPECT_EQ(line_ups(make_league(authors, 0), 3), "1-2-3 1-2-4 1-3-4 2-3-4");
  EXPECT_EQ(line_ups(make_league(authors, 2), 3), "1-2-4 2-3-4");
}

TEST(LineUps, OfAGauntletHaveOneChallenger) {
  const std::vector<std::string> authors(4);
  EXPECT_EQ(line_ups(make_league(authors, 0, {2})), "1-2 2-3 2-4");
  EXPECT_EQ(line_ups(make_league(authors, 0, {2, 3})), "1-2 1-3 2-4 3-4");
  EXPECT_EQ(line_ups(make_league({"Ann", "Ann", "Ben", ""}, 1, {2})), "2-3 2-4");
}

TEST(LineUps, OfAGauntletAtLargerTablesHaveEveryTableOfTheOthers) {
  const std::vector<std::string> authors(5);
  EXPECT_EQ(line_ups(make_league(authors, 0, {3}), 3), "1-2-3 1-3-4 1-3-5 2-3-4 2-3-5 3-4-5");
  EXPECT_EQ(line_ups(make_league(authors, 0, {1, 5}), 3), "1-2-3 1-2-4 1-3-4 2-3-5 2-4-5 3-4-5");
}

TEST(CommonDice, AreThoseOfTheNamesBeforeTheColon) {
  store::League league;
  set_gauntlet(league, {"ada"});
  EXPECT_EQ(league.format, "gauntlet");
  EXPECT_THAT(league.challengers, ElementsAre("ada"));
  const LeagueFormat& format = find_format("gauntlet");
  store::StoredLeague stored;
  const std::vector<std::string> names{"ada:1", "bob"};
  EXPECT_THAT(format.names_in_keys(stored, names), ElementsAre("ada:1", "bob"));
  set_gauntlet_of_common_dice(league, {"bob"});
  EXPECT_THAT(league.challengers, ElementsAre("bob"));
  stored.settings = league.format_keys;
  EXPECT_THAT(format.names_in_keys(stored, names), ElementsAre("ada", "bob"));
}

/// A round robin of ada, bob and cy with two deals of each pair.
class PlannedLeague : public PlayedRounds {
 protected:
  PlannedLeague() {
    league_.format = "round-robin";
    league_.deals = 2;
    for (const char* const name : {"ada", "bob", "cy"})
      add_agent(name);
  }
  void sync() const {
    store::Writer store = store::Writer::open_to_play(out());
    sync_store(store, league_);
  }
  [[nodiscard]] report::LeagueStatus status() const { return format().status(reader()); }
};

TEST_F(PlannedLeague, CountsItsGames) {
  EXPECT_EQ(play(rank_by_name, 1), 1U);
  GameCount count = format().count(reader());
  // Three pairs, two deals, two games.
  EXPECT_EQ(count.planned, 12U);
  EXPECT_EQ(count.stored, 4U);
  EXPECT_FALSE(count.finished);
  EXPECT_EQ(play(), 2U);
  count = format().count(reader());
  EXPECT_EQ(count.stored, 12U);
  EXPECT_TRUE(count.finished);
  EXPECT_EQ(format().check_plan(reader()), std::nullopt);
}

TEST_F(PlannedLeague, SaysWhatIsLeft) {
  EXPECT_EQ(play(
                [](const std::vector<std::string>& names, std::uint64_t deal,
                   referee::record::GameRecord& game) {
                  rank_by_name(names, deal, game);
                  if (deal == 0) crash(game, 1);
                },
                1),
            1U);
  const report::LeagueStatus begun = status();
  EXPECT_EQ(begun.headline, "test: 4 deals left to play");
  EXPECT_THAT(begun.lines, ElementsAre("", "4 deals of 2 line-ups: not begun"));
  EXPECT_EQ(begun.next_step, "'danno league run FILE' plays them");
  EXPECT_THAT(begun.cells.headings, ElementsAre("rules", "line-ups", "deals", "left", "faults"));
  EXPECT_THAT(begun.cells.rows, ElementsAre(ElementsAre("official", "3", "2", "4", "2")));
  EXPECT_EQ(json::parse(base::dump(begun.json)), json::parse(R"({
      "league": "test", "complete": false, "retired_deals": 0, "divisions": [
        {"rules": "official", "line_ups": 3, "deals": 2, "deals_planned": 6, "faults": 2, "left": [
          {"line_up": "ada,cy", "deals": 2, "why": "not begun"},
          {"line_up": "bob,cy", "deals": 2, "why": "not begun"}]}]})"));
}

TEST_F(PlannedLeague, IsCompleteWithItsLastDeal) {
  EXPECT_EQ(play(), 3U);
  const report::LeagueStatus ended = status();
  EXPECT_EQ(ended.headline, "test: complete");
  EXPECT_THAT(ended.lines, IsEmpty());
  EXPECT_EQ(ended.next_step, "");
  EXPECT_EQ(ended.json.at("complete"), base::Json(true));
  EXPECT_EQ(play(), 0U) << "nothing is played twice";
}

TEST_F(PlannedLeague, SaysWhyDealsAreLeft) {
  play();
  league_.deals = 5;
  sync();
  EXPECT_THAT(status().lines, ElementsAre("", "9 deals of 3 line-ups: played in part"));
  EXPECT_EQ(status().headline, "test: 9 deals left to play");
  league_.deals = 2;
  league_.entrants[0].agent.command = {"./y"};  // ada
  league_.entrants[2].agent.command = {"./y"};  // cy
  sync();
  // The two deals of the three pairs were of the agents before they changed.
  EXPECT_THAT(status().lines,
              ElementsAre("", "2 deals of 1 line-up: not begun by the changed ada@2",
                          "2 deals of 1 line-up: not begun by the changed ada@2, cy@2",
                          "2 deals of 1 line-up: not begun by the changed cy@2", "",
                          "stored, but in no table: 6 deals of agents that left or changed"));
  EXPECT_EQ(status().json.at("retired_deals"), base::Json(6));
  EXPECT_EQ(play(), 3U);
  EXPECT_THAT(status().lines,
              ElementsAre("", "stored, but in no table: 6 deals of agents that left or changed"));
}

TEST_F(PlannedLeague, GivesTheDealsThatAreMissingOnce) {
  league_.deals = 6;
  play();
  league_.deals = 9;
  sync();
  store::Writer store = store::Writer::open_to_play(out());
  const auto fixtures = format().fixtures(store.reader());
  const auto due = fixtures->next(store);
  ASSERT_EQ(due.size(), 3U);
  for (const Fixture& fixture : due) {
    EXPECT_EQ(fixture.first, 6U);
    EXPECT_EQ(fixture.end, 9U);
    EXPECT_EQ(fixture.division->definition->id, std::string("official"));
    EXPECT_EQ(fixture.rules->seats(), 2);
  }
  EXPECT_TRUE(fixtures->next(store).empty()) << "all were given";
}

TEST_F(PlannedLeague, IsPlannedOnceItIsOpenedToPlay) {
  {
    const store::Writer store = open_to_play(out(), league_);
    EXPECT_EQ(format().count(store.reader()).planned, 12U);
  }
  // Games at another isolation level would share a table with those that were played.
  play();
  league_.limits.isolation = referee::sandbox::Isolation::Confined;
  EXPECT_THROW((void)open_to_play(out(), league_), store::OtherLeague);
}

TEST_F(PlannedLeague, ShowsATableAndWhoBeatWhomOfEachRuleSet) {
  add_rules("tyghe");
  play();
  std::vector<std::string> titles;
  for (const report::Sheet& sheet : tables().sheets)
    titles.push_back(sheet.title);
  EXPECT_THAT(titles, ElementsAre("test: official", "test: official, who beat whom", "test: tyghe",
                                  "test: tyghe, who beat whom"));
  const LeaguePages pages = this->pages();
  EXPECT_EQ(pages.table_json, tables().json());
  ASSERT_EQ(pages.divisions.size(), 2U);
  EXPECT_EQ(pages.divisions[1].table.rules, "tyghe");
  EXPECT_EQ(pages.divisions[1].stored.at(0).definition->id, std::string("tyghe"));
  EXPECT_FALSE(pages.divisions[1].event);
  EXPECT_EQ(format().field(league_), "3 agents");
}

}  // namespace
}  // namespace danno::leagues::schedule::planned
