// Places that differ: those that are made up are named, and a thousand plans of equal places give
// no more false alarms than is stated.
#include "leagues/ratings/differing_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A simulated plan: every pair of agents plays some deals of two games, and line-ups go to places
/// in turn. Faults of a deal come together.
struct Simulation {
  int agents = 8;
  int places = 4;
  int deals = 40;       // of a line-up
  int cuts = 1;         // a line-up is played in so many pieces, each at the next place
  double misfit = 0;    // standard deviation of what a pair is off by, in Elo
  double faults = 0.0;  // mean chance of a deal; agents differ by up to twice as much
  int worse_place = -1;
  double worse_faults = 0;  // more, there
  double worse_elo = 0;     // of agent 0, there

  std::vector<PlaceShare> play(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> elo;
    for (int agent = 0; agent < agents; ++agent)
      elo.push_back(100 * normal(random));
    std::vector<PlaceShare> shares;
    Results results(agents);
    int line_up = 0;
    int piece = 0;
    for (int one = 0; one < agents; ++one) {
      for (int other = one + 1; other < agents; ++other, ++line_up) {
        const double difference = elo[at(one)] - elo[at(other)] + misfit * normal(random);
        for (int cut = 0; cut < cuts; ++cut, ++piece)
          shares.push_back(
              play_share(random, results, piece % places, line_up, one, other, difference));
      }
    }
    const Ratings ratings = fit(results);
    for (PlaceShare& share : shares) {
      const double elo_of_one = ratings.agents[at(share.agents[0].agent)].elo;
      const double elo_of_other = ratings.agents[at(share.agents[1].agent)].elo;
      share.agents[0].expected = 2 * (2 * chance_of(elo_of_one - elo_of_other) - 1);
      share.agents[1].expected = -share.agents[0].expected;
    }
    return shares;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static double chance_of(double elo) { return 1 / (1 + std::exp(-elo / kEloPerNat)); }

  PlaceShare play_share(std::mt19937& random, Results& results, int place, int line_up, int one,
                        int other, double difference) const {
    PlaceShare share{place, line_up, deals / cuts, 2, 0, {{one}, {other}}};
    const bool worse = place == worse_place;
    if (worse && one == 0) difference += worse_elo;
    const std::array players{one, other};
    std::uniform_real_distribution<double> uniform;
    for (std::int64_t deal = 0; deal < share.deals; ++deal) {
      int half_points = 0;
      const double luck = uniform(random);  // a part of it is the same in both games
      std::vector<std::array<int, 2>> places_of;
      for (int game = 0; game < 2; ++game) {
        const bool wins = (game == 0 ? luck : std::fmod(luck + 0.3 + 0.4 * uniform(random), 1)) <
                          chance_of(difference);
        places_of.push_back(wins ? std::array{1, 2} : std::array{2, 1});
        half_points += wins ? 1 : -1;
      }
      const std::array games{RankedGame{players, places_of[0]}, RankedGame{players, places_of[1]}};
      results.add_deal(games);
      share.agents[0].score += half_points;
      share.agents[1].score -= half_points;
      for (PlaceShare::Agent& agent : share.agents) {
        agent.squares += half_points * half_points;
        const double chance = faults * 2 * agent.agent / agents + (worse ? worse_faults : 0);
        if (uniform(random) < chance) agent.timeouts += 2;
        if (uniform(random) < chance / 3) agent.other_faults += 1;
      }
      share.decisions += 40;
    }
    return share;
  }
};

/// How many of a thousand plans of equal places are said to have a place that differs.
int alarms(Simulation simulation) {
  int count = 0;
  for (unsigned seed = 0; seed < 1000; ++seed)
    count += differing_places(simulation.play(seed), true).empty() ? 0 : 1;
  return count;
}

/// 10 are expected at most; 21 or more of 1 000 have a chance of less than 1 in 700.
constexpr int kMost = 20;

TEST(DifferingPlaces, AreSeldomNamedWhereAllAreAlike) {
  EXPECT_LE(alarms({}), kMost);
  EXPECT_LE(alarms({.deals = 80, .cuts = 4}), kMost);
  EXPECT_LE(alarms({.agents = 2, .deals = 800, .cuts = 8}), kMost);
}

TEST(DifferingPlaces, AreSeldomNamedForFaultsOfAgents) {
  EXPECT_LE(alarms({.faults = 0.01}), kMost);
  EXPECT_LE(alarms({.deals = 80, .cuts = 4, .faults = 0.2}), kMost);
}

TEST(DifferingPlaces, AreSeldomNamedBecauseRatingsFitBadly) {
  EXPECT_LE(alarms({.deals = 200, .misfit = 60}), kMost);
  EXPECT_LE(alarms({.agents = 4, .places = 3, .deals = 1000, .misfit = 60}), kMost);
}

TEST(DifferingPlaces, TakeTheErrorThatTheyAreGiven) {
  // Scores of many deals are about normal, so little is lost.
  EXPECT_GE(alarms({.agents = 2, .deals = 800, .cuts = 8}), 2);
}

TEST(DifferingPlaces, ThatMakeAgentsFaultAreNamed) {
  std::vector<PlaceShare> shares;
  for (int line_up = 0; line_up < 10; ++line_up)
    shares.push_back({line_up % 5, line_up, 500, 2, 21'000, {{line_up % 3}, {line_up % 3 + 1}}});
  EXPECT_THAT(differing_places(shares, false), IsEmpty());
  shares[3].agents[0].timeouts = 8;
  shares[8].agents[1].timeouts = 6;
  shares[4].agents[0].timeouts = 2;
  const auto found = differing_places(shares, false);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place, 3);
  EXPECT_EQ(found[0].trait, PlaceTrait::Timeouts);
  EXPECT_EQ(found[0].faults, 14);
  EXPECT_EQ(found[0].decisions, 42'000);
  EXPECT_EQ(found[0].other_faults, 2);
  EXPECT_EQ(found[0].other_decisions, 168'000);
  EXPECT_LT(found[0].p, 1e-2);
}

TEST(DifferingPlaces, AreNotThoseWhereAnAgentPlaysThatFaultsEverywhere) {
  std::vector<PlaceShare> shares;
  for (int line_up = 0; line_up < 12; ++line_up)
    shares.push_back({line_up % 4, line_up, 500, 2, 21'000, {{line_up == 3 ? 9 : 1}, {2}}});
  shares[3].agents[0].timeouts = 100;  // it plays at this place only
  EXPECT_THAT(differing_places(shares, false), IsEmpty());
}

TEST(DifferingPlaces, WhereAnAgentPlaysWorseAreNamedWithTheAgent) {
  // Of a few whole line-ups nothing is told that could not be the ratings' misfit.
  Simulation slow{.agents = 20, .deals = 200, .worse_place = 2, .worse_elo = -200};
  for (const int cuts : {1, 8}) {
    slow.cuts = cuts;
    const auto found = differing_places(slow.play(1), true);
    ASSERT_EQ(found.size(), 1U) << cuts;  // the others do not differ because it does
    EXPECT_EQ(found[0].place, 2);
    EXPECT_EQ(found[0].trait, PlaceTrait::Score);
    EXPECT_EQ(found[0].agent, 0);
    EXPECT_LT(found[0].difference, -0.08);
  }
}

TEST(DifferingPlaces, ThatMakeEveryoneFaultAreNamedFirst) {
  Simulation slow{.deals = 200, .faults = 0.002, .worse_place = 1, .worse_faults = 0.02};
  const auto found = differing_places(slow.play(1), true);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].place, 1);
  EXPECT_EQ(found[0].trait, PlaceTrait::Timeouts);
}

}  // namespace
}  // namespace danno::leagues::ratings
