// The sums of a block are those of its games.
#include "leagues/ratings/deal_sums.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/unit/played_games.hpp"

namespace danno::leagues::ratings {
namespace {

std::vector<referee::play::DealResult> played(int seats, std::uint64_t end) {
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), seats);
  referee::play::LineUp line_up;
  line_up.rules = &rules;
  line_up.seed = {"sums"};
  for (int i = 0; i < seats; ++i) {
    line_up.agents.push_back({std::string(1, static_cast<char>('a' + i)), {}, {}});
    line_up.key_names.push_back(line_up.agents.back().name);
  }
  return random_deals(line_up, 0, end, {}).deals;
}

class Sums : public testing::TestWithParam<int> {};

TEST_P(Sums, AreReadAsTheyWereWritten) {
  const auto sums = sum_deals(played(GetParam(), 9), static_cast<std::size_t>(GetParam()));
  ASSERT_TRUE(sums);
  EXPECT_FALSE(sums->faults.empty());
  const std::string bytes = encode_sums(*sums);
  EXPECT_EQ(decode_sums(bytes), sums);
  for (std::size_t size = 0; size + 3 * sums->faults.size() < bytes.size(); ++size)
    EXPECT_EQ(decode_sums(bytes.substr(0, size)), std::nullopt) << size;
  EXPECT_EQ(decode_sums("\7" + bytes.substr(1)), std::nullopt);
}

void expect_same(const Results& one, const Results& other, int seats) {
  EXPECT_EQ(one.deals(), other.deals());
  for (int i = 0; i < seats; ++i) {
    EXPECT_EQ(one.agent(seats, i).games, other.agent(seats, i).games);
    EXPECT_EQ(one.agent(seats, i).score, other.agent(seats, i).score);
    EXPECT_EQ(one.agent(seats, i).wins, other.agent(seats, i).wins);
    for (int j = i + 1; j < seats; ++j) {
      const PairTotals& a = one.pair(seats, i, j);
      const PairTotals& b = other.pair(seats, i, j);
      EXPECT_EQ(std::tie(a.games, a.ties, a.score, a.m_squared, a.ym),
                std::tie(b.games, b.ties, b.score, b.m_squared, b.ym));
      EXPECT_TRUE(a.y_squared == b.y_squared);
    }
  }
  ASSERT_EQ(one.line_ups(), other.line_ups());
  LineUpMoments a;
  LineUpMoments b;
  for (std::uint32_t i = 0; i < one.line_ups(); ++i) {
    one.read_line_up(i, a);
    other.read_line_up(i, b);
    EXPECT_EQ(a.key, b.key);
    EXPECT_EQ(a.deals, b.deals);
    EXPECT_TRUE(std::ranges::equal(a.sums, b.sums));
    EXPECT_TRUE(std::ranges::equal(a.products, b.products));
  }
}

TEST_P(Sums, RateAndCountAsTheDeals) {
  const auto seats = static_cast<std::size_t>(GetParam());
  const auto deals = played(GetParam(), 9);
  std::vector<int> agents(seats);  // by number, in another order than in the line-up
  for (std::size_t i = 0; i < seats; ++i)
    agents[i] = static_cast<int>((i + 1) % seats);
  Results due(GetParam());
  std::vector<AgentTally> due_tallies(seats);
  for (const auto& deal : deals) {
    rate_deal(due, agents, deal);
    add_deal(due_tallies, agents, deal);
  }
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{4}}) {
    Results results(GetParam());
    std::vector<AgentTally> tallies(seats);
    for (const auto part : {std::span(deals).first(cut), std::span(deals).subspan(cut)}) {
      if (part.empty()) continue;
      const auto sums = sum_deals(part, seats);
      rate_sums(results, agents, *sums);
      add_sums(tallies, agents, *sums);
    }
    expect_same(results, due, GetParam());
    for (std::size_t i = 0; i < seats; ++i) {
      const AgentTally& a = tallies[i];
      const AgentTally& b = due_tallies[i];
      EXPECT_EQ(std::tie(a.games, a.pairs, a.halves, a.deals, a.places, a.points_60, a.wins_60,
                         a.faults, a.faults_against),
                std::tie(b.games, b.pairs, b.halves, b.deals, b.places, b.points_60, b.wins_60,
                         b.faults, b.faults_against));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfSeats, Sums, testing::Values(2, 3, 6));

TEST(SumsOfOneDeal, HaveNoProductsYet) {
  const auto deals = played(2, 1);
  const std::vector<int> agents{0, 1};
  Results due(2);
  Results results(2);
  rate_deal(due, agents, deals.front());
  rate_sums(results, agents, *sum_deals(deals, 2));
  expect_same(results, due, 2);
}

TEST(SumsOfOddDeals, AreNone) {
  auto deals = played(2, 2);
  EXPECT_EQ(sum_deals({}, 2), std::nullopt);
  EXPECT_EQ(sum_deals(deals, 3), std::nullopt);
  deals[1].games.pop_back();
  EXPECT_EQ(sum_deals(deals, 2), std::nullopt);
  deals = played(2, 2);
  deals[1].games[0].agent_at[0] = deals[1].games[0].agent_at[1];
  EXPECT_EQ(sum_deals(deals, 2), std::nullopt);
}

/// Returns a game of two with the agents in their order.
referee::record::GameRecord make_game(std::uint8_t first, std::uint8_t second) {
  referee::record::GameRecord game;
  game.agent_at = {0, 1};
  game.places = {first, second};
  return game;
}

TEST(SumsByHand, CountPlacesTiesSquaresAndFaults) {
  std::vector<referee::play::DealResult> deals{{1, {make_game(1, 2), make_game(1, 1)}},
                                               {2, {make_game(2, 1), make_game(2, 1)}}};
  referee::record::Fault fault;
  fault.kind = referee::record::FaultKind::Timeout;
  fault.seat = 0;
  deals[1].games[0].faults = {fault};
  std::swap(deals[1].games[1].agent_at[0], deals[1].games[1].agent_at[1]);
  DealSums sums = *sum_deals(deals, 2);
  EXPECT_EQ(sums.deals, 2);
  EXPECT_EQ(sums.games, 2);
  EXPECT_EQ(sums.halves[0], 2 + 1 + 0 + 2);
  EXPECT_EQ(sums.ties[0], 1);
  EXPECT_EQ(sums.squares[0], 1);
  EXPECT_EQ(sums.products[0], 1);
  EXPECT_EQ(sums.products[1], -1);
  EXPECT_EQ(sums.products[2], 1);
  EXPECT_EQ(sums.agents[0].places[0], 3);
  EXPECT_EQ(sums.agents[0].places[1], 1);
  EXPECT_EQ(sums.agents[0].firsts[0], 2);
  EXPECT_EQ(sums.agents[0].firsts[1], 1);
  EXPECT_EQ(sums.agents[0].points_60, 120 + 90 + 0 + 120);
  EXPECT_EQ(sums.agents[1].points_60, 60 + 90 + 120 + 60);
  EXPECT_EQ(sums.faults.at({0, referee::record::FaultKind::Timeout}), 1);
  Results results(2);
  std::vector<AgentTally> tallies(2);
  rate_sums(results, std::array{1, 0}, sums);
  add_sums(tallies, std::array{1, 0}, sums);
  EXPECT_EQ(results.agent(2, 1).wins, kPairWin / 2 * 5);
  EXPECT_EQ(results.pair(2, 0, 1).ties, 1);
  EXPECT_EQ(tallies[1].wins_60, 150);
  EXPECT_EQ(tallies[0].faults_against.size(), 0U);
  EXPECT_EQ(tallies[1].faults_against.at(0), 1);
  EXPECT_EQ(decode_sums(encode_sums(sums)), sums);
  const DealSums once = sums;
  sums.add(once);
  EXPECT_EQ(sums.deals, 4);
  EXPECT_EQ(sums.halves[0], 10);
  EXPECT_EQ(sums.ties[0], 2);
  EXPECT_EQ(sums.squares[0], 2);
  EXPECT_EQ(sums.products[1], -2);
  EXPECT_EQ(sums.agents[0].places[0], 6);
  EXPECT_EQ(sums.agents[0].firsts[1], 2);
  EXPECT_EQ(sums.agents[0].points_60, 660);
  EXPECT_EQ(sums.faults.begin()->second, 2);
}

TEST(SumsByHand, AreNoneOfGamesWithOddPlacesOrFaults) {
  const auto is_summed = [](const referee::record::GameRecord& game) {
    const std::vector<referee::play::DealResult> deals{{1, {game}}};
    return sum_deals(deals, 2).has_value();
  };
  EXPECT_TRUE(is_summed(make_game(1, 2)));
  EXPECT_FALSE(is_summed(make_game(0, 1)));
  EXPECT_FALSE(is_summed(make_game(1, 3)));
  referee::record::GameRecord odd = make_game(1, 2);
  odd.agent_at[1] = 2;
  EXPECT_FALSE(is_summed(odd));
  for (const int seat : {-1, 0, 1, 2}) {
    odd = make_game(1, 2);
    odd.faults.emplace_back().seat = seat;
    EXPECT_EQ(is_summed(odd), seat == 0 || seat == 1);
  }
  EXPECT_FALSE(are_alike({}, 1));
  EXPECT_TRUE(are_alike({}, 2));
  EXPECT_TRUE(are_alike({}, rules::kMaxSeats));
  EXPECT_FALSE(are_alike({}, rules::kMaxSeats + 1));
  const std::vector<referee::play::DealResult> empty{{1, {}}};
  EXPECT_FALSE(are_alike(empty, 2));
}

TEST(SumsByHand, AreReadWithTheSeatsAndFaultsThatThereAre) {
  EXPECT_EQ(decode_sums(""), std::nullopt);
  for (const char seats : {'\1', '\7'})
    EXPECT_EQ(decode_sums(std::string{1, seats} + std::string(200, '\0')), std::nullopt);
  const std::vector<referee::play::DealResult> deals{{1, {make_game(1, 2)}}};
  const std::string bytes = encode_sums(*sum_deals(deals, 2));
  EXPECT_TRUE(decode_sums(bytes + std::string{1, 0, 2}).has_value());
  EXPECT_EQ(decode_sums(bytes + std::string{2, 0, 2}), std::nullopt) << "an agent too many";
  EXPECT_TRUE(decode_sums(bytes + "\x01\xff\x01\x02").has_value());
  EXPECT_EQ(decode_sums(bytes + "\x01\x80\x02\x02"), std::nullopt) << "no kind of fault";
  EXPECT_EQ(decode_sums(bytes + "\x01\x01"), std::nullopt) << "no count";
}

TEST(RatedDeals, LeaveOutAgentsAndGamesWithoutRivals) {
  referee::record::GameRecord of_three = make_game(1, 2);
  of_three.seats = 3;
  of_three.agent_at = {2, 0, 1};
  of_three.places = {1, 2, 3};
  const referee::play::DealResult deal{1, {of_three, of_three}};
  Results results(2);
  rate_deal(results, std::array{0, kNotRated, kNotRated}, deal);
  EXPECT_EQ(results.deals(), 0);
  rate_deal(results, std::array{0, kNotRated, 1}, deal);
  EXPECT_EQ(results.deals(), 1);
  EXPECT_EQ(results.pair(2, 0, 1).games, 2);
  EXPECT_EQ(results.pair(2, 0, 1).score, 0);
}

TEST(AdvisedDeals, AreAllOrTheFirst) {
  using referee::play::Advice;
  EXPECT_TRUE(is_advised(Advice::Always, 0) && is_advised(Advice::Always, 3));
  EXPECT_TRUE(is_advised(Advice::FirstGame, 0));
  EXPECT_FALSE(is_advised(Advice::FirstGame, 1));
}

TEST(DealsThatWereDecidedAlike, HaveTheSameEvents) {
  referee::play::DealResult deal{1, {make_game(1, 2), make_game(1, 2)}};
  EXPECT_TRUE(decided_alike(deal));
  deal.games[1].events.push_back(1);
  EXPECT_FALSE(decided_alike(deal));
}

}  // namespace
}  // namespace danno::leagues::ratings
