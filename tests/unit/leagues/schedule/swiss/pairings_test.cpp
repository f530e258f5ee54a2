// Pairings of random Swiss events against all pairings that there are.
#include "leagues/schedule/swiss/scheme.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <numeric>
#include <random>

namespace danno::leagues::schedule::swiss {
namespace {

std::size_t at(int entrant) { return static_cast<std::size_t>(entrant); }

int times_met(const SwissField& field, int one, int other) {
  const auto met = field.met.find(std::minmax(one, other));
  return met == field.met.end() ? 0 : met->second;
}

bool may_meet(const SwissField& field, int one, int other) {
  return field.authors.empty() || field.authors[at(one)] != field.authors[at(other)];
}

/// The less the better: who is left over, repeats, squares of differences of points, and places
/// away from the partner in the other half of the score group.
using Cost = std::array<int, 4>;

Cost plus(const Cost& a, const Cost& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

/// Returns the cost of the pair of the i-th and the j-th of these entrants, i < j.
Cost pair_cost(const SwissField& field, const std::vector<int>& entrants, std::size_t i,
               std::size_t j) {
  const int points = field.points[at(entrants[i])];
  const int apart = points - field.points[at(entrants[j])];
  const auto group = std::ranges::count_if(
      entrants, [&](int entrant) { return field.points[at(entrant)] == points; });
  const int half = apart == 0 ? static_cast<int>(group / 2) : 0;
  return {0, times_met(field, entrants[i], entrants[j]), apart * apart,
          std::abs(static_cast<int>(j - i) - half)};
}

/// Returns the cost of the best pairing of these entrants, found by trying all.
Cost least_cost(const SwissField& field, const std::vector<int>& entrants) {
  const Cost none{INT_MAX / 2, 0, 0, 0};
  std::vector<Cost> least(std::size_t{1} << entrants.size(), none);
  least[0] = {};
  for (std::size_t paired = 0; paired + 1 < least.size(); ++paired) {
    std::size_t i = 0;
    while ((paired >> i & 1U) != 0)
      ++i;
    const std::size_t with_i = paired | std::size_t{1} << i;
    least[with_i] = std::min(least[with_i], plus(least[paired], {1, 0, 0, 0}));
    for (std::size_t j = i + 1; j < entrants.size(); ++j) {
      if ((paired >> j & 1U) != 0 || !may_meet(field, entrants[i], entrants[j])) continue;
      Cost& both = least[with_i | std::size_t{1} << j];
      both = std::min(both, plus(least[paired], pair_cost(field, entrants, i, j)));
    }
  }
  return least.back();
}

void expect_rules_kept(const SwissField& field, const SwissPairings& pairings) {
  std::vector<int> all = pairings.byes;
  for (const auto& pair : pairings.pairs)
    all.insert(all.end(), pair.begin(), pair.end());
  EXPECT_THAT(all, testing::UnorderedElementsAreArray(field.order));
  std::vector<int> rest = field.order;
  if (rest.size() % 2 == 1) {
    const int bye = pairings.byes.at(0);
    const auto own = std::ranges::find(rest, bye);
    for (auto other = rest.begin(); other != rest.end(); ++other) {
      EXPECT_GE(field.byes[at(*other)], field.byes[at(bye)] + (other > own ? 1 : 0));
    }
    rest.erase(own);
  }
  Cost cost{static_cast<int>(rest.size() - 2 * pairings.pairs.size()), 0, 0, 0};
  std::ptrdiff_t before = -1;
  for (const auto& [one, other] : pairings.pairs) {
    EXPECT_TRUE(may_meet(field, one, other));
    const auto i = std::ranges::find(rest, one) - rest.begin();
    const auto j = std::ranges::find(rest, other) - rest.begin();
    ASSERT_LT(before, i) << "the pairs are sorted by the better one";
    ASSERT_LT(i, j) << "the better one is first";
    cost = plus(cost,
                pair_cost(field, rest, static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
    before = i;
  }
  EXPECT_EQ(cost, least_cost(field, rest));
}

/// A round whose results are drawn at random.
void play(SwissField& field, const SwissPairings& pairings, std::mt19937& random) {
  for (const auto& [one, other] : pairings.pairs) {
    const auto points = static_cast<int>(random() % 3);
    field.points[at(one)] += points;
    field.points[at(other)] += 2 - points;
    ++field.met[std::minmax(one, other)];
  }
  for (const int entrant : pairings.byes) {
    field.points[at(entrant)] += 2;
    ++field.byes[at(entrant)];
  }
  std::ranges::sort(field.order);
  std::ranges::stable_sort(field.order, std::ranges::greater(),
                           [&](int entrant) { return field.points[at(entrant)]; });
}

TEST(Swiss, PairingsOfTenThousandEventsKeepEveryRule) {
  std::mt19937 random(20);
  for (int event = 0; event < 10'000 && !testing::Test::HasFailure(); ++event) {
    const std::size_t entrants = 2 + random() % 9;
    SwissField field{std::vector<int>(entrants), std::vector<int>(entrants),
                     std::vector<int>(entrants)};
    std::iota(field.order.begin(), field.order.end(), 0);
    for (std::size_t i = 0; event % 4 == 0 && i < entrants; ++i)
      field.authors.push_back(static_cast<int>(random() % entrants));
    const std::size_t rounds = 1 + random() % (entrants + 2);
    for (std::size_t round = 0; round < rounds; ++round) {
      // Somebody is late, or has gone.
      if (random() % 8 == 0 && field.order.size() > 2)
        field.order.erase(field.order.begin() +
                          static_cast<std::ptrdiff_t>(random() % field.order.size()));
      const SwissPairings pairings = pair_swiss(field);
      expect_rules_kept(field, pairings);
      play(field, pairings, random);
    }
  }
}

TEST(Swiss, TheUpperHalfOfAScoreGroupMeetsTheLowerHalfInOrder) {
  SwissField field{{0, 1, 2, 3, 4, 5, 6, 7}, std::vector<int>(8), std::vector<int>(8)};
  using Pair = std::array<int, 2>;
  EXPECT_THAT(pair_swiss(field).pairs,
              testing::ElementsAre(Pair{0, 4}, Pair{1, 5}, Pair{2, 6}, Pair{3, 7}));
}

TEST(Swiss, ManyEntrantsMeetNobodyTwice) {
  std::mt19937 random(3);
  constexpr std::size_t kEntrants = 101;
  SwissField field{std::vector<int>(kEntrants), std::vector<int>(kEntrants),
                   std::vector<int>(kEntrants)};
  std::iota(field.order.begin(), field.order.end(), 0);
  for (int round = 0; round < 12; ++round)
    play(field, pair_swiss(field), random);
  EXPECT_EQ(field.met.size(), 12 * (kEntrants / 2));
  EXPECT_EQ(*std::ranges::max_element(field.byes), 1);
}

}  // namespace
}  // namespace danno::leagues::schedule::swiss
