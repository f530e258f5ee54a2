#include "leagues/formats/tournament/score_sheets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "leagues/formats/tournament/sheets.hpp"

namespace danno::leagues::formats::tournament {
namespace {

/// Of one table, in the order of play.
using Games = std::vector<const TournamentGame*>;

/// The first games of the stage's rounds, played or due: they seat the tables.
std::vector<const PlannedGame*> seatings(const Tournament& tournament, std::size_t stage) {
  std::vector<const PlannedGame*> seatings;
  const auto add = [&](const PlannedGame& game) {
    if (game.game == 0 && static_cast<std::size_t>(game.stage) == stage) seatings.push_back(&game);
  };
  for (const TournamentGame& game : tournament.stages[stage].games)
    add(game.planned);
  std::ranges::for_each(tournament.next, add);
  return seatings;
}

/// The numbers of those games in which the seat has the duty: "1, 2".
template <typename Duty>
std::string numbers(const Games& games, const Duty& has_duty) {
  std::vector<int> numbers;
  for (const TournamentGame* const game : games) {
    if (has_duty(*game)) numbers.push_back(game->planned.game + 1);
  }
  return fmt::format("{}", fmt::join(numbers, ", "));
}

std::vector<std::string> row_of(const TournamentTable& table, const rules::Definition& definition,
                                const Games& games, std::size_t seat) {
  const int entrant = games.front()->planned.seats[seat];
  std::vector<std::string> row{fmt::format("{}", seat + 1), name_of(table, entrant)};
  std::int64_t sum_60 = 0;
  for (const TournamentGame* const game : games) {
    const std::int64_t points_60 = scores::points_60(game->record, seat);
    sum_60 += points_60;
    row.push_back(rules::show_points(definition, game->record.totals[seat]));
    row.push_back(show_place(game->record, seat));
    row.push_back(show_points_60(points_60));
  }
  row.push_back(show_points_60(sum_60));
  row.push_back(
      numbers(games, [&](const auto& game) { return std::size_t{game.record.first} == seat; }));
  row.push_back(numbers(games, [&](const auto& game) {
    return static_cast<std::size_t>(game.planned.danno) == seat;
  }));
  return row;
}

plan::TableCells sheet_cells(const TournamentTable& table, const rules::Definition& definition,
                             const Games& games) {
  plan::TableCells cells{{"seat", "agent"}, {}, {}};
  for (const TournamentGame* const game : games) {
    cells.headings.push_back(fmt::format("game {}", game->planned.game + 1));
    cells.headings.insert(cells.headings.end(), {"place", "points"});
  }
  cells.headings.insert(cells.headings.end(), {"sum", "began", "danno"});
  for (std::size_t seat = 0; seat < games.front()->planned.seats.size(); ++seat)
    cells.rows.push_back(row_of(table, definition, games, seat));
  return cells;
}

}  // namespace

plan::Sheet seating_list(const TournamentTable& table, const Tournament& tournament,
                         std::size_t stage) {
  std::map<std::string, std::vector<std::string>> places;  // by agent: of every round
  for (const PlannedGame* const game : seatings(tournament, stage)) {
    for (std::size_t seat = 0; seat < game->seats.size(); ++seat)
      places[name_of(table, game->seats[seat])].push_back(
          fmt::format("table {}, seat {}", game->table + 1, seat + 1));
  }
  plan::TableCells cells{{"agent", "round 1", "round 2"}, {}, {}};
  for (auto& [name, rounds] : places) {
    rounds.resize(2);
    cells.rows.push_back({name, rounds[0], rounds[1]});
  }
  return {"seating", std::move(cells), 0, {}, true};
}

std::vector<plan::Sheet> score_sheets(const TournamentTable& table,
                                      const TournamentDivisionTable& division,
                                      std::size_t tournament, std::size_t stage) {
  std::map<std::pair<int, int>, Games> games;  // round, table
  for (const TournamentGame& game : division.tournaments[tournament].stages[stage].games)
    games[{game.planned.round, game.planned.table}].push_back(&game);
  std::vector<plan::Sheet> sheets;
  for (const auto& [where, played] : games) {
    plan::Sheet& sheet = sheets.emplace_back();
    sheet.title = fmt::format("round {}, table {}", where.first + 1, where.second + 1);
    sheet.cells = sheet_cells(table, *division.definition, played);
    sheet.name_column = 1;
    sheet.is_detail = true;
    for (const TournamentGame* const game : played)
      sheet.notes.emplace_back(fmt::format("game {}: {}", game->planned.game + 1,
                                           game_id(table, division, tournament, game->planned)));
  }
  return sheets;
}

}  // namespace danno::leagues::formats::tournament
