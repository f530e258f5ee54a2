// What blocks are made of: packed games, a digest that does not see where they were cut, sums that
// are those of the games.
#include <gmock/gmock.h>

#include <fstream>
#include <random>

#include "leagues/scores/deal_sums.hpp"
#include "leagues/scores/numbers.hpp"
#include "leagues/scores/rated_deal.hpp"
#include "leagues/store/deal_tree.hpp"
#include "leagues/store/pack.hpp"
#include "leagues/tables/table.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues {
namespace {

using testing::HasSubstr;

// --- packed --------------------------------------------------------------------------------------

TEST(PackedTexts, AreTheSameAgain) {
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>(), {""}, {"a", "", std::string(300, 'b')}})
    EXPECT_EQ(store::unpack(store::pack(texts)), texts);
}

TEST(PackedTexts, AreDamagedByASingleBit) {
  const std::vector<std::string> texts{"some", std::string(100, 'x'), "games"};
  const std::string frame = store::pack(texts);
  for (std::size_t bit = 0; bit < 8 * frame.size(); ++bit) {
    std::string changed = frame;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    try {  // a bit of the header may mean nothing
      EXPECT_EQ(store::unpack(changed), texts) << bit;
    } catch (const std::runtime_error&) {
    }
  }
  EXPECT_THROW((void)store::unpack(frame.substr(0, frame.size() - 1)), std::runtime_error);
  EXPECT_THROW((void)store::unpack(""), std::runtime_error);
}

TEST(Numbers, AreTheSameAgain) {
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{63},
                                    std::int64_t{64}, INT64_MAX, INT64_MIN}) {
    std::string bytes;
    scores::put_signed(bytes, number);
    std::string_view rest = bytes;
    EXPECT_EQ(scores::take_signed(rest), number);
    EXPECT_EQ(rest, "");
    EXPECT_EQ(scores::take_signed(rest), std::nullopt);
  }
}

// --- the digest ----------------------------------------------------------------------------------

std::string root_of(const std::map<std::uint64_t, std::string>& deals) {
  store::DealTree tree;
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
    store::DealTree whole;
    for (auto deal = deals.begin(); deal != deals.end();) {
      store::DealTree block;
      const std::uint64_t first = deal->first;
      std::uint64_t size = 0;
      do {
        block.add(deal->first, deal->second);
        ++size;
        ++deal;
      } while (deal != deals.end() && deal->first == first + size && random() % 10 > 0);
      ASSERT_TRUE(whole.add_block(first, size, block.nodes()));
    }
    EXPECT_EQ(whole.root(), root_of(deals));
  }
}

TEST(DealTrees, SeeEveryDealAndItsPlace) {
  std::map<std::uint64_t, std::string> deals;
  for (std::uint64_t deal = 0; deal < 11; ++deal)
    deals[deal] = std::to_string(deal);
  std::set<std::string> roots{root_of({}), root_of(deals)};
  for (std::uint64_t deal = 0; deal < 11; ++deal) {
    auto other = deals;
    other[deal] = "x";
    roots.insert(root_of(other));
    other.erase(deal);
    roots.insert(root_of(other));
    other[deal + 20] = deals[deal];
    roots.insert(root_of(other));
  }
  EXPECT_EQ(roots.size(), 2U + 3 * 11);
}

TEST(DealTrees, TakeNoOtherNumberOfHashes) {
  store::DealTree block;
  block.add(4, "a");
  block.add(5, "b");
  EXPECT_TRUE(store::DealTree().add_block(4, 2, block.nodes()));
  EXPECT_FALSE(store::DealTree().add_block(4, 3, block.nodes()));
  EXPECT_FALSE(store::DealTree().add_block(4, 2, block.nodes() + "x"));
  EXPECT_FALSE(store::DealTree().add_block(4, 2, ""));
}

// --- sums ----------------------------------------------------------------------------------------

std::vector<referee::play::DealResult> played(int seats, std::uint64_t end) {
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), seats);
  referee::play::LineUp line_up;
  line_up.rules = &rules;
  line_up.seed = {"sums"};
  for (int i = 0; i < seats; ++i) {
    line_up.agents.push_back({std::string(1, static_cast<char>('a' + i)), {}, {}});
    line_up.key_names.push_back(line_up.agents.back().name);
  }
  return random_deals(line_up, 0, end, 0).deals;
}

class Sums : public testing::TestWithParam<int> {};

TEST_P(Sums, AreReadAsTheyWereWritten) {
  const auto sums = scores::sum_deals(played(GetParam(), 9), static_cast<std::size_t>(GetParam()));
  ASSERT_TRUE(sums);
  EXPECT_FALSE(sums->faults.empty());
  const std::string bytes = scores::encode_sums(*sums);
  EXPECT_EQ(scores::decode_sums(bytes), sums);
  for (std::size_t size = 0; size + 3 * sums->faults.size() < bytes.size(); ++size)
    EXPECT_EQ(scores::decode_sums(bytes.substr(0, size)), std::nullopt) << size;
  EXPECT_EQ(scores::decode_sums("\7" + bytes.substr(1)), std::nullopt);
}

void expect_same(const ratings::Results& one, const ratings::Results& other, int seats) {
  EXPECT_EQ(one.deals(), other.deals());
  for (int i = 0; i < seats; ++i) {
    EXPECT_EQ(one.agent(seats, i).games, other.agent(seats, i).games);
    EXPECT_EQ(one.agent(seats, i).score, other.agent(seats, i).score);
    EXPECT_EQ(one.agent(seats, i).wins, other.agent(seats, i).wins);
    for (int j = i + 1; j < seats; ++j) {
      const ratings::PairTotals& a = one.pair(seats, i, j);
      const ratings::PairTotals& b = other.pair(seats, i, j);
      EXPECT_EQ(std::tie(a.games, a.ties, a.score, a.m_squared, a.ym),
                std::tie(b.games, b.ties, b.score, b.m_squared, b.ym));
      EXPECT_TRUE(a.y_squared == b.y_squared);
    }
  }
  ASSERT_EQ(one.line_ups(), other.line_ups());
  ratings::LineUpMoments a;
  ratings::LineUpMoments b;
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
  ratings::Results due(GetParam());
  std::vector<scores::AgentTally> due_tallies(seats);
  for (const auto& deal : deals) {
    scores::rate_deal(due, agents, deal);
    scores::add_deal(due_tallies, agents, deal);
  }
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{4}}) {
    ratings::Results results(GetParam());
    std::vector<scores::AgentTally> tallies(seats);
    for (const auto part : {std::span(deals).first(cut), std::span(deals).subspan(cut)}) {
      if (part.empty()) continue;
      const auto sums = scores::sum_deals(part, seats);
      scores::rate_sums(results, agents, *sums);
      scores::add_sums(tallies, agents, *sums);
    }
    expect_same(results, due, GetParam());
    for (std::size_t i = 0; i < seats; ++i) {
      const scores::AgentTally& a = tallies[i];
      const scores::AgentTally& b = due_tallies[i];
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
  ratings::Results due(2);
  ratings::Results results(2);
  scores::rate_deal(due, agents, deals.front());
  scores::rate_sums(results, agents, *scores::sum_deals(deals, 2));
  expect_same(results, due, 2);
}

TEST(SumsOfOddDeals, AreNone) {
  auto deals = played(2, 2);
  EXPECT_EQ(scores::sum_deals({}, 2), std::nullopt);
  EXPECT_EQ(scores::sum_deals(deals, 3), std::nullopt);
  deals[1].games.pop_back();
  EXPECT_EQ(scores::sum_deals(deals, 2), std::nullopt);
  deals = played(2, 2);
  deals[1].games[0].agent_at[0] = deals[1].games[0].agent_at[1];
  EXPECT_EQ(scores::sum_deals(deals, 2), std::nullopt);
}

class BlocksOfALeague : public PlayedLeague {};

TEST_F(BlocksOfALeague, GiveTheTableThatTheirGamesGive) {
  const rules::Definition* const official = rules::find_definition("official");
  league_.divisions.push_back({official, official->defaults(2)});  // no values, so no luck
  league_.deals = 8;
  play();
  const auto table = [&] {
    return tables::table_json(tables::compute_table(store::Store::open_to_read(out())));
  };
  const std::string by_sums = table();
  sql("UPDATE block SET sums = x''");
  EXPECT_EQ(table(), by_sums);
}

TEST_F(BlocksOfALeague, KeepTheirLuckAndComputeOnlyThatOfNewGames) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  play();
  EXPECT_EQ(ask("SELECT block FROM luck"), ask("SELECT id FROM block ORDER BY id"));
  const auto kept = ask("SELECT hex(sums) FROM luck ORDER BY block");
  sql("UPDATE luck SET sums = x'ff' WHERE block = 1");
  EXPECT_THAT([&] { (void)tables::compute_table(store::Store::open_to_read(out())); },
              testing::ThrowsMessage<store::Damaged>(
                  HasSubstr("league.db: block 1: its luck cannot be read")));
  sql("DELETE FROM luck WHERE block = 1");
  league_.deals += 3;
  play();
  const auto all = ask("SELECT hex(sums) FROM luck ORDER BY block");
  EXPECT_EQ(all.size(), ask("SELECT id FROM block").size());
  EXPECT_EQ(std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept.size())), kept);
  EXPECT_EQ(problem(), "");
}

/// Also of one that was published before the last deals.
TEST_F(BlocksOfALeague, ComputeLuckWhereOnlySomeOfTheirDealsCount) {
  const rules::Definition* const koans = rules::find_definition("koans");
  league_.divisions.push_back({koans, koans->defaults(2)});
  play();
  const auto table = [&] {
    return tables::table_json(tables::compute_table(store::Store::open_to_read(out())));
  };
  sql("UPDATE line_up SET planned = 7");
  const std::string of_seven = table();
  sql("DELETE FROM luck");
  EXPECT_EQ(table(), of_seven);
  store::Store store = store::Store::open_to_read(out());
  archive::publish_tables(store, out());
  EXPECT_EQ(ask("SELECT block FROM luck"),
            ask("SELECT id FROM block WHERE first + deals <= 7 ORDER BY id"));
}

}  // namespace
}  // namespace danno::leagues
