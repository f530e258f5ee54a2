// Encounters play the deals of a line-up one after the other, and further ones while they are even.
#include "leagues/schedule/encounters.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "referee/record/record.hpp"

namespace danno::leagues::schedule {
namespace {

using testing::ElementsAre;

/// A game of two; `agent_at_0` sits at seat 0, and the seats of `forfeits` have a fault.
referee::record::GameRecord game(int agent_at_0, int place_0, int place_1,
                                 const std::vector<int>& forfeits = {}) {
  referee::record::GameRecord made;
  made.seats = 2;
  made.agent_at[0] = static_cast<std::uint8_t>(agent_at_0);
  made.agent_at[1] = static_cast<std::uint8_t>(1 - agent_at_0);
  made.places[0] = static_cast<std::uint8_t>(place_0);
  made.places[1] = static_cast<std::uint8_t>(place_1);
  for (const int seat : forfeits)
    made.faults.emplace_back().seat = seat;
  return made;
}

TEST(PlayedDeals, GiveTwoHalfPointsForAGame) {
  EXPECT_THAT(played_deal({0, {game(0, 1, 2)}}).points, ElementsAre(2, 0));
  EXPECT_THAT(played_deal({0, {game(1, 1, 2)}}).points, ElementsAre(0, 2));
  EXPECT_THAT(played_deal({0, {game(0, 1, 1)}}).points, ElementsAre(1, 1));
  EXPECT_THAT(played_deal({0, {game(0, 1, 2), game(1, 1, 1)}}).points, ElementsAre(3, 1));
  EXPECT_THAT(played_deal({0, {game(0, 2, 1, {0})}}).points, ElementsAre(0, 2));
  EXPECT_THAT(played_deal({0, {game(0, 1, 1, {0, 1})}}).points, ElementsAre(0, 0));
}

TEST(PlayedDeals, AreFoundByTheirPairAndIndex) {
  PlayedDeals played;
  played.add(1, 3, 2, {{2, 0}, true});
  played.add(1, 3, 0, {{1, 1}, false});
  ASSERT_TRUE(played.find(1, 3, 2));
  EXPECT_THAT(played.find(1, 3, 2)->points, ElementsAre(2, 0));
  EXPECT_TRUE(played.find(1, 3, 2)->alike);
  EXPECT_THAT(played.find(1, 3, 0)->points, ElementsAre(1, 1));
  EXPECT_FALSE(played.find(1, 3, 1));
  EXPECT_FALSE(played.find(1, 3, 3));
  EXPECT_FALSE(played.find(0, 3, 2));
}

/// An encounter as "first-end points finished".
std::string shown(const Encounter& encounter) {
  return fmt::format("{}-{} {}:{} {}", encounter.first, encounter.end, encounter.points[0],
                     encounter.points[1], encounter.finished ? "finished" : "open");
}

TEST(Encounters, ContinueTheDealsOfTheirPair) {
  PlayedDeals played;
  for (std::uint64_t deal = 0; deal < 5; ++deal)
    played.add(0, 1, deal, {{deal == 4 ? 0 : 2, 1}, false});
  EncounterScheduler scheduler(played);
  const Encounter first = scheduler.add(0, 1, 0, 3);
  EXPECT_EQ(shown(first), "0-3 6:3 finished");
  EXPECT_THAT(first.entrants, ElementsAre(0, 1));
  EXPECT_EQ(first.entrant_points(0), 6);
  EXPECT_EQ(first.entrant_points(1), 3);
  EXPECT_EQ(first.winner(), 0);
  const Encounter second = scheduler.add(1, 0, 1, 2);
  EXPECT_EQ(second.round, 1);
  EXPECT_EQ(shown(second), "3-5 2:2 finished");
  EXPECT_EQ(second.winner(), std::nullopt);
  EXPECT_EQ(shown(scheduler.add(2, 0, 1, 2)), "5-7 0:0 open");
  EXPECT_EQ(shown(scheduler.add(2, 0, 2, 2)), "0-2 0:0 open");
}

TEST(Encounters, GoOnWhileTheyAreEven) {
  const auto encounter = [](const std::vector<HalfPoints>& deals, std::uint64_t extra) {
    PlayedDeals played;
    for (std::uint64_t deal = 0; const HalfPoints& points : deals)
      played.add(0, 1, deal++, {points, false});
    return shown(EncounterScheduler(played).add(0, 0, 1, 2, extra));
  };
  EXPECT_EQ(encounter({{2, 0}, {0, 2}}, 3), "0-3 2:2 open");
  EXPECT_EQ(encounter({{2, 0}, {0, 2}}, 0), "0-2 2:2 finished");
  EXPECT_EQ(encounter({{2, 0}, {0, 2}, {0, 2}}, 3), "0-3 2:4 finished");
  EXPECT_EQ(encounter({{2, 0}, {0, 2}, {1, 1}, {1, 1}}, 2), "0-4 4:4 finished");
  EXPECT_EQ(encounter({{2, 0}, {0, 2}, {1, 1}}, 2), "0-4 3:3 open");
  EXPECT_EQ(encounter({{2, 0}}, 3), "0-2 2:0 open");
  // A pair that forfeits would forfeit for ever.
  EXPECT_EQ(encounter({{0, 0}, {0, 0}}, 3), "0-2 0:0 finished");
}

TEST(Encounters, OfCopiesEndEven) {
  const auto encounter = [](std::uint64_t deals, std::uint64_t different) {
    PlayedDeals played;
    for (std::uint64_t deal = 0; deal < deals; ++deal)
      played.add(0, 1, deal, {{1, 1}, deal != different});
    return shown(EncounterScheduler(played).add(0, 0, 1, deals, 5));
  };
  EXPECT_EQ(encounter(kCopies, kCopies), "0-20 20:20 finished");
  EXPECT_EQ(encounter(kCopies, 7), "0-21 20:20 open");
  EXPECT_EQ(encounter(kCopies - 1, kCopies), "0-20 19:19 open");
}

}  // namespace
}  // namespace danno::leagues::schedule
