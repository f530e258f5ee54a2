// Deals come back from the file as they were stored, however they lie there in blocks.
#include <fmt/format.h>

#include <algorithm>

#include "leagues/store/deal_tree.hpp"
#include "leagues/store/digester.hpp"
#include "tests/unit/leagues/store/by_hand.hpp"

namespace danno::leagues::store {
namespace {

using testing::ElementsAre;
using testing::ThrowsMessage;

class StoredBlocks : public LeagueByHand {
 protected:
  /// Every block of these line-ups as "line-up:first+deals", and '!' if it has sums, hashes and
  /// luck.
  static std::vector<std::string> visited(const Reader& store,
                                          std::span<const StoredLineUp> line_ups,
                                          std::string_view basis = {}) {
    std::vector<std::string> blocks;
    static_cast<void>(store.visit_blocks(
        line_ups,
        [&](const StoredLineUp& line_up, const StoredBlock& block) {
          const bool is_whole = !block.sums.empty() && !block.nodes.empty() && !block.luck.empty();
          blocks.push_back(
              fmt::format("{}:{}+{}{}", line_up.id, block.first, block.deals, is_whole ? "!" : ""));
        },
        basis));
    return blocks;
  }
  /// The digest that docs/league-db.md tells for line-ups with these deals.
  static std::string due_digest(const std::vector<std::vector<std::uint64_t>>& line_ups) {
    referee::play::LineUp two_agents;
    two_agents.agents.resize(2);
    Digester digester;
    for (const std::vector<std::uint64_t>& deals : line_ups) {
      DealTree tree;
      for (const std::uint64_t deal : deals) {
        const auto batch = fake_deals(two_agents, deal, deal + 1, {});
        tree.add(deal, referee::record::encode_deal(batch.deals.front().games));
      }
      digester.add(hash_bytes(tree.root()));
    }
    return digester.hex();
  }
  /// Stores blocks of one deal without games, as many for each line-up.
  void add_blocks_without_games(const std::vector<int>& counts) const {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      sql(fmt::format(
          "INSERT INTO block (line_up, first, deals, epoch, conditions, at, nodes, sums) WITH "
          "RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {}) SELECT {}, "
          "i, 1, 1, 1, 0, zeroblob(32), '' FROM n",
          counts[i], i + 1));
    }
  }
};

TEST_F(StoredBlocks, AreAllVisitedHoweverManyALineUpHas) {
  Writer store = settle();
  add(store, 1, 0, 1);
  sql("UPDATE line_up SET planned = 100000");
  for (const std::vector<int>& counts : {std::vector{5000, 2, 1},
                                         {4095, 1, 1},
                                         {4096, 1, 1},
                                         {4000, 200, 0},
                                         {1, 0, 4097},
                                         {0, 4096, 4096},
                                         {3, 2, 1}}) {
    sql("DELETE FROM games; DELETE FROM luck; DELETE FROM block");
    add_blocks_without_games(counts);
    std::vector<StoredLineUp> line_ups = store.reader().line_ups(division(store.reader()));
    for (int order = 0; order < 6; ++order) {
      std::vector<std::string> due;
      for (const StoredLineUp& line_up : line_ups) {
        for (int i = 0; i < counts[static_cast<std::size_t>(line_up.id - 1)]; ++i)
          due.push_back(fmt::format("{}:{}+1", line_up.id, i));
      }
      EXPECT_EQ(visited(store.reader(), line_ups), due);
      std::ranges::next_permutation(line_ups, {}, &StoredLineUp::id);
    }
  }
}

TEST_F(StoredBlocks, AreCutWhereFewerDealsArePlanned) {
  Writer store = settle();
  add(store, 1, 0, 4);
  add(store, 1, 4, 8);
  add(store, 1, 8, 10);
  add(store, 2, 0, 3);
  std::vector<StoredBlock> with_luck;
  for (const StoredLineUp& line_up : store.reader().line_ups(division(store.reader()))) {
    store.reader().visit_stored_blocks(
        line_up, [&](const StoredBlock& block) { with_luck.push_back(block); });
  }
  for (StoredBlock& block : with_luck)
    block.luck = "luck";
  store.reader().store_luck("basis", with_luck);
  const auto visit = [&](int planned, const std::string& basis = "basis") {
    sql(fmt::format("UPDATE line_up SET planned = {}", planned));
    return visited(store.reader(), store.reader().line_ups(division(store.reader())), basis);
  };
  EXPECT_THAT(visit(10), ElementsAre("1:0+4!", "1:4+4!", "1:8+2!", "2:0+3!"));
  EXPECT_THAT(visit(10, "another"), ElementsAre("1:0+4", "1:4+4", "1:8+2", "2:0+3"));
  EXPECT_THAT(visit(9), ElementsAre("1:0+4!", "1:4+4!", "1:8+1", "2:0+3!"));
  EXPECT_THAT(visit(8), ElementsAre("1:0+4!", "1:4+4!", "2:0+3!"));
  EXPECT_THAT(visit(5), ElementsAre("1:0+4!", "1:4+1", "2:0+3!"));
  EXPECT_THAT(visit(2), ElementsAre("1:0+2", "2:0+2"));
}

TEST_F(StoredBlocks, GiveADigestOfTheirPlannedGames) {
  Writer store = settle();
  add(store, 1, 0, 4);
  add(store, 1, 4, 6);
  add(store, 3, 1, 3);
  const auto digest = [&] {
    return store.reader().visit_deals(division(store.reader()), [](auto&&...) {});
  };
  EXPECT_EQ(digest(), due_digest({{0, 1, 2, 3, 4, 5}, {1, 2}}));
  sql("UPDATE line_up SET planned = 2");
  EXPECT_EQ(digest(), due_digest({{0, 1}, {1}}));
}

TEST_F(StoredBlocks, HaveDealsWithTheirIndices) {
  Writer store = settle();
  add(store, 2, 3, 6);
  std::vector<std::string> deals;
  static_cast<void>(store.reader().visit_deals(
      division(store.reader()),
      [&](const StoredLineUp& line_up, const referee::play::DealResult& deal) {
        // The points of a fake game are its deal.
        deals.push_back(
            fmt::format("{}:{} {}", line_up.id, deal.deal, deal.games.front().totals[0]));
      }));
  EXPECT_THAT(deals, ElementsAre("2:3 3", "2:4 4", "2:5 5"));
}

TEST_F(StoredBlocks, WithoutAllTheirGamesAreDamaged) {
  Writer store = settle();
  add(store, 1, 0, 2);
  const auto read = [&] {
    static_cast<void>(store.reader().visit_deals(division(store.reader()), [](auto&&...) {}));
  };
  sql("UPDATE block SET deals = 3, nodes = zeroblob(64)");
  EXPECT_THAT(read, ThrowsMessage<Damaged>("league.db: block 1: games of 2 deals; expected 3"));
  sql("DELETE FROM games");
  EXPECT_THAT(read, ThrowsMessage<Damaged>("league.db: block 1: its games are missing"));
}

TEST_F(StoredBlocks, AreOnlyUnpackedForAFaultyDealOfTheirs) {
  Writer store = settle();
  add(store, 1, 0, 3);
  add(store, 1, 3, 6, {3, 5});
  add(store, 1, 6, 8);
  add(store, 1, 8, 10, {9});
  add(store, 1, 10, 12);
  add(store, 2, 0, 2, {1});
  sql("DELETE FROM games WHERE block IN (SELECT id FROM block WHERE line_up = 1 AND first IN (0, 6,"
      " 10))");
  std::vector<std::uint64_t> deals;
  for (const StoredLineUp& line_up : store.reader().line_ups(division(store.reader()))) {
    store.reader().visit_faulty_deals(
        line_up, [&](const StoredLineUp& of, const referee::play::DealResult& deal) {
          EXPECT_EQ(of.id, line_up.id);
          deals.push_back(100 * static_cast<std::uint64_t>(of.id) + deal.deal);
        });
  }
  EXPECT_THAT(deals, ElementsAre(103, 105, 109, 201));
}

TEST_F(StoredBlocks, AreReadFromADealOnUntilItIsEnough) {
  Writer store = settle();
  add(store, 1, 0, 3);
  add(store, 1, 3, 6, {4});
  add(store, 1, 6, 8, {6, 7});
  add(store, 1, 8, 10);
  sql("DELETE FROM games WHERE block IN (SELECT id FROM block WHERE first IN (0, 8))");
  const StoredLineUp line_up = store.reader().line_up(division(store.reader()), 1);
  const auto deals = [&](std::uint64_t from, std::uint64_t last) {
    std::vector<std::string> read;
    store.reader().visit_stored(line_up, from, [&](const StoredDeal& deal) {
      EXPECT_EQ(deal.max_faults, 2);
      EXPECT_EQ(deal.epoch, 1);
      for (const StoredFault& fault : deal.faults)
        EXPECT_EQ(fault.deal, deal.deal);
      const auto games = referee::record::decode_deal(deal.games);
      read.push_back(
          fmt::format("{} {} {}", deal.deal, games.front().totals[0], deal.faults.size()));
      return deal.deal < last;
    });
    return read;
  };
  EXPECT_THAT(deals(3, 7), ElementsAre("3 3 0", "4 4 1", "5 5 0", "6 6 1", "7 7 1"));
  EXPECT_THAT(deals(5, 6), ElementsAre("5 5 0", "6 6 1"));
}

TEST_F(StoredBlocks, WerePlayedLastWhenTheNewestPlannedOneWas) {
  Writer store = settle();
  EXPECT_EQ(store.reader().last_played(division(store.reader())), std::nullopt);
  add(store, 1, 0, 2);
  add(store, 1, 2, 4);
  add(store, 1, 4, 6);
  sql("UPDATE block SET at = 1000 + 10 * id; UPDATE line_up SET planned = 4");
  EXPECT_EQ(store.reader().last_played(division(store.reader())),
            std::chrono::sys_seconds(std::chrono::seconds(1020)));
}

TEST_F(StoredBlocks, KeepLuckOnOneBasisWhileTheyAreWhole) {
  Writer store = settle();
  add(store, 1, 0, 4);
  add(store, 1, 4, 8);
  add(store, 2, 0, 4);
  const auto without = [&](std::string_view basis) {
    std::vector<std::string> blocks;
    for (const StoredBlock& block :
         store.reader().blocks_without_luck(division(store.reader()), basis))
      blocks.push_back(
          fmt::format("{}={}:{}+{}", block.id, block.line_up, block.first, block.deals));
    return blocks;
  };
  EXPECT_THAT(without("a"), ElementsAre("1=1:0+4", "2=1:4+4", "3=2:0+4"));
  const auto whole = store.reader().blocks_without_luck(division(store.reader()), "a");
  std::vector<StoredBlock> blocks = whole;
  blocks[2].deals = 3;  // another process has stored it anew meanwhile
  store.reader().store_luck("a", blocks);
  EXPECT_THAT(without("a"), ElementsAre("3=2:0+4"));
  EXPECT_THAT(without("b"), ElementsAre("1=1:0+4", "2=1:4+4", "3=2:0+4"));
  store.reader().store_luck("b", std::span(whole).first(1));
  EXPECT_THAT(without("a"), ElementsAre("1=1:0+4", "3=2:0+4"));
  EXPECT_THAT(store.reader().luck_bases(division(store.reader())), ElementsAre("a", "b"));
  sql("UPDATE line_up SET planned = 6");
  EXPECT_THAT(without("a"), ElementsAre("1=1:0+4", "2=1:4+2", "3=2:0+4"));
  sql("UPDATE line_up SET planned = 4");
  EXPECT_THAT(without("a"), ElementsAre("1=1:0+4", "3=2:0+4"));
}

/// Writes a row as docs/league-db.md tells.
std::string row(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values)
    text += fmt::format("{}:{},", value.size(), value);
  return text + "\n";
}

TEST_F(StoredBlocks, AreRowsOfTheDigestByEpochConditionsAndDay) {
  Writer store = settle();
  EXPECT_EQ(store.current_epoch("s").id, 1);
  for (const auto& [first, end] : {std::pair{0, 2}, {2, 3}, {3, 5}, {6, 7}, {7, 8}, {8, 10}})
    add(store, 1, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(end));
  add(store, 3, 10, 12);
  EXPECT_EQ(store.current_epoch("another").id, 2);
  EXPECT_EQ(store.conditions_id({"none", "few", "another", league_.limits}), 2);
  sql("UPDATE block SET at = 86400 * 7 + id;"
      "UPDATE block SET at = 86400 * 8 WHERE id = 3;"
      "UPDATE block SET epoch = 2 WHERE id = 5;"
      "UPDATE block SET conditions = 2 WHERE id = 6");
  const Digests digests = store.reader().digests();
  const auto deals = std::ranges::find(digests, "deal", &TableDigest::table);
  ASSERT_NE(deals, digests.end());
  DealTree first;
  DealTree second;
  referee::play::LineUp two_agents;
  two_agents.agents.resize(2);
  for (const referee::play::DealResult& deal : fake_deals(two_agents, 0, 12, {}).deals) {
    const std::string games = referee::record::encode_deal(deal.games);
    if (deal.deal != 5 && deal.deal < 10) first.add(deal.deal, games);
    if (deal.deal >= 10) second.add(deal.deal, games);
  }
  Digester due;
  due.add(row({"1", "0", "3", "1", "1", "7"}) + row({"1", "3", "2", "1", "1", "8"}) +
          row({"1", "6", "1", "1", "1", "7"}) + row({"1", "7", "1", "2", "1", "7"}) +
          row({"1", "8", "2", "1", "2", "7"}) + row({"1", std::string(hash_bytes(first.root()))}) +
          row({"3", "10", "2", "1", "1", "7"}) +
          row({"3", std::string(hash_bytes(second.root()))}));
  EXPECT_EQ(deals->digest, due.hex());
}

}  // namespace
}  // namespace danno::leagues::store
