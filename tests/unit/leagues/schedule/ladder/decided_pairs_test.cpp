// The orders of two agents that a ladder calls decided, and the shares of error behind them.
#include "leagues/schedule/ladder/decided_pairs.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "leagues/ratings/intervals.hpp"

namespace danno::leagues::schedule::ladder {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(PairGroups, AreOfTheStartersAndThenOfEachNewcomer) {
  EXPECT_EQ(pair_group(0, 2, 3), 0U);
  EXPECT_EQ(pair_group(2, 1, 3), 0U);
  EXPECT_EQ(pair_group(0, 3, 3), 1U);
  EXPECT_EQ(pair_group(3, 0, 3), 1U);
  EXPECT_EQ(pair_group(3, 4, 3), 2U);
  EXPECT_EQ(pair_group(7, 0, 3), 5U);
}

TEST(ErrorShares, OfAGroupAreEqualAndGrowWithItsDecidedPairs) {
  // Three starters have three pairs, which share one half of 5 %.
  EXPECT_DOUBLE_EQ(error_share(0, 3, 0), 0.025 / 3);
  EXPECT_DOUBLE_EQ(error_share(0, 3, 1), 0.025 / 2.5);
  EXPECT_DOUBLE_EQ(error_share(0, 3, 3), 0.025 / 1.5);
  EXPECT_DOUBLE_EQ(error_share(0, 3, 9), 0.025 / 1.5) << "more than there are";
  // The first newcomer has three pairs and half of the other half, the second one four and a sixth.
  EXPECT_DOUBLE_EQ(error_share(1, 3, 0), 0.025 / 2 / 3);
  EXPECT_DOUBLE_EQ(error_share(2, 3, 0), 0.025 / 6 / 4);
  EXPECT_DOUBLE_EQ(error_share(2, 3, 2), 0.025 / 6 / 3);
}

/// Two agents without games between them, whose ratings are this far apart.
class TwoRated : public testing::Test {
 protected:
  static constexpr double kError = 20;  // of the difference, in Elo
  TwoRated() {
    ratings_.agents.resize(2);
    ratings_.covariance = ratings::SquareMatrix(2);
    for (std::size_t i = 0; i < 2; ++i) {
      ratings_.agents[i].deals = kFirstDeals;
      ratings_.covariance(i, i) = kError * kError / 2;
    }
  }
  [[nodiscard]] std::vector<DecidedPair> decided(double apart, std::vector<std::size_t> said = {}) {
    ratings_.agents[0].elo = apart;
    return find_decided_pairs(ratings::Results(2), ratings_, {arrival_, 2}, said);
  }
  /// Returns the least difference that decides, if each of two tests has half of the share.
  [[nodiscard]] static double needed(double share, std::int64_t deals = kFirstDeals) {
    return kError * ratings::anytime_quantile(kError, share / 2, deals);
  }

  ratings::Ratings ratings_;
  std::vector<std::size_t> arrival_{0, 1};
};

TEST_F(TwoRated, AreDecidedBeyondTheIntervalOfTheirDifference) {
  const double needed = TwoRated::needed(error_share(0, 2, 0));
  EXPECT_THAT(decided(needed - 0.01), IsEmpty());
  EXPECT_THAT(decided(needed + 0.01), ElementsAre(DecidedPair{0, 1}));
  EXPECT_THAT(decided(-needed + 0.01), IsEmpty());
  EXPECT_THAT(decided(-needed - 0.01), ElementsAre(DecidedPair{1, 0}));
}

TEST_F(TwoRated, AreNotComparedBeforeBothHaveTheirFirstDeals) {
  ratings_.agents[1].deals = kFirstDeals - 1;
  EXPECT_THAT(decided(1000), IsEmpty());
  ratings_.agents[1].deals = kFirstDeals;
  ratings_.agents[0].deals = 100;
  // The fewer deals of the two count.
  EXPECT_THAT(decided(needed(error_share(0, 2, 0)) - 0.01), IsEmpty());
  ratings_.agents[1].deals = 100;
  EXPECT_THAT(decided(needed(error_share(0, 2, 0), 100) + 0.01), ElementsAre(DecidedPair{0, 1}));
}

TEST_F(TwoRated, NeedLessOnceTheirGroupHasDecidedPairs) {
  const double after_one = needed(error_share(0, 2, 1));
  EXPECT_THAT(decided(after_one + 0.01), IsEmpty());
  EXPECT_THAT(decided(after_one + 0.01, {1}), ElementsAre(DecidedPair{0, 1}));
  EXPECT_THAT(decided(after_one - 0.01, {1}), IsEmpty());
  // Nothing was decided in the group of the first newcomer.
  arrival_ = {0, 2};
  EXPECT_THAT(decided(needed(error_share(1, 2, 0)) - 0.01, {1}), IsEmpty());
  EXPECT_THAT(decided(needed(error_share(1, 2, 3)) + 0.01, {1, 3}), ElementsAre(DecidedPair{0, 1}));
}

TEST_F(TwoRated, AreNotDecidedWithoutAnErrorOrAConnection) {
  ratings_.agents[1].component = 1;
  EXPECT_THAT(decided(1000), IsEmpty());
  ratings_.agents[1].component = 0;
  ratings_.covariance = ratings::SquareMatrix(2);
  EXPECT_THAT(decided(1000), IsEmpty());
}

/// Returns the deals after which it is decided that an agent lost to all others, by points alone,
/// as all ratings are certain and equal. The season began with so many agents.
int deals_to_decide(int seats, bool last_wins, std::size_t starters) {
  ratings::Results results(seats);
  std::vector<int> players(static_cast<std::size_t>(seats));
  std::iota(players.begin(), players.end(), 0);
  std::vector<int> places(players.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = static_cast<int>(last_wins ? places.size() - i : i + 1);
  std::vector<std::size_t> arrival(players.begin(), players.end());
  ratings::Ratings ratings;
  ratings.agents.resize(players.size());
  ratings.covariance = ratings::SquareMatrix(players.size());
  for (ratings::AgentRating& agent : ratings.agents)
    agent.deals = kFirstDeals;
  const std::vector<ratings::RankedGame> games(players.size(),
                                               {.players = players, .places = places});
  for (int deals = 1; deals < 200; ++deals) {
    results.add_deal(games);
    const auto decided = find_decided_pairs(results, ratings, {arrival, starters});
    if (decided.empty()) continue;
    EXPECT_EQ(decided.size(), players.size() * (players.size() - 1) / 2);
    for (const DecidedPair& pair : decided)
      EXPECT_EQ(pair.better > pair.worse, last_wins);
    return deals;
  }
  return 0;
}

TEST(PointsBetweenTwo, DecideByTheDealsWhateverTheSizeOfTheTable) {
  constexpr std::size_t kStarters = 10;
  // The e-value of n deals that were all lost is (2^(n+1) - 1) / (n + 1). Each of two tests has
  // half of a pair's share, and each of its two orders half of that.
  int expected = 1;
  const double wanted = 4 / error_share(0, kStarters, 0);
  while ((std::exp2(expected + 1) - 1) / (expected + 1) < wanted)
    ++expected;
  for (const int seats : {2, 3, 6}) {
    for (const bool last_wins : {false, true})
      EXPECT_EQ(deals_to_decide(seats, last_wins, kStarters), expected) << seats << " seats";
  }
}

TEST(PointsBetweenTwo, WeighWhatTheBetterOneLost) {
  // Thirty deals that were all won decide a pair of a hundred starters; 26 of 30 do not.
  const std::vector<int> players{0, 1};
  const std::vector<int> wins{1, 2};
  const std::vector<int> loses{2, 1};
  const std::vector<std::size_t> arrival{0, 1};
  ratings::Ratings ratings;
  ratings.agents.resize(2);
  ratings.covariance = ratings::SquareMatrix(2);
  for (ratings::AgentRating& agent : ratings.agents)
    agent.deals = kFirstDeals;
  for (const int lost : {0, 4}) {
    ratings::Results results(2);
    for (int deal = 0; deal < 30; ++deal) {
      const std::vector<ratings::RankedGame> games(
          2, {.players = players, .places = deal < lost ? loses : wins});
      results.add_deal(games);
    }
    const auto decided = find_decided_pairs(results, ratings, {arrival, 100});
    EXPECT_EQ(decided.size(), lost == 0 ? 1U : 0U) << lost << " lost";
  }
}

TEST(NewPairs, AreThoseThatFollow) {
  const std::vector<DecidedPair> chain{{0, 1}, {1, 2}};
  EXPECT_THAT(find_new_pairs(chain, std::vector<DecidedPair>{{2, 3}}, 5),
              UnorderedElementsAre(DecidedPair{0, 3}, DecidedPair{1, 3}, DecidedPair{2, 3}));
  EXPECT_THAT(find_new_pairs(chain, std::vector<DecidedPair>{{4, 0}}, 5),
              UnorderedElementsAre(DecidedPair{4, 0}, DecidedPair{4, 1}, DecidedPair{4, 2}));
  EXPECT_THAT(find_new_pairs(chain, std::vector<DecidedPair>{{3, 4}}, 5),
              ElementsAre(DecidedPair{3, 4}));
}

TEST(NewPairs, AreNoneThatFollowedAlreadyOrContradict) {
  const std::vector<DecidedPair> chain{{0, 1}, {1, 2}};
  EXPECT_THAT(find_new_pairs(chain, std::vector<DecidedPair>{{0, 2}, {2, 0}, {1, 0}}, 3),
              IsEmpty());
  // The first of two found pairs stays if the second contradicts it.
  EXPECT_THAT(find_new_pairs({}, std::vector<DecidedPair>{{0, 1}, {1, 0}}, 2),
              ElementsAre(DecidedPair{0, 1}));
}

}  // namespace
}  // namespace danno::leagues::schedule::ladder
