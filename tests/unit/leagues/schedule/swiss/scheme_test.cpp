// Standings of random Swiss events, as docs/formats.md orders them.
#include "leagues/schedule/swiss/scheme.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <tuple>

namespace danno::leagues::schedule::swiss {
namespace {

/// Plays all rounds with results drawn at random.
Swiss random_event(std::size_t entrants, int rounds, std::mt19937& random) {
  SwissTerms terms{.seeding = std::vector<int>(entrants),
                   .enters = std::vector<int>(entrants, 0),
                   .leaves = std::vector<int>(entrants, rounds),
                   .rounds = rounds};
  std::iota(terms.seeding.begin(), terms.seeding.end(), 0);
  PlayedDeals played;
  Swiss swiss = compute_swiss(terms, played);
  while (!swiss.finished) {
    for (const Encounter& encounter : swiss.rounds.back().encounters) {
      const auto [one, other] = encounter.entrants;
      const auto points = static_cast<std::int64_t>(2 * (random() % 3));
      played.add(one, other, encounter.first, {{points, 4 - points}});
    }
    swiss = compute_swiss(terms, played);
  }
  return swiss;
}

auto until_direct(const SwissRow& row) {
  return std::tuple(row.points, row.buchholz_cut_1, row.buchholz_median, row.sonneborn_berger);
}

auto figures(const SwissRow& row) {
  return std::tuple_cat(until_direct(row), std::tuple(row.direct_encounter));
}

TEST(SwissStandings, AreOrderedByAllFiguresThenBySeed) {
  std::mt19937 random(5);
  int by_direct = 0;
  for (int event = 0; event < 2000; ++event) {
    const Swiss swiss = random_event(4 + random() % 5, 3 + static_cast<int>(random() % 3), random);
    for (std::size_t i = 1; i < swiss.rows.size(); ++i) {
      const SwissRow& better = swiss.rows[i - 1];
      const SwissRow& worse = swiss.rows[i];
      ASSERT_GE(figures(better), figures(worse)) << event;
      ASSERT_EQ(better.place == worse.place, figures(better) == figures(worse)) << event;
      if (figures(better) == figures(worse)) {
        ASSERT_LT(better.entrant, worse.entrant) << event;
      }
      const bool is_by_direct = until_direct(better) == until_direct(worse) &&
                                better.direct_encounter > worse.direct_encounter;
      by_direct += is_by_direct && better.entrant > worse.entrant ? 1 : 0;
    }
  }
  EXPECT_GT(by_direct, 10);  // those whom the seed alone would put the other way round
}

}  // namespace
}  // namespace danno::leagues::schedule::swiss
