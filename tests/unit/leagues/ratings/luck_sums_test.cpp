// Sums of luck against values worked out by hand.
#include "leagues/ratings/luck_sums.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace danno::leagues::ratings {
namespace {

using testing::ElementsAre;

/// Returns a game of three with the agents and places by seat.
referee::record::GameRecord make_game(std::array<std::uint8_t, 3> agents,
                                      std::array<std::uint8_t, 3> places) {
  referee::record::GameRecord game;
  game.seats = 3;
  for (std::size_t seat = 0; seat < 3; ++seat) {
    game.agent_at[seat] = agents[seat];
    game.places[seat] = places[seat];
  }
  return game;
}

/// Returns luck in quarters of a win of each agent against each other.
GameLuck make_luck(const std::array<std::array<int, 3>, 3>& quarters) {
  GameLuck luck;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b)
      luck.own[a][b] = quarters[a][b] / 4.0;
  }
  return luck;
}

/// Two deals of two games: numbers 4 and 7.
std::vector<referee::play::DealResult> make_deals() {
  return {{4, {make_game({0, 1, 2}, {1, 2, 3}), make_game({2, 0, 1}, {1, 2, 2})}},
          {7, {make_game({1, 2, 0}, {1, 2, 3}), make_game({0, 1, 2}, {3, 2, 1})}}};
}

std::vector<GameLuck> make_lucks() {
  return {make_luck({{{0, 1, 2}, {-1, 0, 0}, {0, 3, 0}}}),
          make_luck({{{0, 0, -1}, {2, 0, 0}, {0, 0, 0}}}),
          make_luck({{{0, -2, 0}, {0, 0, 1}, {0, 0, 0}}}),
          make_luck({{{0, 0, 0}, {0, 0, 0}, {4, 0, 0}}})};
}

TEST(LuckOfAPair, IsThatOfTheFirstLessThatOfTheSecond) {
  EXPECT_EQ(make_lucks()[0].of_pair(0, 1), 0.5);
  EXPECT_EQ(make_lucks()[0].of_pair(1, 0), -0.5);
  EXPECT_EQ(make_lucks()[0].of_pair(1, 2), -0.75);
}

TEST(SumsOfLuck, AreThoseOfTheirDeals) {
  const std::optional<LuckSums> sums = sum_luck(make_deals(), make_lucks(), 3);
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->seats, 3U);
  EXPECT_EQ(sums->games, 2);
  EXPECT_EQ(sums->deals(), 2);
  // The numbers by pair (0,1), (0,2), (1,2): the half points above even, then the luck in quarters.
  const std::array<std::vector<std::int64_t>, 2> numbers{
      {{1, 0, 0, 0, 1, -3}, {-2, -2, 0, -2, -4, 1}}};
  constexpr std::int64_t kQuarter = kPairWin / 4;
  for (std::size_t half = 0; half < 2; ++half) {
    EXPECT_EQ(sums->halves[half].deals, 1);
    std::vector<std::int64_t> due = numbers[half];
    for (std::size_t i = 3; i < due.size(); ++i)
      due[i] *= kQuarter;
    EXPECT_EQ(sums->halves[half].sums, due);
    std::vector<Int128> products;
    for (std::size_t i = 0; i < due.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        products.push_back(Int128{due[i]} * due[j]);
    }
    EXPECT_TRUE(sums->halves[half].products == products);
  }
  // The agents' own luck: 2, 1 and 3 quarters in the first deal, and -2, 1 and 4 in the second.
  const std::array<std::int64_t, 3> own{0, 2, 7};
  const std::array<std::int64_t, 3> squares{8, 2, 25};
  for (std::size_t agent = 0; agent < 3; ++agent) {
    EXPECT_EQ(sums->own[agent].sum, own[agent] * kQuarter);
    EXPECT_TRUE(sums->own[agent].squares == Int128{squares[agent]} * kQuarter * kQuarter);
  }
}

TEST(SumsOfLuck, AddUpNumberByNumber) {
  const std::vector<referee::play::DealResult> deals = make_deals();
  const std::vector<GameLuck> lucks = make_lucks();
  const LuckSums whole = *sum_luck(deals, lucks, 3);
  LuckSums sums(3);
  sums.add(LuckSums(3));
  EXPECT_EQ(sums.games, 0);
  sums.add(whole);
  EXPECT_EQ(sums, whole);
  sums.add(whole);
  EXPECT_EQ(sums.games, 2);
  EXPECT_EQ(sums.deals(), 4);
  for (std::size_t half = 0; half < 2; ++half) {
    for (std::size_t i = 0; i < whole.halves[half].sums.size(); ++i)
      EXPECT_EQ(sums.halves[half].sums[i], 2 * whole.halves[half].sums[i]);
    for (std::size_t i = 0; i < whole.halves[half].products.size(); ++i)
      EXPECT_TRUE(sums.halves[half].products[i] == 2 * whole.halves[half].products[i]);
  }
  EXPECT_EQ(sums.own[2].sum, 2 * whole.own[2].sum);
  EXPECT_TRUE(sums.own[2].squares == 2 * whole.own[2].squares);
}

TEST(SumsOfLuck, AreOfTheSameNumberOfAgents) {
  LuckSums sums = *sum_luck(make_deals(), make_lucks(), 3);
  LuckSums of_two(2);
  of_two.games = 2;
  EXPECT_THROW(sums.add(of_two), std::runtime_error);
  EXPECT_EQ(sum_luck(make_deals(), make_lucks(), 2), std::nullopt);
}

TEST(SumsOfLuck, AreReadAsTheyWereWritten) {
  const LuckSums sums = *sum_luck(make_deals(), make_lucks(), 3);
  EXPECT_EQ(decode_luck(encode_luck(sums), 3), sums);
  EXPECT_EQ(decode_luck(encode_luck(sums), 2), std::nullopt);
}

}  // namespace
}  // namespace danno::leagues::ratings
