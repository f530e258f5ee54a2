// Company that helps: c gives its points to a, whatever their strengths by pairs say.
#include "leagues/ratings/third_party.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace danno::leagues {
namespace {

Ratings equals(int agents) {
  Ratings ratings;
  ratings.agents.resize(static_cast<std::size_t>(agents));
  return ratings;
}

const Company& row_of(const std::vector<Company>& rows, int agent, int with) {
  return *std::ranges::find_if(
      rows, [&](const Company& row) { return row.agent == agent && row.with == with; });
}

TEST(Company, IsWhatAnAgentScoresAgainstTheThirdOnes) {
  const Ratings ratings = equals(4);
  CompanyResiduals company(ratings);
  const std::array<int, 3> with_c{0, 1, 2};
  const std::array<int, 3> with_d{0, 1, 3};
  const std::array<int, 3> won{1, 2, 3};
  const std::array<int, 3> lost{2, 1, 3};
  for (int deal = 0; deal < 16; ++deal) {
    const Game helped{.players = with_c, .places = won};
    const Game even{.players = with_d, .places = deal % 2 == 0 ? won : lost};
    company.add_deal({&helped, 1});
    company.add_deal({&even, 1});
  }
  const std::vector<Company> rows = company.rows();
  // With c, a always beat b: half a point above the half expected, 16 times the same.
  EXPECT_NEAR(row_of(rows, 0, 2).residual, 0.5, 1e-9);
  EXPECT_NEAR(row_of(rows, 0, 2).z, 4, 1e-9);
  EXPECT_NEAR(row_of(rows, 1, 2).z, -4, 1e-9);
  EXPECT_NEAR(row_of(rows, 0, 3).z, 0, 1e-9);
  EXPECT_EQ(row_of(rows, 0, 1).games, 32);
}

TEST(Company, OfTwoIsNone) {
  const Ratings ratings = equals(2);
  CompanyResiduals company(ratings);
  const std::array<int, 2> players{0, 1};
  const std::array<int, 2> places{1, 2};
  const Game game{.players = players, .places = places};
  company.add_deal({&game, 1});
  EXPECT_TRUE(company.rows().empty());
}

}  // namespace
}  // namespace danno::leagues
