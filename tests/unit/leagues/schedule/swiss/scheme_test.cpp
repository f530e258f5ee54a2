// Standings of Swiss events, as docs/formats.md orders them: those of random ones, and those of
// small ones that are worked out by hand.
#include "leagues/schedule/swiss/scheme.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <random>
#include <tuple>

namespace danno::leagues::schedule::swiss {
namespace {

/// Returns the terms of entrants that are seeded by number and take part in all rounds.
SwissTerms make_terms(std::size_t entrants, int rounds) {
  SwissTerms terms{.seeding = std::vector<int>(entrants),
                   .enters = std::vector<int>(entrants, 0),
                   .leaves = std::vector<int>(entrants, rounds),
                   .rounds = rounds};
  std::iota(terms.seeding.begin(), terms.seeding.end(), 0);
  return terms;
}

/// Plays all rounds with results drawn at random.
Swiss random_event(std::size_t entrants, int rounds, std::mt19937& random) {
  const SwissTerms terms = make_terms(entrants, rounds);
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

/// The points of both, by the two entrants, the lower number first; even where there are none.
using Results = std::map<std::pair<int, int>, HalfPoints>;

Swiss play(const SwissTerms& terms, const Results& results) {
  PlayedDeals played;
  Swiss swiss = compute_swiss(terms, played);
  while (!swiss.finished) {
    for (const Encounter& encounter : swiss.rounds.back().encounters) {
      const auto [one, other] = encounter.entrants;
      const auto found = results.find({one, other});
      played.add(one, other, encounter.first,
                 {found == results.end() ? HalfPoints{2, 2} : found->second});
    }
    swiss = compute_swiss(terms, played);
  }
  return swiss;
}

/// The rounds as "0-2 1-3", and those with a bye as "bye 4".
std::vector<std::string> rounds(const Swiss& swiss) {
  std::vector<std::string> rounds;
  for (const SwissRound& round : swiss.rounds) {
    std::string text;
    for (const Encounter& encounter : round.encounters)
      text += fmt::format("{}{}-{}", text.empty() ? "" : " ", encounter.entrants[0],
                          encounter.entrants[1]);
    for (const int entrant : round.byes)
      text += fmt::format(" bye {}", entrant);
    rounds.push_back(text);
  }
  return rounds;
}

/// The rows as "entrant: place, points, cut 1, median, Sonneborn-Berger, direct".
std::vector<std::string> rows(const Swiss& swiss) {
  std::vector<std::string> rows;
  for (const SwissRow& row : swiss.rows)
    rows.push_back(fmt::format("{}: {}, {}, {}, {}, {}, {}", row.entrant, row.place, row.points,
                               row.buchholz_cut_1, row.buchholz_median, row.sonneborn_berger,
                               row.direct_encounter));
  return rows;
}

using testing::ElementsAre;
constexpr HalfPoints kFirst{4, 0};
constexpr HalfPoints kSecond{0, 4};

TEST(SwissStandings, OfFourWhoAllMeetCountTheOpponentsPoints) {
  const Swiss swiss = play(
      make_terms(4, 3),
      {{{0, 2}, kFirst}, {{1, 3}, kFirst}, {{2, 3}, kFirst}, {{0, 3}, kSecond}, {{1, 2}, kFirst}});
  EXPECT_THAT(rounds(swiss), ElementsAre("0-2 1-3", "0-1 2-3", "0-3 1-2"));
  // Half points: 1 has 5, 0 has 3 (a win, an even one, a loss), 2 and 3 have 2 each. The opponents
  // of 2 and of 3 have 2, 3 and 5; 3 beat 0 of 3 half points, 2 beat 3 of 2.
  EXPECT_THAT(rows(swiss), ElementsAre("1: 1, 5, 5, 2, 11, 0", "0: 2, 3, 7, 2, 9, 0",
                                       "3: 3, 2, 8, 3, 6, 0", "2: 4, 2, 8, 3, 4, 0"));
}

TEST(SwissStandings, OfEqualsWhoBeatEachOtherShareAPlace) {
  // 0 beats 1, 1 beats 2, 2 beats 0, and 3 loses all.
  const Swiss swiss = play(make_terms(4, 3), {{{0, 1}, kFirst},
                                              {{1, 2}, kFirst},
                                              {{0, 2}, kSecond},
                                              {{0, 3}, kFirst},
                                              {{1, 3}, kFirst},
                                              {{2, 3}, kFirst}});
  EXPECT_THAT(rows(swiss), ElementsAre("0: 1, 4, 8, 4, 8, 2", "1: 1, 4, 8, 4, 8, 2",
                                       "2: 1, 4, 8, 4, 8, 2", "3: 4, 0, 8, 4, 0, 0"));
}

TEST(SwissStandings, OfEqualsWhoDidNotMeetShareAPlace) {
  const Swiss swiss = play(make_terms(4, 1), {{{0, 2}, kSecond}, {{1, 3}, kFirst}});
  // The only opponent is the lowest, so nothing is left without it. The seed orders equals, but it
  // gives them no places of their own.
  EXPECT_THAT(rows(swiss), ElementsAre("1: 1, 2, 0, 0, 0, 0", "2: 1, 2, 0, 0, 0, 0",
                                       "0: 3, 0, 0, 0, 0, 0", "3: 3, 0, 0, 0, 0, 0"));
}

TEST(SwissStandings, CountARoundWithoutAnOpponentAsOneAgainstOnesOwnPoints) {
  SwissTerms three = make_terms(4, 2);
  three.enters[3] = 1;
  three.leaves[0] = 1;
  const Swiss swiss = play(three, {{{0, 1}, kFirst}});
  // 2 has the bye of the first round and 3 that of the second; 1 and 2 are even in it.
  EXPECT_THAT(rounds(swiss), ElementsAre("0-1 bye 2", "1-2 bye 3"));
  // 0 beat 1 of 1 half point, then it was away. 3 was away, then a bye won against its own 2.
  EXPECT_THAT(rows(swiss), ElementsAre("2: 1, 3, 3, 0, 7, 0", "3: 2, 2, 2, 0, 4, 0",
                                       "0: 3, 2, 2, 0, 2, 0", "1: 4, 1, 3, 0, 3, 0"));
}

TEST(SwissStandings, GiveNothingToTwoWhoForfeitedAll) {
  const Swiss swiss = play(make_terms(2, 1), {{{0, 1}, {0, 0}}});
  EXPECT_THAT(rows(swiss), ElementsAre("0: 1, 0, 0, 0, 0, 0", "1: 1, 0, 0, 0, 0, 0"));
}

TEST(SwissStandings, CountFinishedRoundsOnly) {
  PlayedDeals played;
  played.add(0, 2, 0, {kFirst});
  const Swiss swiss = compute_swiss(make_terms(4, 3), played);
  EXPECT_FALSE(swiss.finished);
  EXPECT_THAT(rounds(swiss), ElementsAre("0-2 1-3"));
  EXPECT_THAT(rows(swiss), ElementsAre("0: 1, 0, 0, 0, 0, 0", "1: 1, 0, 0, 0, 0, 0",
                                       "2: 1, 0, 0, 0, 0, 0", "3: 1, 0, 0, 0, 0, 0"));
}

}  // namespace
}  // namespace danno::leagues::schedule::swiss
