// Sums of results against values worked out by hand.
#include "leagues/ratings/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace danno::leagues::ratings {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kHalf = kPairWin / 2;

/// Returns a square sum in units of a half win squared.
std::int64_t in_halves(Int128 square) { return static_cast<std::int64_t>(square / kHalf / kHalf); }

TEST(Interner, NumbersStringsByTheirFirstOccurrence) {
  Interner interner;
  constexpr std::uint32_t kStrings = 200;  // more than its table begins with
  for (std::uint32_t round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < kStrings; ++i)
      ASSERT_EQ(interner.intern(std::string(i % 7, 'x') + std::to_string(i)), i);
  }
  EXPECT_EQ(interner.size(), kStrings);
  for (std::uint32_t i = 0; i < kStrings; ++i)
    ASSERT_EQ(interner[i], std::string(i % 7, 'x') + std::to_string(i));
}

TEST(ScoreOfPlaces, IsAWinATieOrALoss) {
  EXPECT_EQ(score_of_places(1, 2), kPairWin);
  EXPECT_EQ(score_of_places(2, 2), kHalf);
  EXPECT_EQ(score_of_places(3, 2), 0);
}

/// Adds a deal of games of these players, each with its places.
void add(Results& results, const std::vector<int>& players,
         const std::vector<std::vector<int>>& places) {
  std::vector<RankedGame> games;
  for (const std::vector<int>& game : places)
    games.push_back({.players = players, .places = game});
  results.add_deal(games);
}

TEST(Results, AddUpADealOfTwoGamesOfThree) {
  Results results(4);
  // The players stand in another order than their numbers: 3, 0 and 2.
  add(results, {3, 0, 2}, {{1, 2, 3}, {1, 1, 3}});
  EXPECT_EQ(results.deals(), 1);
  EXPECT_THAT(results.table_sizes(), ElementsAre(3));
  EXPECT_EQ(results.agent(3, 3).games, 2);
  EXPECT_EQ(results.agent(3, 1).games, 0);
  EXPECT_EQ(results.agent(3, 3).score, 7 * kHalf);
  EXPECT_EQ(results.agent(3, 0).score, 5 * kHalf);
  EXPECT_EQ(results.agent(3, 2).score, 0);
  EXPECT_EQ(results.agent(3, 3).wins, 3 * kHalf);
  EXPECT_EQ(results.agent(3, 0).wins, kHalf);
  const PairTotals& first = results.pair(3, 0, 3);  // 0 lost once and tied once
  EXPECT_EQ(first.games, 2);
  EXPECT_EQ(first.ties, 1);
  EXPECT_EQ(first.score, kHalf);
  EXPECT_EQ(first.halves, 1);
  EXPECT_EQ(first.m_squared, 4);
  EXPECT_EQ(first.ym, -2 * kHalf);
  EXPECT_EQ(in_halves(first.y_squared), 1);
  const PairTotals& second = results.pair(3, 0, 2);  // 0 won twice
  EXPECT_EQ(second.ties, 0);
  EXPECT_EQ(second.score, 4 * kHalf);
  EXPECT_EQ(second.halves, 4);
  EXPECT_EQ(second.ym, 4 * kHalf);
  EXPECT_EQ(in_halves(second.y_squared), 4);
  EXPECT_EQ(results.pair(3, 2, 3).score, 0);
}

TEST(Results, KeepAdjustedScoresApartFromHalfPoints) {
  Results results(2);
  const std::array players{1, 0};
  const std::array places{1, 2};
  const std::array<PairScore, 1> adjusted{kPairWin / 4 * 3};
  const RankedGame game{.players = players, .places = places, .adjusted = adjusted};
  results.add_deal({&game, 1});
  EXPECT_EQ(results.pair(2, 0, 1).score, kPairWin / 4);
  EXPECT_EQ(results.pair(2, 0, 1).halves, 0);
  EXPECT_EQ(results.agent(2, 1).score, kPairWin / 4 * 3);
  EXPECT_EQ(results.agent(2, 0).score, kPairWin / 4);
  EXPECT_EQ(results.agent(2, 1).wins, kPairWin);
}

/// Two deals of two games: 3 and 0 share the first place in one game of each, and 3 wins the other;
/// in the second deal 2 is before 0 there.
Results add_two_deals() {
  Results results(4);
  add(results, {3, 0, 2}, {{1, 2, 3}, {1, 1, 3}});
  add(results, {3, 0, 2}, {{1, 3, 2}, {1, 1, 3}});
  return results;
}

TEST(Results, OfSummedDealsAreThoseOfTheDeals) {
  const Results due = add_two_deals();
  // The sums of the two deals, in half points: by pair (3,0), (3,2), (0,2).
  const std::array players{3, 0, 2};
  const std::array<std::int64_t, 9> firsts{2, 2, 0, 0, 2, 0, 0, 0, 0};
  const std::array<PairScore, 3> scores{6 * kHalf, 8 * kHalf, 6 * kHalf};
  const std::array<std::int64_t, 3> ties{2, 0, 0};
  const Int128 unit = Int128{kHalf} * kHalf;
  const std::array<Int128, 3> squares{2 * unit, 8 * unit, 4 * unit};
  // The players are 3, 1 and -4 half points above even in the first deal, and 3, -1 and -2 in the
  // second.
  const std::array<Int128, 6> products{18 * unit,  0 * unit,  2 * unit,
                                       -18 * unit, -2 * unit, 20 * unit};
  Results results(4);
  results.add_deals({.players = players,
                     .deals = 2,
                     .games = 2,
                     .firsts = firsts,
                     .scores = scores,
                     .ties = ties,
                     .squares = squares,
                     .products = products});
  EXPECT_EQ(results.deals(), 2);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(results.agent(3, i).games, due.agent(3, i).games);
    EXPECT_EQ(results.agent(3, i).score, due.agent(3, i).score);
    EXPECT_EQ(results.agent(3, i).wins, due.agent(3, i).wins);
    for (int j = i + 1; j < 4; ++j) {
      const PairTotals& own = results.pair(3, i, j);
      const PairTotals& other = due.pair(3, i, j);
      EXPECT_EQ(
          std::tie(own.games, own.ties, own.score, own.halves, own.m_squared, own.ym),
          std::tie(other.games, other.ties, other.score, other.halves, other.m_squared, other.ym));
      EXPECT_TRUE(own.y_squared == other.y_squared);
    }
  }
  EXPECT_EQ(results.agent(3, 3).wins, 3 * kPairWin);
  EXPECT_EQ(results.agent(3, 0).wins, kPairWin);
  LineUpMoments moments;
  ASSERT_EQ(results.line_ups(), 1U);
  for (const Results* const each : std::initializer_list<const Results*>{&results, &due}) {
    each->read_line_up(0, moments);
    EXPECT_EQ(moments.deals, 2);
    EXPECT_THAT(moments.key, ElementsAre(3, 2, 0, 2, 3));
    EXPECT_THAT(moments.sums, ElementsAre(0, -6 * kHalf, 6 * kHalf));  // of 0, 2 and 3
    std::vector<std::int64_t> read;
    for (const Int128 product : moments.products)
      read.push_back(in_halves(product));
    EXPECT_THAT(read, ElementsAre(2, -2, 20, 0, -18, 18));
  }
}

TEST(Results, OfSummedDealsCountGivenHalfPoints) {
  const std::array players{1, 0};
  const std::array<PairScore, 1> scores{kPairWin / 4 * 7};  // of 1, less luck
  const std::array<std::int64_t, 1> halves{5};
  const std::array<Int128, 1> squares{0};
  const std::array<Int128, 3> products{0, 0, 0};
  Results results(2);
  results.add_deals({.players = players,
                     .deals = 1,
                     .games = 3,
                     .firsts = {},
                     .scores = scores,
                     .halves = halves,
                     .squares = squares,
                     .products = products});
  EXPECT_EQ(results.pair(2, 0, 1).halves, 1);
  EXPECT_EQ(results.pair(2, 0, 1).score, kPairWin / 4 * 5);
  EXPECT_EQ(results.pair(2, 0, 1).ties, 0);
  EXPECT_EQ(results.agent(2, 1).wins, 0);
}

TEST(Results, KeepTheMomentsOfADealAtSeveralTables) {
  Results results(3);
  const std::array pair{2, 0};
  const std::array all{1, 2, 0};
  const std::array in_order{1, 2};
  const std::array other_order{2, 1};
  const std::array of_three{3, 1, 2};
  // Agent 2 wins twice at the tables of two, and is the first of three.
  for (int deal = 0; deal < 2; ++deal)
    results.add_deal(std::array{RankedGame{all, of_three}, RankedGame{pair, in_order},
                                RankedGame{std::array{0, 2}, other_order}});
  ASSERT_EQ(results.line_ups(), 1U);
  LineUpMoments moments;
  results.read_line_up(0, moments);
  EXPECT_EQ(moments.deals, 2);
  EXPECT_THAT(moments.key, ElementsAre(2, 2, 0, 2, 3, 1, 0, 1, 2));
  ASSERT_EQ(moments.tables.size(), 2U);
  EXPECT_EQ(moments.tables[0].games, 2);
  EXPECT_THAT(moments.tables[1].agents, ElementsAre(0, 1, 2));
  std::vector<std::pair<int, int>> coordinates;
  for (const LineUpMoments::Coordinate& coordinate : moments.coordinates)
    coordinates.emplace_back(coordinate.table_size, coordinate.agent);
  EXPECT_THAT(coordinates, ElementsAre(std::pair(2, 0), std::pair(2, 2), std::pair(3, 0),
                                       std::pair(3, 1), std::pair(3, 2)));
  EXPECT_THAT(moments.sums, ElementsAre(-4 * kHalf, 4 * kHalf, 0, -4 * kHalf, 4 * kHalf));
  std::vector<std::int64_t> products;
  for (const Int128 product : moments.products)
    products.push_back(in_halves(product));
  EXPECT_THAT(products, ElementsAre(8, -8, 8, 0, 0, 0, 8, -8, 0, 8, -8, 8, 0, -8, 8));
}

TEST(Results, TellLineUpsApartByTheirTablesAndGames) {
  Results results(4);
  add(results, {0, 1}, {{1, 2}});
  add(results, {1, 0}, {{1, 2}});
  EXPECT_EQ(results.line_ups(), 1U);
  add(results, {0, 1}, {{1, 2}, {1, 2}});
  add(results, {0, 2}, {{1, 2}});
  add(results, {0, 1, 2}, {{1, 2, 3}});
  EXPECT_EQ(results.line_ups(), 4U);
  LineUpMoments moments;
  results.read_line_up(1, moments);
  EXPECT_TRUE(moments.products.empty()) << "one deal has no products yet";
  // Tables of one size are keyed by their agents, whatever the order of the games.
  const std::array low{0, 1};
  const std::array high{2, 3};
  const std::array places{1, 2};
  results.add_deal(std::array{RankedGame{low, places}, RankedGame{high, places}});
  results.add_deal(std::array{RankedGame{high, places}, RankedGame{low, places}});
  EXPECT_EQ(results.line_ups(), 5U);
  results.read_line_up(4, moments);
  EXPECT_THAT(moments.key, ElementsAre(2, 1, 0, 1, 2, 1, 2, 3));
}

TEST(Results, KeepGamesWhereAModelNeedsThem) {
  Results results(3, Needs::Games);
  add(results, {2, 0}, {{1, 2}, {2, 1}});
  add(results, {0, 1, 2}, {{3, 1, 1}});
  const PlayedGames& played = results.played();
  EXPECT_THAT(played.ends, ElementsAre(2, 4, 7));
  EXPECT_THAT(played.deals, ElementsAre(2, 3));
  EXPECT_THAT(played.game(1).places, ElementsAre(2, 1));
  EXPECT_THAT(played.game(2).players, ElementsAre(0, 1, 2));
  EXPECT_THAT(played.game(2).places, ElementsAre(3, 1, 1));
  EXPECT_THAT(results.table_sizes(), ElementsAre(2, 3));
}

}  // namespace
}  // namespace danno::leagues::ratings
