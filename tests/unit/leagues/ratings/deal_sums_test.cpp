// The sums of a block are those of its games.
#include "leagues/ratings/deal_sums.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace danno::leagues::ratings
