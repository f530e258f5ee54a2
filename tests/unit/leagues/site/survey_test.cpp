#include <algorithm>
#include <cmath>

#include "leagues/site/survey.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::site {
namespace {

TEST(AgainstEach, AScoreHasAnIntervalClusteredByDeal) {
  // Ten deals of two games: five won 2 : 0, five shared; y is 2, 0 in half points.
  const Against result = PairSums{10, 20, 30, 20}.against();
  EXPECT_DOUBLE_EQ(result.score, 0.75);
  EXPECT_NEAR(*result.low, 0.75 - 2.262 * (1.0 / 3) / 4, 1e-4);  // Student's t of 9
  EXPECT_NEAR(*result.high, 0.75 + 2.262 * (1.0 / 3) / 4, 1e-4);
}

TEST(AgainstEach, DealsThatAllEndedAlikeHaveTheIntervalOfAsManyGames) {
  const Against even = PairSums{3, 6, 6, 0}.against();
  EXPECT_EQ(even.score, 0.5);
  EXPECT_NEAR(*even.low, 0.5 - 1.96 * std::sqrt(0.25 / 6), 1e-3);
  EXPECT_NEAR(*even.high, 0.5 + 1.96 * std::sqrt(0.25 / 6), 1e-3);
  EXPECT_NEAR(*(PairSums{1, 2, 2, 0}.against().low), 0, 1e-9);  // one deal has no spread
}

TEST(AgainstEach, WhoWonAllHasALowerBoundAlone) {
  const PairSums all{10, 20, 40, 40};
  EXPECT_NEAR(*all.against().low, 0.741, 1e-3);  // 0.05 to the power of 1/10
  EXPECT_FALSE(all.against().high);
  EXPECT_EQ(all.turned().against().score, 0);
  EXPECT_FALSE(all.turned().against().low);
  EXPECT_NEAR(*all.turned().against().high, 0.259, 1e-3);
}

class Surveyed : public PlayedLeague {};

TEST_F(Surveyed, ADivisionIsCountedOnceAndEveryDealThatIsChosenIsStored) {
  const rules::Definition& koans = *rules::find_definition("koans");
  league_.divisions = {{&koans, koans.defaults(2), {}}};
  play();
  const store::Reader store = store::Reader::open_to_read(out());
  const report::LeagueTable table = report::compute_table(store);
  const store::StoredDivision division = store.league().divisions.front();
  const Survey found = survey(store, std::span(&division, 1), table.divisions.front());
  EXPECT_EQ(found.games, table.divisions.front().games);
  std::int64_t games = 0;
  for (const auto& [pair, sums] : found.pairs)
    games += sums.games;
  EXPECT_EQ(games, found.games);
  const std::vector<ChosenDeal> chosen = choose(found.candidates, 100);
  EXPECT_FALSE(chosen.empty());
  for (const ChosenDeal& one : chosen) {
    EXPECT_LT(one.deal.deal, found.find_line_up(one.deal.line_up)->planned);
    EXPECT_FALSE(one.why.empty());
    for (const report::TableRow& row : table.divisions.front().rows) {
      const auto is_said = [&](const std::string& what) {
        return std::ranges::find(one.why, Reason{row.name + "’s " + what}) != one.why.end();
      };
      EXPECT_FALSE(is_said("best deal") && is_said("worst deal")) << row.name;
    }
  }
}

}  // namespace
}  // namespace danno::leagues::site
