// The scheme of a tournament (docs/rules.md): stages of two rounds at tables of up to six, each
// round two games; after a stage the better half goes on.
//
// All that is left to chance comes from `Chance`, and games are played by `PlayGames`. So one
// scheme serves to play, to replay from the store, and to simulate the odds.
#include "leagues/schedule/tournament/scheme.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "leagues/ratings/tally.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

constexpr int kRounds = 2;
constexpr int kLeastAtEqualTables = 3;

using Tables = std::vector<std::vector<int>>;

/// Divides the seated into tables, in their order.
Tables in_order(const std::vector<int>& seated) {
  Tables tables;
  auto next = seated.begin();
  for (const int size : table_sizes(static_cast<int>(seated.size()))) {
    tables.emplace_back(next, next + size);
    next += size;
  }
  return tables;
}

int entrant_author(const Field& field, int entrant) {
  return field.authors[static_cast<std::size_t>(entrant)];
}

/// Returns whether no two of a table have one author.
bool is_apart(const Field& field, const std::vector<int>& table) {
  std::set<int> authors;
  return std::ranges::all_of(
      table, [&](int entrant) { return authors.insert(entrant_author(field, entrant)).second; });
}

/// Seats the entrants in the order of the shuffle. If authors would meet, those with most entrants
/// are seated first, at the tables with most free seats. This always leaves room for the others
/// (Gale 1957, Ryser 1957).
Tables seat(const Field& field, const std::vector<int>& seated) {
  Tables tables = in_order(seated);
  const auto apart = [&](const auto& table) { return is_apart(field, table); };
  if (field.authors.empty() || std::ranges::all_of(tables, apart)) return tables;
  std::map<int, std::vector<int>> by_author;
  for (const int entrant : seated)
    by_author[entrant_author(field, entrant)].push_back(entrant);
  std::vector<std::vector<int>> groups;
  for (const auto& [author, entrants] : by_author)
    groups.push_back(entrants);
  std::ranges::stable_sort(groups, std::ranges::greater(), &std::vector<int>::size);
  std::vector<std::size_t> free;
  for (std::vector<int>& table : tables) {
    free.push_back(table.size());
    table.clear();
  }
  for (const std::vector<int>& group : groups) {
    std::vector<std::size_t> roomiest(tables.size());
    std::iota(roomiest.begin(), roomiest.end(), std::size_t{0});
    std::ranges::stable_sort(roomiest, std::ranges::greater(),
                             [&](std::size_t table) { return free[table]; });
    assert(group.size() <= tables.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      assert(free[roomiest[i]] > 0);
      --free[roomiest[i]];
      tables[roomiest[i]].push_back(group[i]);
    }
  }
  for (std::vector<int>& table : tables)
    std::ranges::sort(table, {}, [&](int entrant) { return std::ranges::find(seated, entrant); });
  return tables;
}

/// Plans the first game of each table. The seat that is lowest in the start roll keeps the score.
std::vector<PlannedGame> first_games(const Tables& tables, int stage, int round,
                                     const Chance& chance) {
  std::vector<PlannedGame> games;
  for (const std::vector<int>& table : tables) {
    PlannedGame& game = games.emplace_back();
    game.stage = stage;
    game.round = round;
    game.table = static_cast<int>(games.size()) - 1;
    game.seats = table;
    game.danno = chance.lowest_at_start(game);
  }
  return games;
}

/// Returns the seat with the lowest total among those that did not forfeit. Equal seats throw a die
/// each, and the highest one starts.
int starter_of_second(const PlannedGame& second, const referee::record::GameRecord& first,
                      const Chance& chance) {
  const rules::SeatSet out = ratings::forfeited_seats(first);
  std::vector<int> seats;
  for (int seat = 0; seat < first.seats; ++seat) {
    if (!out.has(seat)) seats.push_back(seat);
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

/// Plans the second game of a table: the winner of the first keeps the score, the lowest total
/// starts.
PlannedGame second_game(const PlannedGame& first, const referee::record::GameRecord& record,
                        const Chance& chance) {
  PlannedGame game = first;
  game.game = 1;
  const std::span places(record.places.data(), record.seats);
  game.danno = static_cast<int>(std::ranges::min_element(places) - places.begin());
  game.first = starter_of_second(game, record, chance);
  return game;
}

/// Returns the table of a stage. `seated` is the seating of its first round, which is the last
/// tie-break.
std::vector<StageRow> stage_rows(const std::vector<TournamentGame>& games,
                                 const std::vector<int>& seated) {
  std::vector<StageRow> rows;
  for (const int entrant : seated) {
    StageRow& row = rows.emplace_back();
    row.entrant = entrant;
    for (const TournamentGame& game : games) {
      const auto seat = game.planned.seat(entrant);
      if (!seat) continue;
      const bool forfeited = ratings::forfeited_seats(game.record).has(*seat);
      row.points_60 += ratings::points_60(game.record, *seat);
      row.wins += game.record.places[*seat] == 1 && !forfeited ? 1 : 0;
      row.totals += game.record.totals[*seat];
      row.best = std::max(row.best, game.record.totals[*seat]);
    }
  }
  std::ranges::stable_sort(rows, [](const StageRow& a, const StageRow& b) {
    return std::tie(a.points_60, a.wins, a.totals, a.best) >
           std::tie(b.points_60, b.wins, b.totals, b.best);
  });
  return rows;
}

/// Plays the games and adds them to the stage; false where they were not played.
bool play_games(const std::vector<PlannedGame>& games, const PlayGames& play, Stage& stage) {
  const std::vector<referee::record::GameRecord> records = play(games);
  if (records.empty()) return false;
  assert(records.size() == games.size());
  for (std::size_t i = 0; i < games.size(); ++i)
    stage.games.push_back({games[i], records[i]});
  return true;
}

bool play_round(const Tables& tables, int number, int round, const Chance& chance,
                const PlayGames& play, Stage& stage) {
  const std::vector<PlannedGame> firsts = first_games(tables, number, round, chance);
  if (!play_games(firsts, play, stage)) return false;
  std::vector<PlannedGame> seconds;
  // The second games depend on the first ones of their tables only.
  for (const TournamentGame& first : std::span(stage.games).last(firsts.size()))
    seconds.push_back(second_game(first.planned, first.record, chance));
  return play_games(seconds, play, stage);
}

/// Plays a stage. Returns false if it could not be played to its end.
bool play_stage(const Field& field, const std::vector<int>& entrants, int number,
                const Chance& chance, const PlayGames& play, Stage& stage) {
  std::vector<int> first_seated;
  bool complete = true;
  for (int round = 0; complete && round < kRounds; ++round) {
    const Tables tables = seat(field, chance.shuffle(entrants, number, round));
    if (round == 0) {
      for (const std::vector<int>& table : tables)
        first_seated.insert(first_seated.end(), table.begin(), table.end());
    }
    complete = play_round(tables, number, round, chance, play, stage);
  }
  stage.rows = stage_rows(stage.games, first_seated);
  return complete;
}

/// Returns who goes on: the better half, with no more of one author than the next stage has tables.
/// If too few are left, fewer go on.
std::vector<int> cut(const Field& field, std::vector<StageRow>& rows) {
  for (std::size_t wanted = (rows.size() + 1) / 2;; --wanted) {
    const std::size_t tables = table_sizes(static_cast<int>(wanted)).size();
    std::map<int, std::size_t> of_author;
    std::vector<StageRow*> chosen;
    for (StageRow& row : rows) {
      if (chosen.size() == wanted) break;
      if (field.authors.empty() || ++of_author[entrant_author(field, row.entrant)] <= tables)
        chosen.push_back(&row);
    }
    if (chosen.size() < wanted) continue;
    std::vector<int> left;
    for (StageRow* const row : chosen) {
      row->advances = true;
      left.push_back(row->entrant);
    }
    return left;
  }
}

}  // namespace

std::vector<int> table_sizes(int entrants) {
  assert(entrants >= 2);
  if (entrants <= rules::kMaxSeats) return {entrants};
  const int fewest = (entrants + rules::kMaxSeats - 1) / rules::kMaxSeats;
  for (int tables = fewest; tables * kLeastAtEqualTables <= entrants; ++tables) {
    // Tables of one size are preferred, even if they are more.
    if (entrants % tables == 0)
      return std::vector<int>(static_cast<std::size_t>(tables), entrants / tables);
  }
  std::vector<int> sizes(static_cast<std::size_t>(fewest), entrants / fewest);
  for (int i = 0; i < entrants % fewest; ++i)
    ++sizes[static_cast<std::size_t>(i)];
  return sizes;
}

int most_stages(int entrants) {
  int stages = 1;
  for (int left = entrants; left > rules::kMaxSeats; left = (left + 1) / 2)
    ++stages;
  return stages;
}

std::optional<std::size_t> PlannedGame::seat(int entrant) const {
  const auto at = std::ranges::find(seats, entrant);
  if (at == seats.end()) return std::nullopt;
  return static_cast<std::size_t>(at - seats.begin());
}

std::vector<int> Tournament::ranking() const {
  std::vector<int> order;
  // Entrants of a later stage rank higher; the table of a stage ranks its own entrants.
  for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
    for (const StageRow& row : stage->rows) {
      if (!row.advances) order.push_back(row.entrant);
    }
  }
  return order;
}

Tournament play_tournament(const Field& field, const Chance& chance, const PlayGames& play) {
  Tournament tournament;
  const PlayGames play_or_keep = [&](std::span<const PlannedGame> games) {
    auto records = play(games);
    if (records.empty()) tournament.next.assign(games.begin(), games.end());
    return records;
  };
  std::vector<int> left(static_cast<std::size_t>(field.entrants));
  std::iota(left.begin(), left.end(), 0);
  for (int number = 0;; ++number) {
    Stage& stage = tournament.stages.emplace_back();
    if (!play_stage(field, left, number, chance, play_or_keep, stage)) return tournament;
    if (left.size() <= rules::kMaxSeats) break;
    left = cut(field, stage.rows);
  }
  tournament.finished = true;
  return tournament;
}

}  // namespace danno::leagues::schedule::tournament
