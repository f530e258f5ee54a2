#include "leagues/tournament.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

#include "leagues/tally.hpp"

namespace danno::leagues {
namespace {

constexpr int kRounds = 2;
constexpr int kLeastAtEqualTables = 3;

/// The seats of a game in the next round of the stage, all tables. Every round is seated afresh.
std::vector<Pairing> first_games(const std::vector<int>& seated, int stage, int round,
                                 const Chance& chance) {
  std::vector<Pairing> games;
  auto next = seated.begin();
  for (const int size : table_sizes(static_cast<int>(seated.size()))) {
    Pairing& game = games.emplace_back();
    game.stage = stage;
    game.round = round;
    game.table = static_cast<int>(games.size()) - 1;
    game.seats.assign(next, next + size);
    game.danno = chance.lowest_at_start(game);
    next += size;
  }
  return games;
}

/// Of those who did not forfeit, the lowest total; equal ones throw a die each, the highest starts.
int starter_of_second(const Pairing& second, const referee::GameRecord& first,
                      const Chance& chance) {
  const unsigned out = forfeited_seats(first);
  std::vector<int> seats;
  for (int seat = 0; seat < first.seats; ++seat) {
    if (((out >> seat) & 1U) == 0) seats.push_back(seat);
  }
  const auto total = [&](int seat) { return first.totals[static_cast<std::size_t>(seat)]; };
  if (seats.empty()) {  // all forfeited: nobody's score counts
    seats.resize(first.seats);
    std::iota(seats.begin(), seats.end(), 0);
  } else {
    const int lowest = *std::ranges::min_element(seats, {}, total);
    std::erase_if(seats, [&](int seat) { return total(seat) != total(lowest); });
  }
  for (int again = 0; seats.size() > 1; ++again) {
    std::vector<int> thrown;
    for (const int seat : seats)
      thrown.push_back(chance.die(second, seat, again));
    const int highest = *std::ranges::max_element(thrown);
    std::vector<int> left;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      if (thrown[i] == highest) left.push_back(seats[i]);
    }
    seats = left;
  }
  return seats.front();
}

Pairing second_game(const Pairing& first, const referee::GameRecord& record, const Chance& chance) {
  Pairing game = first;
  game.game = 1;
  const std::span places(record.places.data(), record.seats);
  game.danno = static_cast<int>(std::ranges::min_element(places) - places.begin());
  game.first = starter_of_second(game, record, chance);
  return game;
}

/// `seated` is the seating of the stage's first round: the last tie-break.
std::vector<StageRow> stage_rows(const std::vector<TournamentGame>& games,
                                 const std::vector<int>& seated) {
  std::vector<StageRow> rows;
  for (const int entrant : seated) {
    StageRow& row = rows.emplace_back();
    row.entrant = entrant;
    for (const TournamentGame& game : games) {
      const auto at = std::ranges::find(game.pairing.seats, entrant);
      if (at == game.pairing.seats.end()) continue;
      const auto seat = static_cast<std::size_t>(at - game.pairing.seats.begin());
      const bool forfeited = ((forfeited_seats(game.record) >> seat) & 1U) != 0;
      row.points_60 += points_60(game.record, seat);
      row.wins += game.record.places[seat] == 1 && !forfeited ? 1 : 0;
      row.totals += game.record.totals[seat];
      row.best = std::max(row.best, game.record.totals[seat]);
    }
  }
  std::ranges::stable_sort(rows, [](const StageRow& a, const StageRow& b) {
    return std::tie(a.points_60, a.wins, a.totals, a.best) >
           std::tie(b.points_60, b.wins, b.totals, b.best);
  });
  return rows;
}

Stage play_stage(const std::vector<int>& entrants, int number, const Chance& chance,
                 const PlayGames& play) {
  Stage stage;
  std::vector<int> first_seated;
  const auto keep = [&](const std::vector<Pairing>& games) {
    std::vector<referee::GameRecord> records = play(games);
    assert(records.size() == games.size());
    for (std::size_t i = 0; i < games.size(); ++i)
      stage.games.push_back({games[i], records[i]});
    return records;
  };
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<int> seated = chance.shuffle(entrants, number, round);
    if (round == 0) first_seated = seated;
    const std::vector<Pairing> firsts = first_games(seated, number, round, chance);
    const std::vector<referee::GameRecord> records = keep(firsts);
    std::vector<Pairing> seconds;
    for (std::size_t i = 0; i < firsts.size(); ++i)
      seconds.push_back(second_game(firsts[i], records[i], chance));
    keep(seconds);
  }
  stage.rows = stage_rows(stage.games, first_seated);
  return stage;
}

}  // namespace

std::vector<int> table_sizes(int entrants) {
  assert(entrants >= 2);
  if (entrants <= rules::kMaxSeats) return {entrants};
  const int fewest = (entrants + rules::kMaxSeats - 1) / rules::kMaxSeats;
  for (int tables = fewest; tables * kLeastAtEqualTables <= entrants; ++tables) {
    if (entrants % tables == 0)
      return std::vector<int>(static_cast<std::size_t>(tables), entrants / tables);
  }
  std::vector<int> sizes(static_cast<std::size_t>(fewest), entrants / fewest);
  for (int i = 0; i < entrants % fewest; ++i)
    ++sizes[static_cast<std::size_t>(i)];
  return sizes;
}

std::vector<int> Tournament::ranking() const {
  std::vector<int> order;
  for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
    for (const StageRow& row : stage->rows) {
      if (!row.advances) order.push_back(row.entrant);
    }
  }
  return order;
}

Tournament play_tournament(int entrants, const Chance& chance, const PlayGames& play) {
  Tournament tournament;
  std::vector<int> left(static_cast<std::size_t>(entrants));
  std::iota(left.begin(), left.end(), 0);
  for (int number = 0;; ++number) {
    Stage& stage = tournament.stages.emplace_back(play_stage(left, number, chance, play));
    if (left.size() <= rules::kMaxSeats) return tournament;
    left.clear();
    for (std::size_t i = 0; i < (stage.rows.size() + 1) / 2; ++i) {
      stage.rows[i].advances = true;
      left.push_back(stage.rows[i].entrant);
    }
  }
}

}  // namespace danno::leagues
