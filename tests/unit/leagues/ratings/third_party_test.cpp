// A third party that helps: c gives its points to a, whatever their strengths by pairs say.
#include "leagues/ratings/third_party.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace danno::leagues::ratings {
namespace {

/// Equals whose ratings stand on so many other games that these move none of them.
Ratings equals(int agents) {
  Ratings ratings;
  ratings.agents.resize(static_cast<std::size_t>(agents));
  ratings.covariance = ratings.model_covariance = SquareMatrix(static_cast<std::size_t>(agents));
  return ratings;
}

const ThirdPartyEffect& row_of(const std::vector<ThirdPartyEffect>& rows, int agent, int with) {
  return *std::ranges::find_if(
      rows, [&](const ThirdPartyEffect& row) { return row.agent == agent && row.with == with; });
}

TEST(ThirdPartyEffects, IsWhatAnAgentScoresAgainstTheThirdOnes) {
  const Ratings ratings = equals(4);
  ThirdPartyEffects effects(ratings);
  const std::array<int, 3> with_c{0, 1, 2};
  const std::array<int, 3> with_d{0, 1, 3};
  const std::array<int, 3> won{1, 2, 3};
  const std::array<int, 3> lost{2, 1, 3};
  for (int deal = 0; deal < 16; ++deal) {
    const RankedGame helped{.players = with_c, .places = won};
    const RankedGame even{.players = with_d, .places = deal % 2 == 0 ? won : lost};
    effects.add_deal({&helped, 1});
    effects.add_deal({&even, 1});
  }
  const std::vector<ThirdPartyEffect> rows = effects.rows();
  // With c, a always beat b: half a point above the half expected, 16 times the same.
  EXPECT_NEAR(row_of(rows, 0, 2).residual, 0.5, 1e-9);
  EXPECT_NEAR(row_of(rows, 0, 2).z, 4, 1e-9);
  EXPECT_NEAR(row_of(rows, 1, 2).z, -4, 1e-9);
  EXPECT_NEAR(row_of(rows, 0, 3).z, 0, 1e-9);
  EXPECT_EQ(row_of(rows, 0, 1).games, 32);
}

TEST(ThirdPartyEffects, OfTwoIsNone) {
  const Ratings ratings = equals(2);
  ThirdPartyEffects effects(ratings);
  const std::array<int, 2> players{0, 1};
  const std::array<int, 2> places{1, 2};
  const RankedGame game{.players = players, .places = places};
  effects.add_deal({&game, 1});
  EXPECT_TRUE(effects.rows().empty());
}

}  // namespace
}  // namespace danno::leagues::ratings
