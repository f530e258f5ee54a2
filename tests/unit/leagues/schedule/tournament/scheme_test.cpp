#include "leagues/schedule/tournament/scheme.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "leagues/ratings/tally.hpp"
#include "leagues/schedule/tournament/table.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using testing::ElementsAre;

TEST(TableSizes, AreEqualWhereTheyCanBe) {
  EXPECT_THAT(table_sizes(2), ElementsAre(2));
  EXPECT_THAT(table_sizes(6), ElementsAre(6));
  EXPECT_THAT(table_sizes(7), ElementsAre(4, 3));
  EXPECT_THAT(table_sizes(8), ElementsAre(4, 4));
  EXPECT_THAT(table_sizes(9), ElementsAre(3, 3, 3));
  EXPECT_THAT(table_sizes(13), ElementsAre(5, 4, 4));
  EXPECT_THAT(table_sizes(14), ElementsAre(5, 5, 4));
  EXPECT_THAT(table_sizes(25), ElementsAre(5, 5, 5, 5, 5));
  EXPECT_EQ(table_sizes(64), std::vector<int>(16, 4));
}

/// Games of places and totals drawn at random, with ties and forfeits; chance from the same source.
class RandomPlay {
 public:
  explicit RandomPlay(std::uint32_t seed) : random_(seed) {}

  Chance chance() {
    Chance chance;
    chance.shuffle = [this](std::vector<int> entrants, int, int) {
      std::ranges::shuffle(entrants, random_);
      return entrants;
    };
    chance.lowest_at_start = [](const PlannedGame& game) {
      return static_cast<int>(game.seats.size()) - 1;
    };
    chance.die = [this](const PlannedGame&, int, int) { return below(6) + 1; };
    return chance;
  }

  PlayGames play() {
    return [this](std::span<const PlannedGame> games) {
      std::vector<referee::record::GameRecord> records;
      for (const PlannedGame& game : games)
        records.push_back(make_record(static_cast<int>(game.seats.size())));
      return records;
    };
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  referee::record::GameRecord make_record(int seats) {
    referee::record::GameRecord record;
    record.seats = static_cast<std::uint8_t>(seats);
    for (int seat = 0; seat < seats; ++seat) {
      record.totals[static_cast<std::size_t>(seat)] = below(4);  // few values: many ties
      if (below(8) == 0) record.faults.push_back(make_fault(seat));
    }
    const rules::SeatSet out = ratings::forfeited_seats(record);
    const auto strength = [&](int seat) {
      const bool forfeited = out.has(seat);
      return forfeited ? -1 - seat : record.totals[static_cast<std::size_t>(seat)];
    };
    for (int seat = 0; seat < seats; ++seat) {
      int place = 1;
      for (int other = 0; other < seats; ++other)
        place += strength(other) > strength(seat) ? 1 : 0;
      record.places[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(place);
    }
    return record;
  }

  static referee::record::Fault make_fault(int seat) {
    referee::record::Fault fault;
    fault.kind = referee::record::FaultKind::Crash;
    fault.seat = seat;
    return fault;
  }

  std::mt19937 random_;
};

Tournament random_tournament(int entrants, std::uint32_t seed) {
  RandomPlay play(seed);
  return play_tournament({.entrants = entrants}, play.chance(), play.play());
}

/// Returns the sum of a game's points: N + … + 1, less the places of those who forfeited, who stand
/// last.
std::int64_t points_due(const referee::record::GameRecord& record) {
  const int seats = record.seats;
  const int out = ratings::forfeited_seats(record).size();
  return 60 * (seats * (seats + 1) - out * (out + 1)) / 2;
}

class AnyTournament : public testing::TestWithParam<int> {};

TEST_P(AnyTournament, HalvesItsEntrantsUntilSixAreLeft) {
  const Tournament tournament = random_tournament(GetParam(), 1);
  auto left = static_cast<std::size_t>(GetParam());
  for (const Stage& stage : tournament.stages) {
    EXPECT_EQ(stage.rows.size(), left);
    const bool is_final = &stage == &tournament.stages.back();
    EXPECT_EQ(is_final, left <= 6);
    const auto advance = static_cast<std::size_t>(
        std::ranges::count_if(stage.rows, [](const StageRow& row) { return row.advances; }));
    EXPECT_EQ(advance, is_final ? 0 : (left + 1) / 2);
    left = advance;
  }
}

TEST_P(AnyTournament, SeatsEverybodyInEveryGameOfAStage) {
  const Tournament tournament = random_tournament(GetParam(), 2);
  for (const Stage& stage : tournament.stages) {
    std::set<int> entrants;
    for (const StageRow& row : stage.rows)
      entrants.insert(row.entrant);
    std::map<std::pair<int, int>, std::multiset<int>> seated;  // by round and game
    for (const TournamentGame& game : stage.games)
      seated[{game.planned.round, game.planned.game}].insert(game.planned.seats.begin(),
                                                             game.planned.seats.end());
    EXPECT_EQ(seated.size(), 4U);
    for (const auto& [when, who] : seated)
      EXPECT_TRUE(std::ranges::equal(who, entrants));
  }
}

TEST_P(AnyTournament, GivesThePointsOfEveryTable) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Tournament tournament = random_tournament(GetParam(), seed);
    for (const Stage& stage : tournament.stages) {
      std::int64_t due = 0;
      for (const TournamentGame& game : stage.games) {
        std::int64_t given = 0;
        for (std::size_t seat = 0; seat < game.record.seats; ++seat)
          given += ratings::points_60(game.record, seat);
        EXPECT_EQ(given, points_due(game.record));
        due += given;
      }
      std::int64_t given = 0;
      for (const StageRow& row : stage.rows)
        given += row.points_60;
      EXPECT_EQ(given, due);
    }
  }
}

TEST_P(AnyTournament, StartsSecondGamesByTheLowestThatPlayedOn) {
  const Tournament tournament = random_tournament(GetParam(), 3);
  for (const Stage& stage : tournament.stages) {
    std::map<std::pair<int, int>, const TournamentGame*> firsts;  // by round and table
    for (const TournamentGame& game : stage.games) {
      const auto key = std::pair(game.planned.round, game.planned.table);
      if (game.planned.game == 0) {
        EXPECT_FALSE(game.planned.first);
        firsts[key] = &game;
        continue;
      }
      const referee::record::GameRecord& before = firsts.at(key)->record;
      EXPECT_EQ(game.planned.seats, firsts.at(key)->planned.seats);
      EXPECT_EQ(before.places[static_cast<std::size_t>(game.planned.danno)], 1);
      const rules::SeatSet out = ratings::forfeited_seats(before);
      const auto starter = static_cast<std::size_t>(*game.planned.first);
      if (out.size() == before.seats) continue;
      EXPECT_FALSE(out.has(starter));
      for (std::size_t seat = 0; seat < before.seats; ++seat)
        EXPECT_TRUE(out.has(seat) || before.totals[seat] >= before.totals[starter]);
    }
  }
}

TEST_P(AnyTournament, RanksEverybodyOnce) {
  std::vector<int> ranking = random_tournament(GetParam(), 4).ranking();
  std::ranges::sort(ranking);
  std::vector<int> all(static_cast<std::size_t>(GetParam()));
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(ranking, all);
}

INSTANTIATE_TEST_SUITE_P(Sizes, AnyTournament, testing::Values(2, 6, 7, 13, 25, 64));

/// Seats as they stand; the last of equal ones throws the highest die.
Chance no_chance() {
  return {.shuffle = [](std::vector<int> entrants, int, int) { return entrants; },
          .lowest_at_start = [](const PlannedGame&) { return 0; },
          .die = [](const PlannedGame&, int seat, int) { return seat + 1; }};
}

TEST(Tournament, EqualLowestThrowADieAgainWhileTheyAreEqual) {
  Chance chance = no_chance();
  chance.die = [](const PlannedGame&, int seat, int again) { return again == 0 ? 3 : 3 + seat; };
  const auto play = [](std::span<const PlannedGame> games) {
    referee::record::GameRecord record;
    record.seats = 3;
    record.totals = {5, 1, 1};
    record.places = {1, 2, 2};
    return std::vector(games.size(), record);
  };
  const Tournament tournament = play_tournament({.entrants = 3}, chance, play);
  EXPECT_EQ(tournament.stages.at(0).games.at(1).planned.first, 2);
  EXPECT_EQ(tournament.stages.at(0).games.at(1).planned.danno, 0);
}

TEST(Tournament, EqualAtTheCutStandByWinsThenTotalsThenBestThenSeats) {
  // Points of 0 and 1: 6 + 4 + 6 + 4 and 5 + 5 + 5 + 5; of 2 and 3 equal with a win each; of 4 and
  // 5 equal with none: each pair is parted by the next tie-break.
  int game = 0;
  const std::vector<std::array<std::uint8_t, rules::kMaxSeats>> places{
      {1, 2, 3, 3, 5, 5}, {3, 2, 1, 4, 5, 5}, {1, 2, 3, 3, 5, 5}, {3, 2, 4, 1, 5, 5}};
  const std::vector<std::array<rules::Points, rules::kMaxSeats>> totals{
      {9, 8, 7, 7, 4, 4}, {7, 8, 9, 6, 2, 4}, {9, 8, 7, 7, 4, 4}, {7, 8, 7, 9, 6, 4}};
  const auto play = [&](std::span<const PlannedGame>) {
    referee::record::GameRecord record;
    record.seats = 6;
    record.places = places.at(static_cast<std::size_t>(game));
    record.totals = totals.at(static_cast<std::size_t>(game));
    ++game;
    return std::vector{record};
  };
  const Tournament tournament = play_tournament({.entrants = 6}, no_chance(), play);
  const std::vector<StageRow>& rows = tournament.stages.at(0).rows;
  std::vector<int> order;
  for (const StageRow& row : rows)
    order.push_back(row.entrant);
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(rows[0].points_60, rows[1].points_60);
  EXPECT_GT(rows[0].wins, rows[1].wins);
  EXPECT_EQ(rows[4].points_60, rows[5].points_60);
  EXPECT_EQ(rows[4].totals, rows[5].totals);
  EXPECT_GT(rows[4].best, rows[5].best);
  EXPECT_EQ(rows[2].points_60, rows[3].points_60);
  EXPECT_EQ(rows[2].wins, rows[3].wins);
  EXPECT_GT(rows[2].totals, rows[3].totals);
}

/// A league of bot0, bot1, … at the tables of koans, under one seed.
class TournamentDice : public testing::Test {
 protected:
  TournamentDice() {
    for (int i = 0; i < 9; ++i)
      league_.agents.emplace_back().name = "bot" + std::to_string(i);
    const rules::Definition* const koans = rules::find_definition("koans");
    for (int seats = 2; seats <= rules::kMaxSeats; ++seats)
      league_.divisions.push_back({seats, koans, koans->defaults(seats), seats, false});
  }

  [[nodiscard]] RoundsDivision division(const char* seed, const char* secret = "") const {
    store::Epoch epoch;
    epoch.seed = seed;
    epoch.agent_secret = secret;
    return {league_, league_.divisions, epoch};
  }

 private:
  store::StoredLeague league_;
};

// The vectors are those of docs/fair-dice.md.
TEST_F(TournamentDice, IsThatOfThePage) {
  const RoundsDivision division = this->division("test seed");
  const Chance chance = make_chance(division, 1);
  PlannedGame second;
  second.stage = 1;
  second.game = 1;
  second.seats = chance.shuffle({0, 1, 2, 3, 4}, 1, 0);
  EXPECT_EQ(second.seats, (std::vector{3, 4, 2, 1, 0}));
  EXPECT_EQ(deal_number(9, 1, second), 13U);
  EXPECT_EQ(division.key(13, second.seats)[0], 0xa3);
  EXPECT_EQ(division.key(13, second.seats)[31], 0xc6);
  const int highest = chance.die(second, 1, 0);
  for (const int seat : {0, 3, 4})
    EXPECT_LT(chance.die(second, seat, 0), highest);
}

TEST_F(TournamentDice, GivesAgentsSeedsThatDoNotHangOnTheDice) {
  const auto own = [&](const char* seed, const char* secret) {
    return division(seed, secret).agent_seed(0, {1, 0}, 0);
  };
  EXPECT_EQ(own("7", ""), own("8", ""));
  EXPECT_EQ(own("7", "a"), own("8", "a"));
  EXPECT_NE(own("7", "a"), own("7", "b"));
}

}  // namespace
}  // namespace danno::leagues::schedule::tournament
