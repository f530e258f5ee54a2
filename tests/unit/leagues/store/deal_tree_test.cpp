// A digest that does not see where blocks were cut.
#include "leagues/store/deal_tree.hpp"

#include <gtest/gtest.h>

#include <random>

namespace danno::leagues::store {
namespace {

DealTree::Hash compute_root(const std::map<std::uint64_t, std::string>& deals) {
  DealTree tree;
  for (const auto& [deal, games] : deals)
    tree.add(deal, games);
  return tree.root();
}

TEST(DealTrees, DoNotSeeWhereBlocksWereCut) {
  std::mt19937 random(1);
  std::map<std::uint64_t, std::string> deals;
  for (std::uint64_t deal = 0; deal < 100; ++deal) {
    if (random() % 8 > 0) deals[deal] = std::to_string(random());
  }
  for (int i = 0; i < 20; ++i) {
    DealTree whole;
    for (auto deal = deals.begin(); deal != deals.end();) {
      DealTree block;
      const std::uint64_t first = deal->first;
      std::uint64_t size = 0;
      do {
        block.add(deal->first, deal->second);
        ++size;
        ++deal;
      } while (deal != deals.end() && deal->first == first + size && random() % 10 > 0);
      ASSERT_TRUE(whole.add_block(first, size, block.nodes()));
    }
    EXPECT_EQ(whole.root(), compute_root(deals));
  }
}

TEST(DealTrees, SeeEveryDealAndItsPlace) {
  std::map<std::uint64_t, std::string> deals;
  for (std::uint64_t deal = 0; deal < 11; ++deal)
    deals[deal] = std::to_string(deal);
  std::set<DealTree::Hash> roots{compute_root({}), compute_root(deals)};
  for (std::uint64_t deal = 0; deal < 11; ++deal) {
    auto other = deals;
    other[deal] = "x";
    roots.insert(compute_root(other));
    other.erase(deal);
    roots.insert(compute_root(other));
    other[deal + 20] = deals[deal];
    roots.insert(compute_root(other));
  }
  EXPECT_EQ(roots.size(), 2U + 3 * 11);
}

TEST(DealTrees, TakeNoOtherNumberOfHashes) {
  DealTree block;
  block.add(4, "a");
  block.add(5, "b");
  EXPECT_TRUE(DealTree().add_block(4, 2, block.nodes()));
  EXPECT_FALSE(DealTree().add_block(4, 3, block.nodes()));
  EXPECT_FALSE(DealTree().add_block(4, 2, block.nodes() + "x"));
  EXPECT_FALSE(DealTree().add_block(4, 2, ""));
}

}  // namespace
}  // namespace danno::leagues::store
