#include "leagues/schedule/knock_out/scheme.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace danno::leagues::schedule::knock_out {
namespace {

using testing::ElementsAre;

/// The deal of two, points of the lower number first.
using PlayDeal = std::function<PlayedDeal(int one, int other, std::uint64_t deal)>;

KnockOutTerms terms(int entrants, std::uint64_t deals = 2) {
  KnockOutTerms terms{std::vector<int>(static_cast<std::size_t>(entrants)), deals};
  std::iota(terms.seeding.begin(), terms.seeding.end(), 0);
  return terms;
}

/// The lower number wins every deal.
PlayedDeal by_number(int, int, std::uint64_t) { return {{4, 0}}; }

/// Plays all missing deals of the due duels, as a run does; returns how the event stands then.
KnockOut play_round(const KnockOutTerms& terms, PlayedDeals& played, const PlayDeal& play) {
  for (const Duel& duel : compute_knock_out(terms, played).duels) {
    if (!duel.encounter || duel.encounter->finished) continue;
    const auto [one, other] = duel.encounter->entrants;
    for (std::uint64_t deal = duel.encounter->first; deal < duel.encounter->end; ++deal) {
      if (!played.find(one, other, deal)) played.add(one, other, deal, play(one, other, deal));
    }
  }
  return compute_knock_out(terms, played);
}

KnockOut play_out(const KnockOutTerms& terms, const PlayDeal& play) {
  PlayedDeals played;
  KnockOut knock_out = compute_knock_out(terms, played);
  while (!knock_out.finished)
    knock_out = play_round(terms, played, play);
  return knock_out;
}

std::vector<std::array<int, 2>> stage_sides(const KnockOut& knock_out, const std::string& stage) {
  std::vector<std::array<int, 2>> sides;
  for (const Duel& duel : knock_out.duels) {
    if (stage_name(duel) == stage) sides.push_back(duel.sides);
  }
  return sides;
}

using Sides = std::array<int, 2>;

TEST(KnockOut, BestSeedsMeetLateAndHaveTheByes) {
  const KnockOut knock_out = play_out(terms(6), by_number);
  EXPECT_THAT(stage_sides(knock_out, "quarter-finals"),
              ElementsAre(Sides{0, kNobody}, Sides{3, 4}, Sides{1, kNobody}, Sides{2, 5}));
  EXPECT_THAT(stage_sides(knock_out, "semi-finals"), ElementsAre(Sides{0, 3}, Sides{1, 2}));
  EXPECT_THAT(stage_sides(knock_out, "final"), ElementsAre(Sides{0, 1}));
  EXPECT_THAT(knock_out.places, ElementsAre(1, 2, 3, 3, 5, 5));
}

TEST(KnockOut, TheLosersOfTheSemiFinalsPlayForTheThirdPlace) {
  KnockOutTerms four = terms(4);
  four.third_place = true;
  EXPECT_THAT(play_out(four, by_number).places, ElementsAre(1, 2, 3, 4));
  KnockOutTerms three = terms(3);
  three.third_place = true;
  EXPECT_THAT(play_out(three, by_number).places, ElementsAre(1, 2, 3));
}

TEST(KnockOut, SeedsAreOfTheTermsNotOfTheNumbers) {
  KnockOutTerms four = terms(4);
  four.seeding = {3, 2, 1, 0};
  EXPECT_THAT(stage_sides(play_out(four, by_number), "semi-finals"),
              ElementsAre(Sides{3, 0}, Sides{2, 1}));
}

TEST(KnockOut, ADuelThatIsEvenGoesOnDealByDeal) {
  PlayedDeals played;
  const auto even_at_first = [](int, int, std::uint64_t deal) {
    return PlayedDeal{deal < 4 ? HalfPoints{2, 2} : HalfPoints{1, 3}};
  };
  for (std::uint64_t end = 2; end <= 5; ++end) {
    const KnockOut knock_out = compute_knock_out(terms(2), played);
    EXPECT_EQ(knock_out.duels.at(0).encounter->end, end);
    EXPECT_FALSE(knock_out.finished);
    play_round(terms(2), played, even_at_first);
  }
  const KnockOut knock_out = compute_knock_out(terms(2), played);
  EXPECT_TRUE(knock_out.finished);
  EXPECT_THAT(knock_out.places, ElementsAre(2, 1));
}

TEST(KnockOut, WhoStaysEvenForEverLosesToTheBetterSeed) {
  const KnockOut knock_out = play_out(terms(2), [](int, int, std::uint64_t) {
    return PlayedDeal{{2, 2}};
  });
  EXPECT_EQ(knock_out.duels.at(0).encounter->end, 2 + kMostSuddenDeaths);
  EXPECT_THAT(knock_out.places, ElementsAre(1, 2));
}

TEST(KnockOut, CopiesPlayNoSuddenDeath) {
  const auto alike = [](int, int, std::uint64_t) { return PlayedDeal{{2, 2}, true}; };
  const KnockOut of_many = play_out(terms(2, 2 * kCopies), alike);
  EXPECT_EQ(of_many.duels.at(0).encounter->end, 2 * kCopies);
  EXPECT_THAT(of_many.places, ElementsAre(1, 2));
  EXPECT_EQ(play_out(terms(2), alike).duels.at(0).encounter->end, kCopies);
}

TEST(KnockOut, WhoPlayedOneDealDifferentlyAreNoCopies) {
  const auto once_different = [](int, int, std::uint64_t deal) {
    return PlayedDeal{{2, 2}, deal != 1};
  };
  EXPECT_EQ(play_out(terms(2), once_different).duels.at(0).encounter->end, 2 + kMostSuddenDeaths);
}

TEST(KnockOut, ADealWentAlikeIfBothChairsDidTheSameInBothGames) {
  referee::play::DealResult deal;
  deal.games.resize(2);
  for (std::uint8_t i = 0; i < 2; ++i) {
    deal.games[i].agent_at = {i, static_cast<std::uint8_t>(1 - i)};
    deal.games[i].places = {1, 2};
    deal.games[i].events = {1, 2, 3};
  }
  EXPECT_TRUE(played_deal(deal).alike);
  EXPECT_THAT(played_deal(deal).points, ElementsAre(2, 2));
  deal.games[1].events.back() = 4;
  EXPECT_FALSE(played_deal(deal).alike);
}

TEST(KnockOut, TwoWhoForfeitAllPlayNoSuddenDeath) {
  const KnockOut knock_out =
      play_out(terms(2), [](int, int, std::uint64_t) { return PlayedDeal{}; });
  EXPECT_EQ(knock_out.duels.at(0).encounter->end, 2U);
  EXPECT_THAT(knock_out.places, ElementsAre(1, 2));
}

TEST(KnockOut, NoDuelIsDueBeforeTheRoundBeforeIsFinished) {
  PlayedDeals played;
  played.add(0, 3, 0, {{4, 0}});
  played.add(0, 3, 1, {{4, 0}});
  const KnockOut knock_out = compute_knock_out(terms(4), played);
  EXPECT_EQ(knock_out.duels.at(0).winner, 0);
  EXPECT_FALSE(knock_out.duels.at(1).encounter->finished);
  EXPECT_THAT(stage_sides(knock_out, "final"), ElementsAre(Sides{0, kUndecided}));
  // Whoever is out has its last place, though the others of its stage still play.
  EXPECT_THAT(knock_out.places, ElementsAre(0, 0, 0, 3));
  KnockOutTerms with_third = terms(4);
  with_third.third_place = true;
  EXPECT_THAT(compute_knock_out(with_third, played).places, ElementsAre(0, 0, 0, 0));
}

/// Duels that an entrant lost.
std::map<int, int> count_losses(const KnockOut& knock_out) {
  std::map<int, int> losses;
  for (const Duel& duel : knock_out.duels) {
    if (duel.encounter && duel.loser >= 0) ++losses[duel.loser];
  }
  return losses;
}

TEST(KnockOut, InAnyEventEverybodyButTheWinnerIsOutByItsLosses) {
  std::mt19937 random(7);
  for (int event = 0; event < 2000; ++event) {
    KnockOutTerms some = terms(2 + static_cast<int>(random() % 40), 1 + random() % 3);
    const KnockOut knock_out = play_out(some, [&](int, int, std::uint64_t) {
      const auto first = static_cast<std::int64_t>(random() % 5);
      return PlayedDeal{{first, 4 - first}};
    });
    const auto losses = count_losses(knock_out);
    std::uint64_t duels = 0;
    for (const Duel& duel : knock_out.duels)
      duels += duel.encounter ? 1 : 0;
    EXPECT_LE(duels, most_duels(some));
    int winners = 0;
    for (std::size_t entrant = 0; entrant < knock_out.places.size(); ++entrant) {
      const auto found = losses.find(static_cast<int>(entrant));
      const int lost = found == losses.end() ? 0 : found->second;
      if (knock_out.places[entrant] == 1) {
        ++winners;
        EXPECT_EQ(lost, 0);
      } else {
        EXPECT_EQ(lost, 1);
      }
    }
    EXPECT_EQ(winners, 1);
  }
}

}  // namespace
}  // namespace danno::leagues::schedule::knock_out
