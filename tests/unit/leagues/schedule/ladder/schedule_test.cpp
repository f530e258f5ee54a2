// The rounds of a ladder whose results are made up: first deals, claims, and how it ends.
#include <nlohmann/json.hpp>

#include "leagues/schedule/ladder/season.hpp"
#include "tests/unit/deals_of_two.hpp"
#include "tests/unit/played_rounds.hpp"

namespace danno::leagues::schedule::ladder {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(LadderTermsJson, HasWhatIsSet) {
  const LadderTerms all{.focus = Focus::Top,
                        .apart = true,
                        .until = {.decided = 0.5, .error = 10, .games = 400, .hours = 2.5}};
  EXPECT_EQ(json::parse(base::dump(to_json(all))), json::parse(R"({"focus": "top", "apart": true,
      "until": {"decided": 0.5, "error": 10, "games": 400, "hours": 2.5}})"));
  EXPECT_EQ(read_terms(to_json(all)), all);
  EXPECT_EQ(json::parse(base::dump(to_json({}))),
            json::parse(R"({"focus": "all", "apart": false, "until": {}})"));
  EXPECT_EQ(read_terms(to_json({})), LadderTerms());
}

constexpr std::chrono::sys_seconds kBegun{std::chrono::seconds(1'700'000'000)};

/// A season of the agents 1, 2 and 3, of whom the lower number wins nine of ten deals.
class Season : public testing::Test {
 protected:
  Season() {
    for (int i = 0; i < 3; ++i)
      add_agent();
    season_.set_field(agents_);
  }
  void add_agent(const std::string& author = "") {
    store::StoredAgent& agent = agents_.emplace_back();
    agent.id = static_cast<store::Id>(agents_.size());
    agent.name = "a" + std::to_string(agent.id);
    agent.author = author;
  }
  /// Adds so many deals of each pair.
  void add_deals(std::uint64_t deals) {
    store::Id line_up = 0;
    for (store::Id j = 2; j <= 3; ++j) {
      for (store::Id i = 1; i < j; ++i) {
        std::vector<referee::play::DealResult> added;
        for (std::uint64_t deal = 0; deal < deals; ++deal)
          added.push_back(make_deal(deal, deal % 10 == 9 ? std::vector{2, 2} : std::vector{1, 1}));
        season_.results().add({++line_up, {i, j}}, added);
      }
    }
  }
  /// Begins a round as it is stored; its tables have line-up 1.
  void begin(const NextRound& round) {
    store::StoredRound stored{1, kBegun, round.plan};
    stored.plan["tables"] = base::Json::array();
    season_.begin(stored);
  }
  [[nodiscard]] NextRound next(const StopCriteria& until = {},
                               std::chrono::seconds after = std::chrono::seconds(0)) const {
    return season_.next_round({.until = until}, kBegun + after);
  }
  [[nodiscard]] static std::uint64_t deals(const NextRound& round) {
    std::uint64_t deals = 0;
    for (const store::RoundTable& table : round.tables)
      deals += table.deals;
    return deals;
  }

  std::vector<store::StoredAgent> agents_;
  LadderSeason season_{
      {1, rules::find_definition("koans"), rules::find_definition("koans")->defaults(2), 2, true},
      nullptr};
};

TEST_F(Season, BeginsWithFirstDeals) {
  const NextRound round = next();
  EXPECT_EQ(round.end, "");
  EXPECT_EQ(round.decided, 0);
  EXPECT_EQ(round.error, std::nullopt);
  // Each of three agents needs thirty deals, and every table gives deals to two.
  EXPECT_GE(deals(round), 45U);
  EXPECT_LE(deals(round), 60U);
  EXPECT_EQ(round.plan.at("agents"), base::Json({1, 2, 3}));
  EXPECT_EQ(round.plan.at("version"), base::Json(kRoundsVersion));
  EXPECT_EQ(round.plan.at("values"), base::Json(""));
  EXPECT_EQ(round.plan.at("deals"), base::Json(0));
  EXPECT_EQ(round.plan.at("decided"), base::Json::array());
  EXPECT_EQ(round.plan.at("focus"), base::Json("all"));
  EXPECT_EQ(round.plan.at("end"), base::Json(""));
}

TEST_F(Season, ClaimsWhatItsDealsDecide) {
  add_deals(40);
  const NextRound round = next({.decided = 0.95});
  EXPECT_EQ(season_.deals(), 120U);
  EXPECT_EQ(round.decided, 1);
  EXPECT_EQ(round.plan.at("decided"), base::Json({{1, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(round.plan.at("deals"), base::Json(120));
  EXPECT_EQ(round.end, "decided");
  EXPECT_THAT(round.tables, IsEmpty());
  // A claim is made once.
  begin(round);
  EXPECT_EQ(season_.claims().size(), 3U);
  EXPECT_EQ(next().plan.at("decided"), base::Json::array());
  EXPECT_EQ(next().decided, 1);
  EXPECT_EQ(season_.rounds(), 1U);
}

TEST_F(Season, EndsOnTheseTermsAndForTheseAgents) {
  add_deals(40);
  const LadderTerms terms{.until = {.decided = 0.95}};
  EXPECT_FALSE(season_.has_ended(terms));
  begin(next(terms.until));
  EXPECT_TRUE(season_.has_ended(terms));
  EXPECT_FALSE(season_.has_ended({.until = {.decided = 0.96}}));
  add_agent();
  season_.set_field(agents_);
  EXPECT_FALSE(season_.has_ended(terms));
}

TEST_F(Season, GivesNewcomersTheirFirstDealsAlsoAfterItsEnd) {
  add_deals(40);
  begin(next());
  add_agent();
  season_.set_field(agents_);
  for (const StopCriteria& until :
       {StopCriteria(), StopCriteria{.decided = 0.1}, StopCriteria{.games = 240}}) {
    const NextRound round = next(until);
    EXPECT_EQ(round.end, "");
    EXPECT_EQ(deals(round), 30U);
    for (const store::RoundTable& table : round.tables)
      EXPECT_THAT(table.agents, testing::Contains(4));
    EXPECT_EQ(round.error, std::nullopt) << "one agent has no interval yet";
    // Three of six pairs were decided.
    EXPECT_EQ(round.decided, 0.5);
  }
}

TEST_F(Season, EndsByItsGamesAndPlansNoMore) {
  add_deals(40);  // 240 games
  EXPECT_EQ(next({.games = 240}).end, "games");
  EXPECT_EQ(next({.games = 100}).end, "games");
  // A part of a deal counts as a deal.
  EXPECT_EQ(deals(next({.games = 241})), 1U);
  EXPECT_EQ(deals(next({.games = 254})), 7U);
  EXPECT_EQ(next({.games = 254}).end, "");
  // A round has ten deals for each agent and seat, or a tenth of what was played.
  EXPECT_EQ(deals(next({.games = 100'000})), 15U);
  add_deals(960);  // of 3 000 deals in all
  EXPECT_EQ(deals(next()), 300U);
}

TEST_F(Season, EndsByTheHoursSinceItsFirstRound) {
  add_deals(40);
  EXPECT_EQ(next({.hours = 1}, std::chrono::hours(5)).end, "") << "no round began";
  begin(next());
  EXPECT_EQ(next({.hours = 1}, std::chrono::seconds(3599)).end, "");
  EXPECT_EQ(next({.hours = 1}, std::chrono::seconds(3600)).end, "hours");
  EXPECT_EQ(next({.hours = 0.5}, std::chrono::seconds(1800)).end, "hours");
}

TEST_F(Season, EndsByItsWidestError) {
  add_deals(40);
  const NextRound round = next();
  ASSERT_TRUE(round.error);
  EXPECT_GT(*round.error, 10);
  EXPECT_EQ(next({.error = *round.error}).end, "error");
  EXPECT_EQ(next({.error = *round.error - 0.01}).end, "");
  add_deals(400);
  EXPECT_LT(*next().error, *round.error / 2) << "ten times as many deals";
}

TEST_F(Season, IsNotComparedBeforeAllHaveTheirFirstDeals) {
  add_deals(14);
  // Each agent has 28 of its first thirty deals.
  EXPECT_EQ(next().error, std::nullopt);
  EXPECT_EQ(next({.decided = 0.01, .error = 1000}).end, "");
  add_deals(1);
  EXPECT_TRUE(next().error);
  EXPECT_EQ(next({.error = 1000}).end, "error");
}

TEST_F(Season, KeepsAuthorsApart) {
  agents_.clear();
  for (const char* const author : {"Ann", "Ann", "Ben"})
    add_agent(author);
  season_.set_field(agents_);
  const NextRound round = season_.next_round({.apart = true}, kBegun);
  EXPECT_FALSE(round.tables.empty());
  for (const store::RoundTable& table : round.tables)
    EXPECT_THAT(table.agents, testing::Contains(3));
}

TEST_F(Season, ReadsAStoredRound) {
  const store::StoredRound stored{7, kBegun, base::parse_json(R"({
      "agents": [3, 5], "focus": "top", "apart": true, "until": {"games": 10}, "values": "v",
      "decided": [[5, 3]], "end": "games", "tables": [[2, 30, 35]]})")};
  const Round round = read_round(stored);
  EXPECT_THAT(round.agents, ElementsAre(3, 5));
  EXPECT_EQ(round.terms, (LadderTerms{.focus = Focus::Top, .apart = true, .until = {.games = 10}}));
  EXPECT_EQ(round.values, "v");
  EXPECT_THAT(round.decided, ElementsAre(Claim{5, 3}));
  EXPECT_EQ(round.end, "games");
  ASSERT_EQ(round.tables.size(), 1U);
  EXPECT_EQ(round.tables[0].line_up, 2);
  EXPECT_EQ(round.tables[0].first, 30U);
  EXPECT_EQ(round.tables[0].end, 35U);
  EXPECT_THAT(
      [&] {
        (void)read_round({7, kBegun, base::Json::object()});
      },
      testing::ThrowsMessage<store::Damaged>(testing::HasSubstr("league.db: round 7: ")));
}

/// A ladder of ada, bob and cy; the first by name wins nine of ten deals.
class PlayedLadder : public PlayedRounds {
 protected:
  PlayedLadder() {
    league_.format = "ladder";
    league_.deals = 0;
    for (const char* const name : {"ada", "bob", "cy"})
      add_agent(name);
  }
  void end_with(const StopCriteria& until) {
    league_.format_keys.update(to_json({.until = until}));
  }
  std::size_t play_most(std::size_t most = SIZE_MAX) const {
    return play(
        [](const std::vector<std::string>& names, std::uint64_t deal,
           referee::record::GameRecord& game) {
          rank_by_name(names, deal, game);
          if (deal % 10 == 9) std::swap(game.places[0], game.places[1]);
        },
        most);
  }
};

TEST_F(PlayedLadder, ShowsItsProgress) {
  end_with({.games = 300});
  EXPECT_EQ(play_most(1), 1U);
  const report::LeagueStatus begun = format().status(reader());
  EXPECT_EQ(begun.headline, "test: in progress");
  EXPECT_THAT(begun.lines, ElementsAre("", "'danno league run FILE' plays the next round"));
  EXPECT_THAT(begun.cells.headings,
              ElementsAre("rules", "rounds", "games", "orders decided", "widest ±", "ends by"));
  GameCount count = format().count(reader());
  EXPECT_EQ(count.planned, 300U);
  EXPECT_FALSE(count.finished);
  EXPECT_EQ(begun.cells.rows.at(0).at(2), std::to_string(count.stored));
  EXPECT_EQ(begun.cells.rows.at(0).at(1), "1");
  EXPECT_EQ(begun.cells.rows.at(0).back(), "-");
  (void)play_most();
  const report::LeagueStatus ended = format().status(reader());
  EXPECT_EQ(ended.headline, "test: complete");
  EXPECT_THAT(ended.lines, IsEmpty());
  const base::Json& division = ended.json.at("divisions").at(0);
  EXPECT_EQ(division.at("rules"), base::Json("official"));
  EXPECT_EQ(division.at("values"), base::Json());
  EXPECT_EQ(division.at("deals"), base::Json(150));
  EXPECT_EQ(division.at("games"), base::Json(300));
  EXPECT_EQ(division.at("decided"), base::Json(1.0));
  EXPECT_TRUE(division.at("error").is_number());
  EXPECT_EQ(division.at("end"), base::Json("games"));
  EXPECT_EQ(ended.json.at("complete"), base::Json(true));
  EXPECT_THAT(ended.cells.rows.at(0).at(3), "100 %");
  count = format().count(reader());
  EXPECT_EQ(count.planned, 300U);
  EXPECT_EQ(count.stored, 300U);
  EXPECT_TRUE(count.finished);
  EXPECT_EQ(format().check_plan(reader()), std::nullopt);
}

TEST_F(PlayedLadder, ShowsTheRanksThatRemainPossible) {
  end_with({.games = 300});
  (void)play_most();
  const json table = json::parse(tables().json());
  const json& agents = table.at("divisions").at(0).at("agents");
  for (std::size_t rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(agents.at(rank).at("decided_rank_low"), rank + 1);
    EXPECT_EQ(agents.at(rank).at("decided_rank_high"), rank + 1);
  }
}

TEST_F(PlayedLadder, EndsEachRuleSetByItself) {
  add_rules("tyghe");
  end_with({.games = 200});
  (void)play_most();
  const base::Json status = format().status(reader()).json;
  for (const base::Json& division : status.at("divisions"))
    EXPECT_EQ(division.at("games"), base::Json(200));
  EXPECT_EQ(format().count(reader()).planned, 400U);
  end_with({.games = 202});
  EXPECT_EQ(play_most(1), 1U);
  EXPECT_FALSE(format().count(reader()).finished) << "one rule set is not finished";
  EXPECT_EQ(play_most(), 1U);
}

}  // namespace
}  // namespace danno::leagues::schedule::ladder
