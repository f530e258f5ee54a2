// Knock-outs and Swiss events tell who met whom, how it ended, and who stands where.
#include <nlohmann/json.hpp>

#include "leagues/schedule/formats.hpp"
#include "tests/unit/played_rounds.hpp"

namespace danno::leagues::schedule {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Events of cy, ada and bob, who are seeded in this order. The first by name wins every game, but
/// ada and bob share the games of their first deals.
class Events : public PlayedRounds {
 protected:
  Events() {
    for (const char* const name : {"cy", "ada", "bob"})
      add_agent(name);
    league_.deals = 4;
    league_.format_keys["seeding"] = {"cy", "ada", "bob"};
  }
  /// Plays the event, and reads its tables. `even` is the number of deals that ada and bob share.
  void play_event(std::uint64_t even) {
    play([&](const std::vector<std::string>& names, std::uint64_t deal,
             referee::record::GameRecord& game) {
      rank_by_name(names, deal, game);
      const bool may_share = std::ranges::count(names, "cy") == 0;
      // Each of the two wins one game of a deal that they share.
      if (may_share && deal < even && game.seating == 1) std::swap(game.places[0], game.places[1]);
    });
    for (const report::TableFile& file : tables().files)
      files_[file.name] = file.content;
    const json table = json::parse(files_.at("table.json"));
    EXPECT_EQ(table.at("format"), league_.format);
    EXPECT_EQ(table.at("finished"), true);
    division_ = table.at("divisions").at(0);
  }

  std::map<std::string, std::string> files_;
  json division_;
};

TEST_F(Events, OfKnockOutsShowTheirBracket) {
  league_.format = "knock-out";
  league_.format_keys["third_place"] = false;
  play_event(0);
  // Three agents leave a place of four empty, which is the best seed's opponent.
  EXPECT_EQ(division_.at("bracket"), json::parse(R"([
      {"stage": "semi-finals", "round": 1, "agents": ["cy", null], "bye": true, "winner": "cy"},
      {"stage": "semi-finals", "round": 1, "agents": ["ada", "bob"], "bye": false,
       "winner": "ada", "points": [8, 0], "first_deal": 0, "deals": 4, "sudden_death": 0},
      {"stage": "final", "round": 2, "agents": ["cy", "ada"], "bye": false,
       "winner": "ada", "points": [0, 8], "first_deal": 0, "deals": 4, "sudden_death": 0}])"));
  EXPECT_EQ(division_.at("standings"), json::parse(R"([
      {"place": 1, "name": "ada", "seed": 2, "won": 2, "lost": 0},
      {"place": 2, "name": "cy", "seed": 1, "won": 0, "lost": 1},
      {"place": 3, "name": "bob", "seed": 3, "won": 0, "lost": 1}])"));
  EXPECT_THAT(files_.at("table.md"), HasSubstr("semi-finals   final\n"
                                               "cy          ┐\n"
                                               "            ├ cy 0  ┐\n"
                                               "-           ┘       │\n"
                                               "                    ├ ada\n"
                                               "ada 8       ┐       │\n"
                                               "            ├ ada 8 ┘\n"
                                               "bob 0       ┘\n"));
  EXPECT_THAT(files_.at("table.md"), HasSubstr("| semi-finals | ada | bob | 8 - 0 |  |\n"
                                               "| final | ada | cy | 8 - 0 |  |\n"));
  EXPECT_THAT(files_.at("table.csv"), HasSubstr("rules,place,name,author,seed,won,lost,elo,"));
  EXPECT_THAT(files_.at("table.csv"), HasSubstr("\nofficial,2,cy,,1,0,1,"));
}

TEST_F(Events, OfKnockOutsGoOnToTheFirstUnevenDeal) {
  league_.format = "knock-out";
  league_.format_keys["third_place"] = false;
  play_event(6);
  // Four deals and two more are even, 6 to 6; ada wins both games of the next one.
  const json& duel = division_.at("bracket").at(1);
  EXPECT_EQ(duel.at("winner"), "ada");
  EXPECT_EQ(duel.at("points"), json({8, 6}));
  EXPECT_EQ(duel.at("deals"), 7);
  EXPECT_EQ(duel.at("sudden_death"), 3);
  EXPECT_EQ(division_.at("games"), 2 * (7 + 4));
  EXPECT_EQ(division_.at("games_planned"), 2 * (7 + 4));
}

TEST_F(Events, OfSwissRoundsShowTheirTieBreaks) {
  league_.format = "swiss";
  league_.format_keys["rounds"] = 2;
  league_.format_keys["late"] = league_.format_keys["withdrawn"] = base::Json::object();
  play_event(4);
  // Round 1: ada beats cy, and bob has a bye. Round 2: ada and bob are even, and cy has the bye.
  EXPECT_EQ(division_.at("rounds"), json::parse(R"([
      {"round": 1, "byes": ["bob"], "encounters": [
        {"round": 1, "agents": ["ada", "cy"], "points": [8, 0], "first_deal": 0, "deals": 4,
         "finished": true}]},
      {"round": 2, "byes": ["cy"], "encounters": [
        {"round": 2, "agents": ["ada", "bob"], "points": [4, 4], "first_deal": 0, "deals": 4,
         "finished": true}]}])"));
  // A bye is a win against an agent of one's own points. After the worst opponent is cut, all have
  // one with 1.5. Sonneborn-Berger of bob: 1.5 + 1.5 / 2, of ada: 1 + 1.5 / 2, of cy: 1.
  EXPECT_EQ(division_.at("standings"), json::parse(R"([
      {"place": 1, "name": "bob", "points": 1.5, "buchholz_cut_1": 1.5, "buchholz_median": 0,
       "sonneborn_berger": 2.25, "direct_encounter": 0},
      {"place": 2, "name": "ada", "points": 1.5, "buchholz_cut_1": 1.5, "buchholz_median": 0,
       "sonneborn_berger": 1.75, "direct_encounter": 0},
      {"place": 3, "name": "cy", "points": 1, "buchholz_cut_1": 1.5, "buchholz_median": 0,
       "sonneborn_berger": 1, "direct_encounter": 0}])"));
  EXPECT_THAT(files_.at("table.md"), HasSubstr("| 1 | bob | bye | =2 |\n"
                                               "| 2 | ada | +3 | =1 |\n"
                                               "| 3 | cy | -2 | bye |\n"));
}

}  // namespace
}  // namespace danno::leagues::schedule
