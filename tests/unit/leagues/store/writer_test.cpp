// A run settles and stores each thing exactly once.
#include <fmt/format.h>

#include "leagues/store/pack.hpp"
#include "tests/unit/leagues/store/by_hand.hpp"

namespace danno::leagues::store {
namespace {

using testing::ElementsAre;
using testing::ThrowsMessage;

class Writers : public LeagueByHand {};

TEST_F(Writers, EndBlocksBeforeEveryMultipleOf1024) {
  EXPECT_EQ(deals_of_block(0, 5), 5U);
  EXPECT_EQ(deals_of_block(0, 2000), 1024U);
  EXPECT_EQ(deals_of_block(1000, 24), 24U);
  EXPECT_EQ(deals_of_block(1000, 100), 24U);
  EXPECT_EQ(deals_of_block(1024, 100), 100U);
  EXPECT_EQ(deals_of_block(2047, 2), 1U);
  Writer store = settle();
  add(store, 1, 1000, 2060);
  EXPECT_THAT(ask("SELECT first || '+' || deals FROM block"),
              ElementsAre("1000+24", "1024+1024", "2048+12"));
}

TEST_F(Writers, MakeABlockOfDealsThatFollowEachOther) {
  Writer store = settle();
  referee::play::LineUp two_agents;
  two_agents.agents.resize(2);
  auto deals = fake_deals(two_agents, 3, 9, {}).deals;
  deals.erase(deals.begin() + 2);
  store.add_deals(store.reader().line_up(division(store.reader()), 1), store.current_epoch("s"),
                  store.conditions_id({"none", "", "m", {}}), deals);
  EXPECT_THAT(ask("SELECT first || '+' || deals FROM block"), ElementsAre("3+2", "6+3"));
}

TEST_F(Writers, StoreNoDealTwiceAndNoOldFaultOfANewOne) {
  Writer store = settle();
  add(store, 1, 4, 8);
  for (const auto& [first, end] : {std::pair{0U, 5U}, {7U, 9U}, {5U, 6U}, {3U, 12U}}) {
    const auto again = [&, from = first, to = end] { add(store, 1, from, to); };
    EXPECT_THAT(again,
                ThrowsMessage<std::runtime_error>(fmt::format(
                    "league.db: some of deals {} to {} of line-up 1 are there", first, end - 1)));
  }
  add(store, 1, 0, 4, {0, 3});
  add(store, 1, 8, 10, {8});
  add(store, 2, 0, 10, {3});
  sql("DELETE FROM games WHERE block = (SELECT id FROM block WHERE first = 0 AND line_up = 1);"
      "DELETE FROM block WHERE first = 0 AND line_up = 1");
  add(store, 1, 2, 4);
  EXPECT_THAT(ask("SELECT line_up || '/' || deal FROM fault ORDER BY line_up, deal"),
              ElementsAre("1/0", "1/8", "2/3"));
}

TEST_F(Writers, StorePackedBlocksWithTheirEpochAndLuck) {
  Writer store = settle();
  const Id conditions = store.conditions_id({"none", "", "m", {}});
  StoredBlock block{.line_up = 2, .first = 4, .deals = 2, .conditions = conditions};
  block.nodes = "nodes";
  block.luck = "luck";
  const std::string games = pack(std::vector<std::string>{"a", "b"});
  std::vector<PackedBlock> blocks{{block, games, "basis"}};
  block.first = 6;
  blocks.push_back({block, games, ""});
  static_cast<void>(store.current_epoch("s"));
  const Epoch epoch = store.current_epoch("another");
  store.add_blocks(epoch, blocks);
  EXPECT_THAT(ask("SELECT line_up || ' ' || first || '+' || deals || ' ' || epoch || ' ' ||"
                  " conditions || ' ' || nodes || ' ' || (at > 0) FROM block"),
              ElementsAre("2 4+2 2 1 nodes 1", "2 6+2 2 1 nodes 1"));
  EXPECT_THAT(ask("SELECT block || basis || sums FROM luck"), ElementsAre("1basisluck"));
  EXPECT_EQ(ask("SELECT count(*) FROM games").front(), "2");
  EXPECT_THROW(store.add_blocks(epoch, blocks), std::runtime_error);
}

TEST_F(Writers, PlanTheDealsUpToOneAndNeverFewer) {
  Writer store = settle();
  const StoredDivision division = this->division(store.reader());
  const auto planned = [&](std::uint64_t deal) {
    return store.plan_table(division, {1, 2}, deal, 7).planned;
  };
  EXPECT_EQ(planned(24), 25U);
  EXPECT_EQ(planned(3), 25U);
  const StoredLineUp reversed = store.plan_table(division, {2, 1}, 0, 7);
  EXPECT_EQ(reversed.id, 4);
  EXPECT_EQ(reversed.planned, 1U);
  EXPECT_THAT(ask("SELECT planned || ' ' || place FROM line_up WHERE id IN (1, 4)"),
              ElementsAre("25 0", "1 7"));
}

TEST_F(Writers, PlanTheDealsOfARoundBehindThoseThatAreStored) {
  Writer store = settle();
  const StoredDivision division = this->division(store.reader());
  add(store, 3, 0, 30);
  const std::vector<RoundTable> tables{{{2, 3}, 4}, {{3, 1}, 2}};
  EXPECT_EQ(store.add_round(division, {}, tables).plan.at("tables").dump(), "[[3,30,34],[4,0,2]]");
  EXPECT_THAT(ask("SELECT planned || ' ' || place FROM line_up"),
              ElementsAre("20 0", "20 1", "34 2", "2 3"));
}

TEST_F(Writers, CloseTheScheduleWithWhatIsStored) {
  Writer store = settle();
  add(store, 1, 0, 3);
  add(store, 1, 5, 9);
  store.close_schedule();
  EXPECT_THAT(ask("SELECT planned FROM line_up"), ElementsAre("7", "0", "0"));
  EXPECT_EQ(store.reader().league().plan->deals, std::nullopt);
}

TEST_F(Writers, KnowConditionsAndEpochsAgain) {
  Writer store = settle();
  EXPECT_EQ(store.conditions_id({"none", "", "m", {}}), 1);
  EXPECT_EQ(store.conditions_id({"none", "", "m", league_.limits}), 2);
  EXPECT_EQ(store.conditions_id({"none", "", "m", {}}), 1);
  EXPECT_EQ(store.current_epoch("a").id, 1);
  EXPECT_EQ(store.current_epoch("b").id, 2);
  EXPECT_EQ(store.current_epoch("a").id, 1);
  EXPECT_EQ(store.current_epoch(std::nullopt).id, 3);  // typed seeds are no secrets
  EXPECT_EQ(store.current_epoch(std::nullopt).id, 3);
}

TEST_F(Writers, KeepOnlyWhatIsPlayedOfAFormatThatPlansAsItGoesOn) {
  Writer store = settle();
  add(store, 1, 2, 5);
  add(store, 2, 0, 5);
  league_.deals = 0;
  std::ofstream(folder_ / "cy" / "agent.toml") << "changed";
  store.sync_with(league_, {});
  EXPECT_THAT(ask("SELECT planned FROM line_up"), ElementsAre("5", "0", "0"));
}

TEST_F(Writers, WithdrawLineUpsAndDivisionsThatAreNoLongerPlanned) {
  Writer store = settle();
  add(store, 1, 0, 25);
  league_.entrants.erase(league_.entrants.begin());  // cy
  store.sync_with(league_, every_pair);
  EXPECT_THAT(ask("SELECT planned FROM line_up"), ElementsAre("25", "0", "0"));
  league_.mirror = false;
  store.sync_with(league_, every_pair);
  EXPECT_THAT(ask("SELECT division || ' ' || planned FROM line_up"),
              ElementsAre("1 0", "1 0", "1 0", "2 20"));
  EXPECT_EQ(ask("SELECT json_extract(settings, '$.divisions') FROM league").front(), "[2]");
}

TEST_F(Writers, LoseTheLuckOfBlocksThatAreGone) {
  Writer store = settle();
  add(store, 1, 0, 2);
  sql("INSERT INTO luck VALUES (1, 'x', ''), (9, 'x', '')");
  store.sync_with(league_, every_pair);
  EXPECT_THAT(ask("SELECT block FROM luck"), ElementsAre("1"));
}

TEST_F(Writers, ChangeNothingIfTheCheckThrows) {
  Writer store = settle();
  const std::string before = store.reader().snapshot();
  struct Refused {};
  league_.deals = 50;
  EXPECT_THROW(store.sync_with(league_, every_pair,
                               [](const Reader& settled) {
                                 EXPECT_EQ(settled.league().plan->deals, 50U);
                                 throw Refused();
                               }),
               Refused);
  EXPECT_EQ(store.reader().snapshot(), before);
}

TEST_F(Writers, KeepTheSecretFromOtherUsers) {
  const Writer store = settle();
  EXPECT_EQ(fs::status(out() / "league.db").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace
}  // namespace danno::leagues::store
