// Rounds that follow from what is stored, and what a season calls decided.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/ladder/season.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues {
namespace {

using testing::HasSubstr;

TEST(ErrorShares, OfAllWhoMayEverComeAreNoMoreThanTheSeasons) {
  constexpr std::size_t kStarters = 10;
  double sum = 0;
  for (std::size_t later = 0; later < 3000; ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier)
      sum += schedule::ladder::error_share(schedule::ladder::pair_group(earlier, later, kStarters),
                                           kStarters, 0);
  }
  EXPECT_LE(sum, schedule::ladder::kSeasonError);
  EXPECT_GT(sum, 0.99 * schedule::ladder::kSeasonError);
}

/// Only one order of a decided pair can still be said wrongly: the half of the other goes to the
/// other pairs.
TEST(ErrorShares, OfWhatCanStillBeWrongAreAGroupsWhole) {
  constexpr std::size_t kStarters = 10;
  for (const std::size_t group : {0U, 1U, 5U}) {
    const std::size_t pairs = group == 0 ? 45 : kStarters + group - 1;
    const double whole =
        static_cast<double>(pairs) * schedule::ladder::error_share(group, kStarters, 0);
    for (std::size_t decided = 0; decided <= pairs; ++decided) {
      const double share = schedule::ladder::error_share(group, kStarters, decided);
      const auto undecided = static_cast<double>(pairs - decided);
      EXPECT_NEAR(undecided * share + static_cast<double>(decided) * share / 2, whole, 1e-12);
    }
  }
}

/// Agents that meet in games of a fixed result: the lower number wins two of three games.
class Field {
 public:
  explicit Field(int agents) : results_(agents), arrival_(static_cast<std::size_t>(agents)) {
    std::iota(arrival_.begin(), arrival_.end(), 0);
  }

  void play(const std::vector<schedule::ladder::PlannedTable>& tables) {
    for (const schedule::ladder::PlannedTable& table : tables) {
      for (std::uint64_t deal = 0; deal < table.deals; ++deal)
        play_deal(table.agents);
    }
  }
  [[nodiscard]] std::vector<schedule::ladder::PlannedTable> next(
      int seats, std::span<const std::string> authors = {},
      std::optional<std::uint64_t> most_deals = {}) const {
    const ratings::Ratings ratings = ratings::fit(results_);
    const std::vector<schedule::ladder::DecidedPair> decided = this->decided();
    return schedule::ladder::plan_round({.results = results_,
                                         .ratings = ratings,
                                         .decided = decided,
                                         .authors = authors,
                                         .arrival = arrival_,
                                         .seats = seats,
                                         .most_deals = most_deals});
  }
  [[nodiscard]] std::int64_t count_deals(int agent) const {
    return ratings::fit(results_).agents[static_cast<std::size_t>(agent)].deals;
  }
  [[nodiscard]] std::vector<schedule::ladder::DecidedPair> decided() const {
    return schedule::ladder::find_decided_pairs(results_, ratings::fit(results_),
                                                {arrival_, arrival_.size()});
  }

 private:
  void play_deal(const std::vector<int>& agents) {
    std::vector<int> places(agents.size());
    std::iota(places.begin(), places.end(), 1);
    if (++count_ % 3 == 0) std::ranges::reverse(places);
    const std::vector<ratings::RankedGame> games(agents.size(),
                                                 {.players = agents, .places = places});
    results_.add_deal(games);
  }

  ratings::Results results_;
  std::vector<std::size_t> arrival_;
  int count_ = 0;
};

TEST(ARound, BeginsWithTheFirstDealsOfEverybody) {
  for (const int seats : {2, 3, 6}) {
    Field field(9);
    field.play(field.next(seats));
    for (int agent = 0; agent < 9; ++agent) {
      EXPECT_GE(field.count_deals(agent), schedule::ladder::kFirstDeals) << seats << " seats";
      EXPECT_LT(field.count_deals(agent), 4 * schedule::ladder::kFirstDeals) << seats << " seats";
    }
  }
}

TEST(ARound, NeverHasTwoAgentsOfOneAuthorAtATable) {
  const std::vector<std::string> authors{"ann", "ann", "ben", "ben", "cy", ""};
  Field field(6);
  for (int round = 0; round < 3; ++round) {
    const auto tables = field.next(2, authors);
    EXPECT_FALSE(tables.empty());
    for (const schedule::ladder::PlannedTable& table : tables)
      EXPECT_NE(authors[static_cast<std::size_t>(table.agents[0])],
                authors[static_cast<std::size_t>(table.agents[1])]);
    field.play(tables);
  }
}

/// Deals of each agent in a round.
std::vector<std::uint64_t> deals_in(const std::vector<schedule::ladder::PlannedTable>& tables,
                                    int agents) {
  std::vector<std::uint64_t> deals(static_cast<std::size_t>(agents));
  for (const schedule::ladder::PlannedTable& table : tables) {
    for (const int agent : table.agents)
      deals[static_cast<std::size_t>(agent)] += table.deals;
  }
  return deals;
}

/// The least share of an equal part of a round that every agent gets, but for one table.
constexpr double kLeastShare = 0.5;

TEST(ARound, LeavesNobodyWithoutItsShare) {
  for (const int seats : {2, 3, 4, 6}) {
    for (const int agents : {7, 10, 30}) {
      Field field(agents);
      field.play(field.next(seats));
      for (int round = 0; round < 12; ++round) {
        const auto tables = field.next(seats);
        const auto deals = deals_in(tables, agents);
        const double equal =
            static_cast<double>(std::accumulate(deals.begin(), deals.end(), std::uint64_t{0})) /
            agents;
        for (const std::uint64_t own : deals)
          EXPECT_GE(static_cast<double>(own + schedule::ladder::kDealsOfTable), kLeastShare * equal)
              << seats << " seats, " << agents << " agents, round " << round;
        field.play(tables);
      }
    }
  }
}

TEST(ARound, OfTooFewDealsForAllServesTheOthersInTheNext) {
  constexpr int kAgents = 12;
  Field field(kAgents);
  field.play(field.next(2));
  std::vector<std::uint64_t> served(kAgents);
  for (int round = 0; round < 60; ++round) {
    const auto tables = field.next(2, {}, 4);
    const auto deals = deals_in(tables, kAgents);
    for (std::size_t agent = 0; agent < served.size(); ++agent)
      served[agent] += deals[agent];
    field.play(tables);
  }
  constexpr int kEqual = 60 * 4 * 2 / kAgents;
  EXPECT_GE(*std::ranges::min_element(served), kLeastShare * kEqual);
}

TEST(ARound, HasEveryOpenPairOnceBeforeAnyIsThereAgain) {
  constexpr int kAgents = 6;
  Field field(kAgents);
  for (int round = 0; round < 60 && field.decided().empty(); ++round)
    field.play(field.next(2));
  const auto decided = field.decided();
  ASSERT_FALSE(decided.empty());
  ASSERT_LT(decided.size(), 15U);
  for (const schedule::ladder::PlannedTable& table : field.next(2)) {
    EXPECT_THAT(
        decided,
        testing::Not(testing::AnyOf(
            testing::Contains(schedule::ladder::DecidedPair{table.agents[0], table.agents[1]}),
            testing::Contains(schedule::ladder::DecidedPair{table.agents[1], table.agents[0]}))));
  }
}

TEST(ARound, OfFewDealsHasTheLeastCertainNeighbours) {
  // Five agents, of which each wins 4 of 5 deals against all below it, but the two in the middle
  // are even.
  constexpr int kAgents = 5;
  ratings::Results results(kAgents);
  std::vector<std::size_t> arrival(kAgents);
  std::iota(arrival.begin(), arrival.end(), 0);
  for (int deal = 0; deal < 10; ++deal) {
    for (int j = 1; j < kAgents; ++j) {
      for (int i = 0; i < j; ++i) {
        const bool even = i == 1 && j == 2;
        const bool lower_wins = even ? deal % 2 == 0 : deal % 5 == 0;
        const std::vector<int> players{i, j};
        const std::vector<int> places{lower_wins ? 2 : 1, lower_wins ? 1 : 2};
        const std::vector<ratings::RankedGame> games(2, {.players = players, .places = places});
        results.add_deal(games);
      }
    }
  }
  const auto tables = schedule::ladder::plan_round({.results = results,
                                                    .ratings = ratings::fit(results),
                                                    .decided = {},
                                                    .authors = {},
                                                    .arrival = arrival,
                                                    .most_deals = 15});
  EXPECT_THAT(tables, testing::Contains(schedule::ladder::PlannedTable{{1, 2}, 5}));
  EXPECT_THAT(tables, testing::Contains(schedule::ladder::PlannedTable{{0, 1}, 5}));
  EXPECT_EQ(tables.size(), 3U);
}

/// The deals after which it is decided that an agent is worse that loses all of them, in a season
/// that began with so many.
int deals_to_decide(std::size_t starters) {
  const std::vector<std::size_t> arrival{0, 1};
  ratings::Results results(2);
  const std::vector<int> players{0, 1};
  const std::vector<int> places{1, 2};
  const std::vector<ratings::RankedGame> games(2, {.players = players, .places = places});
  for (int deals = 1; deals < 1000; ++deals) {
    results.add_deal(games);
    if (!schedule::ladder::find_decided_pairs(results, ratings::fit(results), {arrival, starters})
             .empty())
      return deals;
  }
  return 0;
}

TEST(ADecidedPair, MayBeOneWhereOneLostAllDeals) {
  EXPECT_EQ(deals_to_decide(2), schedule::ladder::kFirstDeals);
  // The e-value of n deals, 2^(n+1)/(n+1), is above four shares: of two tests and two orders.
  constexpr std::size_t kMany = 10'000;
  const double share = schedule::ladder::error_share(0, kMany, 0);
  const int deals = deals_to_decide(kMany);
  EXPECT_GE(std::exp2(deals + 1) - 1, (deals + 1) * 4 / share);
  EXPECT_LT(std::exp2(deals) - 1, deals * 4 / share);
}

TEST(ADecidedPair, DecidesAllThatFollowFromIt) {
  using schedule::ladder::DecidedPair;
  const std::vector<DecidedPair> decided{{0, 1}, {2, 3}};
  EXPECT_THAT(schedule::ladder::find_new_pairs(decided, std::vector<DecidedPair>{{1, 2}}, 4),
              testing::UnorderedElementsAre(DecidedPair{0, 2}, DecidedPair{0, 3}, DecidedPair{1, 2},
                                            DecidedPair{1, 3}));
  EXPECT_THAT(schedule::ladder::find_new_pairs(decided, std::vector<DecidedPair>{{1, 0}}, 4),
              testing::IsEmpty());
}

TEST(ARound, DecidesWhoWinsTwoOfThreeGamesInTheEnd) {
  Field field(4);
  EXPECT_TRUE(field.decided().empty());
  for (int round = 0; round < 40; ++round)
    field.play(field.next(2));
  const auto decided = field.decided();
  EXPECT_THAT(decided, testing::Contains(schedule::ladder::DecidedPair{0, 3}));
  for (const schedule::ladder::DecidedPair& pair : decided)
    EXPECT_LT(pair.better, pair.worse);
}

class Ladder : public PlayedLeague {
 protected:
  Ladder() {
    league_.format = "ladder";
    league_.deals = 0;
    league_.seed = "test";
    const rules::Definition* const koans = rules::find_definition("koans");
    league_.divisions.push_back({koans, koans->defaults(2)});
    end_with(400);
  }
  void end_with(std::uint64_t games) {
    league_.format_keys.update(schedule::ladder::to_json({.until = {.games = games}}));
  }
  /// Plays, and dies so many batches later.
  void play_and_die(int batches) {
    store::Writer store = store::Writer::open_to_play(out());
    schedule::sync_store(store, league_);
    run(store, [&](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                   referee::record::AgentSet absent) {
      if (batches-- == 0) std::_Exit(9);
      return random_deals(line_up, begin, end, absent);
    });
  }
  [[nodiscard]] std::vector<std::string> rounds() const {
    return ask("SELECT plan FROM round ORDER BY id");
  }
};

TEST_F(Ladder, IsCleanAndEndsAsAsked) {
  play();
  EXPECT_EQ(problem(), "");
  const base::Json table = base::parse_json(read("table.json"));
  EXPECT_EQ(table.at("divisions").at(0).at("games").get<int>(), 400);
  EXPECT_EQ(table.at("divisions").at(0).at("agents").at(0).at("decided_rank_low").get<int>(), 1);
  EXPECT_THAT(rounds().back(), HasSubstr(R"("end":"games")"));
  EXPECT_THAT(ask("SELECT revealed FROM epoch"), testing::Each("1"));
}

TEST_F(Ladder, IsTheSameHoweverItIsInterrupted) {
  play();
  const auto whole = rounds();
  const std::string table = read("table.json");
  for (const int batches : {0, 1, 2, 3, 5, 8}) {
    fs::remove_all(out());
    EXPECT_EXIT(play_and_die(batches), testing::ExitedWithCode(9), "");
    play();
    EXPECT_EQ(rounds(), whole) << batches << " batches";
    EXPECT_EQ(read("table.json"), table) << batches << " batches";
  }
}

TEST_F(Ladder, GivesANewVersionItsFirstDealsAndGoesOn) {
  play();
  const std::size_t before = rounds().size();
  league_.entrants[0].agent.command = {"./y"};  // cy
  end_with(600);
  play();
  EXPECT_EQ(problem(), "");
  const base::Json plan = base::parse_json(rounds()[before]);
  std::uint64_t deals = 0;
  for (const base::Json& line_up : plan.at("tables")) {
    deals += line_up.at(2).get<std::uint64_t>() - line_up.at(1).get<std::uint64_t>();
    EXPECT_EQ(line_up.at(1).get<int>(), 0) << "a table without the new one";
  }
  EXPECT_EQ(deals, static_cast<std::uint64_t>(schedule::ladder::kFirstDeals));
}

TEST_F(Ladder, ThatEndedGivesOneWhoComesLaterItsFirstDeals) {
  play();
  const std::size_t before = rounds().size();
  league_.entrants.push_back(league_.entrants[0]);
  league_.entrants.back().agent.name = "late";
  play();
  EXPECT_EQ(problem(), "");
  ASSERT_EQ(rounds().size(), before + 2) << "its deals, and the end";
  const base::Json plan = base::parse_json(rounds()[before]);
  std::uint64_t deals = 0;
  for (const base::Json& table : plan.at("tables"))
    deals += table.at(2).get<std::uint64_t>() - table.at(1).get<std::uint64_t>();
  EXPECT_EQ(deals, static_cast<std::uint64_t>(schedule::ladder::kFirstDeals));
  EXPECT_THAT(rounds().back(), HasSubstr(R"("end":"games")"));
}

TEST_F(Ladder, ARoundThatAChangeCutsShortEndsThere) {
  EXPECT_EXIT(play_and_die(8), testing::ExitedWithCode(9), "");
  const std::size_t before = rounds().size();
  ASSERT_GE(before, 2U) << "all have their first deals";
  league_.entrants[0].agent.command = {"./y"};  // cy
  play();
  EXPECT_EQ(problem(), "");
  const base::Json plan = base::parse_json(rounds()[before]);
  const auto newcomer = std::stoll(ask("SELECT max(id) FROM agent").front());
  for (const base::Json& table : plan.at("tables")) {
    const auto agents = ask("SELECT agents FROM line_up WHERE id = " + base::dump(table.at(0)));
    EXPECT_THAT(agents.front(), HasSubstr(std::to_string(newcomer)));
  }
}

TEST_F(Ladder, ThatEndedIsNotPlayedOn) {
  play();
  const auto whole = rounds();
  play();
  EXPECT_EQ(rounds(), whole);
}

TEST_F(Ladder, ARoundThatDoesNotFollowIsFound) {
  play();
  sql("UPDATE round SET plan = json_set(plan, '$.decided', json('[[1,2]]')) WHERE id = 2");
  EXPECT_THAT(problem(), HasSubstr("row 2 differs in plan; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("round 2"));
}

TEST_F(Ladder, ARoundThatIsMissingIsFound) {
  play();
  sql("DELETE FROM round WHERE id = 2");
  EXPECT_NE(problem(), "");
}

TEST_F(Ladder, ThatWasCutShortIsFoundAlsoWhereItsTablesAreMadeAgain) {
  league_.seed.reset();
  play();
  ASSERT_EQ(problem(), "");
  const auto publish = [&] {
    sql("DELETE FROM published");
    store::Writer store = store::Writer::open_to_play(out());
    site::publish_tables(store.reader(), out());
  };
  sql("DELETE FROM round WHERE id = (SELECT max(id) FROM round)");  // the end
  publish();
  EXPECT_THAT(problem(),
              HasSubstr("koans: its last round is not an end, but the seed is published"));

  sql("CREATE TEMP TABLE cut AS SELECT t.value ->> 0 AS line_up, t.value ->> 1 AS first"
      "  FROM round, json_each(plan, '$.tables') t WHERE round.id = (SELECT max(id) FROM round);"
      "CREATE TEMP TABLE gone AS SELECT id FROM block JOIN cut USING (line_up)"
      "  WHERE block.first >= cut.first;"
      "DELETE FROM games WHERE block IN gone; DELETE FROM luck WHERE block IN gone;"
      "DELETE FROM fault WHERE (SELECT first FROM cut WHERE cut.line_up = fault.line_up) <= deal;"
      "DELETE FROM block WHERE id IN gone;"
      "UPDATE line_up SET planned = cut.first FROM cut WHERE cut.line_up = line_up.id;"
      "DELETE FROM round WHERE id = (SELECT max(id) FROM round)");
  fs::remove_all(out() / "faults");
  publish();
  EXPECT_THAT(problem(),
              HasSubstr("koans: its last round is not an end, but the seed is published"));
}

TEST_F(Ladder, ThatWasCutShortBeforeItGrewIsFound) {
  league_.seed.reset();
  play();
  sql("DELETE FROM round WHERE id = (SELECT max(id) FROM round)");
  {
    sql("DELETE FROM published");
    store::Writer store = store::Writer::open_to_play(out());
    site::publish_tables(store.reader(), out());
    end_with(600);
    schedule::sync_store(store, league_);
  }
  EXPECT_THAT(problem(),
              HasSubstr("koans: its last round is not an end, but the seed is published"));
}

TEST_F(Ladder, ThatClosedBeforeItsEndIsClean) {
  league_.seed.reset();
  EXPECT_EXIT(play_and_die(8), testing::ExitedWithCode(9), "");
  {
    store::Writer store = store::Writer::open_to_play(out());
    league_.format_keys[schedule::kClosed] = true;
    schedule::sync_store(store, league_);
    store.reveal_seeds();
    site::publish_tables(store.reader(), out());
  }
  EXPECT_EQ(problem(), "");
}

TEST_F(Ladder, IsDecidedByTheSolvedValuesOfItsFirstRound) {
  play();
  for (const std::string& plan : rounds())
    EXPECT_THAT(plan, HasSubstr(R"("values":"koans-)"));
  sql("UPDATE round SET plan = json_set(plan, '$.values', '') WHERE id = 2;"
      "DELETE FROM published");
  EXPECT_THAT(problem(),
              HasSubstr("round 2: 'values' is not what follows from the results before it"));
  sql("UPDATE round SET plan = json_set(plan, '$.values', 'koans-of-old')");
  EXPECT_THROW((void)problem(), std::runtime_error);
}

TEST_F(Ladder, AGameThatIsNotLegalIsFound) {
  play();
  change([](std::vector<referee::record::GameRecord>& games) { games.front().events.pop_back(); });
  sql("DELETE FROM published");
  EXPECT_NE(problem(), "");
}

TEST_F(Ladder, DealsWithoutARoundAreFound) {
  play();
  sql("DELETE FROM round; DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("deals are stored that no round has"));
}

TEST_F(Ladder, OtherTablesThanFollowAreFound) {
  play();
  sql("UPDATE round SET plan = json_set(plan, '$.tables', json_array(json_array(1, 0, 30),"
      " json_array(2, 0, 30), json_array(3, 0, 30))) WHERE id = 1");
  EXPECT_THAT(problem(), HasSubstr("row 1 differs in plan; "));
  sql("DELETE FROM published");
  EXPECT_THAT(problem(), HasSubstr("round 1"));
}

}  // namespace
}  // namespace danno::leagues
