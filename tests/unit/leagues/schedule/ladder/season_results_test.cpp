// The results of a season by its deals, and the deals that do not count.
#include "leagues/schedule/ladder/season_results.hpp"

#include <gmock/gmock.h>

#include "tests/unit/deals_of_two.hpp"

namespace danno::leagues::schedule::ladder {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

store::StoredDivision make_division(referee::play::Advice advice = referee::play::Advice::Off) {
  const rules::Definition* const koans = rules::find_definition("koans");
  return {1, koans, koans->defaults(2), 2, true, advice};
}

/// Returns the half points of agent 0 against agent 1, and their games.
std::pair<std::int64_t, std::int64_t> count_halves(const ratings::Results& results) {
  const ratings::PairTotals& pair = results.pair(2, 0, 1);
  return {pair.halves, pair.games};
}

const store::StoredLineUp kFirst{5, {11, 12}};

TEST(SeasonResults, AddTheDealsOfALineUp) {
  SeasonResults season(make_division(), nullptr);
  EXPECT_FALSE(season.has_values());
  EXPECT_EQ(season.values(), "");
  EXPECT_EQ(season.luck_basis(), "");
  season.add(kFirst, std::vector{make_deal(0, {1, 1}), make_deal(1, {1, 2})});
  season.add(kFirst, std::vector{make_deal(2, {2, 1})});
  season.add(kFirst, std::vector<referee::play::DealResult>());
  const ratings::Results results = season.results({{11, 0}, {12, 1}});
  EXPECT_EQ(results.deals(), 3);
  EXPECT_EQ(count_halves(results), std::pair(std::int64_t{8}, std::int64_t{6}));
  // The numbers may be the other way round.
  EXPECT_EQ(count_halves(season.results({{11, 1}, {12, 0}})),
            std::pair(std::int64_t{4}, std::int64_t{6}));
}

TEST(SeasonResults, LeaveOutLineUpsOfAgentsThatLeft) {
  SeasonResults season(make_division(), nullptr);
  season.add(kFirst, std::vector{make_deal(0, {1, 1})});
  season.add({6, {11, 13}}, std::vector{make_deal(0, {2, 2}), make_deal(1, {2, 2})});
  const ratings::Results results = season.results({{11, 0}, {13, 1}});
  EXPECT_EQ(results.deals(), 2);
  EXPECT_EQ(count_halves(results), std::pair(std::int64_t{0}, std::int64_t{4}));
  EXPECT_EQ(season.results({{12, 0}, {13, 1}}).deals(), 0);
  EXPECT_EQ(season.results({{11, 0}, {12, 1}, {13, 2}}).deals(), 3);
}

TEST(SeasonResults, LeaveOutDealsWithAdvice) {
  SeasonResults season(make_division(referee::play::Advice::FirstGame), nullptr);
  season.add(kFirst, std::vector{make_deal(0, {1, 1})});
  EXPECT_EQ(season.results({{11, 0}, {12, 1}}).deals(), 0);
  season.add(kFirst, std::vector{make_deal(0, {1, 1}), make_deal(1, {2, 1})});
  EXPECT_EQ(count_halves(season.results({{11, 0}, {12, 1}})),
            std::pair(std::int64_t{2}, std::int64_t{2}));
}

TEST(SeasonResults, RefuseDealsThatCannotBeSummed) {
  SeasonResults season(make_division(), nullptr);
  EXPECT_THAT(
      [&] {
        season.add(kFirst, std::vector{make_deal(4, {1, 1}), make_deal(5, {1})});
      },
      ThrowsMessage<store::Damaged>(HasSubstr("league.db: line-up 5: deal 4 cannot be summed")));
}

TEST(SeasonResults, RefuseGamesThatAreNotLegalWhereTheirLuckIsWanted) {
  const store::StoredDivision koans = make_division();
  const rules::RuleSet rules(*koans.definition, 2, koans.parameters);
  SeasonResults season(koans, ratings::known_values(rules));
  EXPECT_THAT(
      [&] {
        season.add(kFirst, std::vector{make_deal(4, {1, 1})});
      },
      ThrowsMessage<store::Damaged>(HasSubstr("league.db: line-up 5: ")));
}

}  // namespace
}  // namespace danno::leagues::schedule::ladder
