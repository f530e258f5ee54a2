// The counts, orders and checks of what is read from league.db.
#include <fmt/format.h>

#include "leagues/store/reader.hpp"
#include "tests/unit/leagues/store/by_hand.hpp"

namespace danno::leagues::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;

class StoredRows : public LeagueByHand {
 protected:
  static std::vector<std::string> line_ups(const std::vector<StoredLineUp>& line_ups) {
    std::vector<std::string> shown;
    for (const StoredLineUp& line_up : line_ups)
      shown.push_back(fmt::format("{}: {} of {}", line_up.id, line_up.played, line_up.planned));
    return shown;
  }
};

TEST_F(StoredRows, CountThePlannedDealsThatAreStored) {
  Writer store = settle();
  const Reader& reader = store.reader();
  add(store, 1, 0, 3);
  add(store, 1, 5, 9);
  add(store, 2, 0, 4);
  add(store, 3, 1, 2);
  sql("UPDATE line_up SET planned = 7, place = 9 WHERE id = 1;"
      "UPDATE line_up SET planned = 0 WHERE id = 2");
  const StoredDivision division = this->division(reader);
  EXPECT_THAT(line_ups(reader.line_ups(division)), ElementsAre("3: 1 of 20", "1: 5 of 7"));
  EXPECT_THAT(line_ups(reader.all_line_ups(division)),
              ElementsAre("3: 1 of 20", "1: 7 of 7", "2: 4 of 0"));
  EXPECT_THAT(line_ups({reader.line_up(division, 1)}), ElementsAre("1: 5 of 7"));
  EXPECT_EQ(reader.count_deals(division).planned, 27U);
  EXPECT_EQ(reader.count_deals(division).stored, 6U);
  EXPECT_EQ(reader.unscheduled_deals(), 4U);
  EXPECT_THAT([&] { static_cast<void>(reader.line_up(division, 4)); },
              ThrowsMessage<Damaged>("league.db: line-up 4 is missing"));
}

TEST_F(StoredRows, TellWhichPlannedDealsAreMissing) {
  Writer store = settle();
  add(store, 1, 2, 4);
  add(store, 1, 4, 6);
  add(store, 1, 9, 10);
  const auto missing = [&](int planned) {
    sql(fmt::format("UPDATE line_up SET planned = {}", planned));
    return store.reader().missing_deals(store.reader().line_up(division(store.reader()), 1));
  };
  EXPECT_THAT(missing(12), ElementsAre(Pair(0, 2), Pair(6, 9), Pair(10, 12)));
  EXPECT_THAT(missing(10), ElementsAre(Pair(0, 2), Pair(6, 9)));
  EXPECT_THAT(missing(7), ElementsAre(Pair(0, 2), Pair(6, 7)));
  EXPECT_THAT(missing(5), ElementsAre(Pair(0, 2)));
}

TEST_F(StoredRows, HaveFaultsInTheOrderOfTheSchedule) {
  Writer store = settle();
  const Reader& reader = store.reader();
  add(store, 1, 0, 5, {4, 2});
  add(store, 3, 0, 5, {1});
  sql("UPDATE line_up SET place = 9, planned = 4 WHERE id = 1");
  const auto shown = [](const std::vector<StoredFault>& faults) {
    std::vector<std::string> all;
    for (const StoredFault& one : faults) {
      all.push_back(fmt::format("{}: {}/{}/{} agent {} seat {} {} {} {}", one.id, one.line_up,
                                one.deal, one.seating, one.agent, one.fault.seat,
                                to_string(one.fault.kind), one.fault.value,
                                describe(one.fault.cause)));
    }
    return all;
  };
  // The first agent sits at seat 1 in seating 1.
  EXPECT_THAT(shown(reader.faults(division(reader))),
              ElementsAre("3: 3/1/1 agent 2 seat 1 crash 6 it fell",
                          "1: 1/2/1 agent 1 seat 1 crash 6 it fell"));
  EXPECT_EQ(reader.faults_in(reader.line_up(division(reader), 1), 3, 5).size(), 1U);
  EXPECT_EQ(reader.fault_report(1), ask("SELECT report FROM fault WHERE id = 1").front());
  EXPECT_EQ(reader.fault_report(9), "");
}

TEST_F(StoredRows, SayUnderWhichSeedsAndConditionsPlannedLineUpsPlayed) {
  Writer store = settle();
  const Reader& reader = store.reader();
  add(store, 1, 0, 2);
  add(store, 2, 0, 2);
  add(store, 3, 0, 2);
  const Epoch unused = store.current_epoch("unused");
  EXPECT_EQ(store.current_epoch("another").id, 3);
  static_cast<void>(store.conditions_id({"strict", "many", "m", {}}));
  static_cast<void>(store.conditions_id({"never", "no", "m", {}}));
  sql("UPDATE block SET epoch = 3, conditions = 2 WHERE line_up = 1;"
      "UPDATE block SET conditions = 3 WHERE line_up = 3;"
      "UPDATE line_up SET planned = 0 WHERE id = 3");
  std::vector<Id> epochs;
  for (const Epoch& epoch : reader.epochs(division(reader)))
    epochs.push_back(epoch.id);
  EXPECT_THAT(epochs, ElementsAre(1, 3));
  EXPECT_THAT(reader.isolation_levels(division(reader)), ElementsAre("none", "strict"));
  EXPECT_THAT(reader.isolation_layers(division(reader)), ElementsAre("few", "many"));
  EXPECT_FALSE(reader.has_deals(unused));
  EXPECT_TRUE(reader.has_deals(reader.all_epochs().back()));
}

TEST_F(StoredRows, HaveTheSettingsOfTheLeague) {
  league_.rank_by = RankBy::Raw;
  league_.rating = ratings::find_rating_model("plackett-luce");
  league_.max_per_author = 3;
  league_.challengers = {"bob"};
  league_.mirror = false;
  league_.advice = referee::play::Advice::Always;
  league_.format_keys = {{"own", 7}};
  const Writer store = settle();
  const StoredLeague found = store.reader().league();
  EXPECT_EQ(found.name, "test");
  EXPECT_EQ(found.format, "round-robin");
  EXPECT_EQ(found.rank_by, RankBy::Raw);
  EXPECT_EQ(found.rating, league_.rating);
  ASSERT_TRUE(found.plan);
  EXPECT_EQ(found.plan->deals, 20U);
  EXPECT_EQ(found.plan->max_per_author, 3);
  EXPECT_THAT(found.plan->challengers, ElementsAre(2));
  EXPECT_EQ(found.settings.at("own"), 7);
  ASSERT_EQ(found.divisions.size(), 1U);
  EXPECT_EQ(found.divisions.front().id, 1);
  EXPECT_FALSE(found.divisions.front().mirror);
  EXPECT_EQ(found.divisions.front().advice, referee::play::Advice::Always);
  std::vector<std::string> agents;
  for (const StoredAgent& agent : found.agents)
    agents.push_back(fmt::format("{} {} {}", agent.id, agent.name, agent.folder.string()));
  EXPECT_THAT(agents, ElementsAre("1 ada " + (folder_ / "ada").string(),
                                  "2 bob " + (folder_ / "bob").string(),
                                  "3 cy " + (folder_ / "cy").string()));
}

TEST_F(StoredRows, WithImpossibleNumbersAreDamaged) {
  const Writer store = settle();
  const auto told = [&](const std::string& change) {
    sql("UPDATE division SET seats = 2, mirror = 1, advice = 0");
    sql("UPDATE division SET " + change);
    try {
      static_cast<void>(store.reader().league());
    } catch (const Damaged& damage) {
      return std::string(damage.what());
    }
    return std::string();
  };
  EXPECT_EQ(told("seats = 6"), "");
  EXPECT_EQ(told("seats = 7"), "league.db: division 1: seats is 7; expected 2 to 6");
  EXPECT_EQ(told("mirror = -1"), "league.db: division 1: mirror is -1; expected 0 to 1");
  EXPECT_EQ(told("mirror = 2"), "league.db: division 1: mirror is 2; expected 0 to 1");
  EXPECT_EQ(told("advice = 2"), "");
  EXPECT_EQ(told("advice = 3"), "league.db: division 1: advice is 3; expected 0 to 2");
}

TEST_F(StoredRows, AreRoundsInTheirOrder) {
  Writer store = settle();
  const Reader& reader = store.reader();
  EXPECT_EQ(reader.count_rounds(division(reader)), 0U);
  const std::vector<RoundTable> first{{{1, 2}, 5}, {{2, 3}, 1}};
  EXPECT_EQ(store.add_round(division(reader), {{"who", "all"}}, first).plan.at("tables").dump(),
            "[[1,0,5],[3,0,1]]");
  add(store, 1, 0, 5);
  const std::vector<RoundTable> second{{{1, 2}, 3}};
  EXPECT_EQ(store.add_round(division(reader), {}, second).id, 2);
  EXPECT_EQ(reader.count_rounds(division(reader)), 2U);
  const std::vector<StoredRound> rounds = reader.rounds(division(reader));
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[0].plan.at("who"), "all");
  EXPECT_EQ(rounds[1].plan.at("tables").dump(), "[[1,5,8]]");
  for (const char* const plan : {"5", "{"}) {
    sql(fmt::format("UPDATE round SET plan = '{}' WHERE id = 2", plan));
    EXPECT_THAT([&] { static_cast<void>(reader.rounds(division(reader))); },
                ThrowsMessage<Damaged>("league.db: round 2: its plan is not a JSON object"));
  }
}

TEST_F(StoredRows, ThatBelongToNothingAreCounted) {
  Writer store = settle();
  add(store, 1, 0, 2, {1});
  add(store, 2, 0, 2, {0, 1});
  EXPECT_EQ(store.reader().orphan_rows(), 0U);
  EXPECT_EQ(store.reader().integrity_problem(), "");
  sql("UPDATE fault SET deal = 2 WHERE deal = 1");
  EXPECT_EQ(store.reader().orphan_rows(), 2U);
  sql("INSERT INTO luck VALUES (9, 'x', '')");
  EXPECT_EQ(store.reader().orphan_rows(), 3U);
  EXPECT_EQ(store.reader().integrity_problem(),
            "row 9 of luck refers to a row of block that is not there");
  sql("UPDATE games SET block = 8 WHERE block = 1");
  EXPECT_EQ(store.reader().orphan_rows(), 5U);
  sql("UPDATE block SET line_up = 7 WHERE id = 2");
  EXPECT_EQ(store.reader().orphan_rows(), 7U);  // a fault was of its deal 0
}

}  // namespace
}  // namespace danno::leagues::store
