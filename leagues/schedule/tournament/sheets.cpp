
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "leagues/report/league_tables.hpp"
#include "leagues/schedule/tournament/store.hpp"
#include "leagues/schedule/tournament/table.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

/// The games of one table, in the order of play.
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

std::vector<std::string> make_row(const TournamentTable& table, const rules::Definition& definition,
                                  const Games& games, std::size_t seat) {
  const int entrant = games.front()->planned.seats[seat];
  std::vector<std::string> row{fmt::format("{}", seat + 1), entrant_name(table, entrant)};
  std::int64_t sum_60 = 0;
  for (const TournamentGame* const game : games) {
    const std::int64_t points_60 = ratings::points_60(game->record, seat);
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

report::TableCells sheet_cells(const TournamentTable& table, const rules::Definition& definition,
                               const Games& games) {
  report::TableCells cells{{"seat", "agent"}, {}, {}};
  for (const TournamentGame* const game : games) {
    cells.headings.push_back(fmt::format("game {}", game->planned.game + 1));
    cells.headings.insert(cells.headings.end(), {"place", "points"});
  }
  cells.headings.insert(cells.headings.end(), {"sum", "began", "danno"});
  for (std::size_t seat = 0; seat < games.front()->planned.seats.size(); ++seat)
    cells.rows.push_back(make_row(table, definition, games, seat));
  return cells;
}

/// Returns the stage's entrants, sorted by name, with table and seat in each round that is seated.
report::Sheet seating_list(const TournamentTable& table, const Tournament& tournament,
                           std::size_t stage) {
  std::map<std::string, std::vector<std::string>> places;  // by agent: of every round
  for (const PlannedGame* const game : seatings(tournament, stage)) {
    for (std::size_t seat = 0; seat < game->seats.size(); ++seat)
      places[entrant_name(table, game->seats[seat])].push_back(
          fmt::format("table {}, seat {}", game->table + 1, seat + 1));
  }
  report::TableCells cells{{"agent", "round 1", "round 2"}, {}, {}};
  for (auto& [name, rounds] : places) {
    rounds.resize(2);
    cells.rows.push_back({name, rounds[0], rounds[1]});
  }
  return {"seating", std::move(cells), 0, {}, true};
}

/// Returns a sheet for every table of every round of the stage that has a game.
std::vector<report::Sheet> score_sheets(const TournamentTable& table,
                                        const TournamentDivisionTable& division,
                                        std::size_t tournament, std::size_t stage) {
  std::map<std::pair<int, int>, Games> games;  // round, table
  for (const TournamentGame& game : division.tournaments[tournament].stages[stage].games)
    games[{game.planned.round, game.planned.table}].push_back(&game);
  std::vector<report::Sheet> sheets;
  for (const auto& [where, played] : games) {
    report::Sheet& sheet = sheets.emplace_back();
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

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// Returns "stage 1" or "the final", with "tournament 2, " before it if several are played.
std::string stage_name(const TournamentTable& table, const Tournament& tournament,
                       std::size_t number, std::size_t stage) {
  const std::string which = table.repeat > 1 ? fmt::format("tournament {}, ", number + 1) : "";
  return which + (is_final(tournament, stage) ? "the final" : fmt::format("stage {}", stage + 1));
}

/// Returns the result of a stage: "4 of 7 advance", "won by ada".
std::string outcome(const TournamentTable& table, const Tournament& tournament,
                    std::size_t number) {
  const std::vector<StageRow>& rows = tournament.stages[number].rows;
  if (is_final(tournament, number))
    return fmt::format("won by {}", entrant_name(table, rows.front().entrant));
  const auto advance = std::ranges::count(rows, true, &StageRow::advances);
  return advance == 0 ? "not finished" : fmt::format("{} of {} advance", advance, rows.size());
}

std::string show_ordinal(int place) {
  constexpr std::array kEndings{"th", "st", "nd", "rd"};
  return fmt::format("{}{}", place, kEndings[place < 4 ? static_cast<std::size_t>(place) : 0]);
}

/// Returns the places of an entrant in a round's games, in the order of play: "2nd 1st".
std::string places_in(const Stage& stage, int round, int entrant) {
  std::vector<std::string> places;
  for (const TournamentGame& game : stage.games) {
    const auto& seats = game.planned.seats;
    const auto at = std::ranges::find(seats, entrant);
    if (game.planned.round != round || at == seats.end()) continue;
    places.push_back(show_place(game.record, static_cast<std::size_t>(at - seats.begin())));
  }
  return fmt::format("{}", fmt::join(places, " "));
}

/// Returns the standings after a stage.
report::TableCells stage_cells(const TournamentTable& table,
                               const TournamentDivisionTable& division,
                               const Tournament& tournament, std::size_t number) {
  const Stage& stage = tournament.stages[number];
  report::TableCells cells{
      {"#", "agent", "points", "won", "totals", "round 1", "round 2", ""}, {}, {"totals"}};
  for (const StageRow& row : stage.rows) {
    const bool wins = is_final(tournament, number) && cells.rows.empty();
    cells.rows.push_back(
        {fmt::format("{}", cells.rows.size() + 1), entrant_name(table, row.entrant),
         show_points_60(row.points_60), fmt::format("{}", row.wins),
         rules::show_points(*division.definition, static_cast<rules::Points>(row.totals)),
         places_in(stage, 0, row.entrant), places_in(stage, 1, row.entrant),
         wins           ? "wins"
         : row.advances ? "advances"
                        : ""});
  }
  return cells;
}

/// Returns every entrant's place, rating and chances.
report::TableCells final_cells(const TournamentTable& table,
                               const TournamentDivisionTable& division) {
  report::TableCells cells{
      {"#", "agent", "place", "titles", "Elo ±95 %", "range", "games", "points", "score", "wins",
       "opponents", "LOS", "advance", "final", "win", "faults"},
      {},
      {"opponents", "score", "LOS", "wins", "games", "range"}};
  for (const TournamentRow& row : division.rows) {
    const ratings::AgentTally& tally = row.tally;
    const auto& rating = row.rating;
    std::string range = "-";
    if (rating) range = report::show_ranks(rating->rank_low, rating->rank_high);
    cells.rows.push_back(
        {fmt::format("{}", cells.rows.size() + 1), entrant_name(table, row.entrant),
         fmt::format("{:.4g}", row.mean_place), fmt::format("{}", row.titles),
         rating ? report::show_reliable_elo(rating->deals, rating->elo, rating->elo_low,
                                            rating->elo_high)
                : "-",
         range, fmt::format("{}", tally.games), fmt::format("{:.3f}", tally.points()),
         percent(tally.score()), percent(tally.win_share()),
         rating ? fmt::format("{:+.0f}", rating->average_opponent) : "-",
         rating && rating->los_next ? fmt::format("{:.0f} %", 100 * *rating->los_next) : "",
         percent(row.odds.advance), percent(row.odds.final), percent(row.odds.win),
         report::show_faults(tally)});
  }
  return cells;
}

/// Returns the faults by agent and opponents at the table; without rows if there are none.
report::TableCells fault_cells(const TournamentTable& table,
                               const TournamentDivisionTable& division) {
  report::TableCells cells{{"faults", "agent", "with at the table"}, {}};
  for (const TournamentRow& row : division.rows) {
    std::vector<std::string> others;
    for (const auto& [entrant, count] : row.tally.faults_against)
      others.push_back(fmt::format("{} {}", entrant_name(table, entrant), count));
    if (others.empty()) continue;
    cells.rows.push_back({report::show_faults(row.tally), entrant_name(table, row.entrant),
                          fmt::format("{}", fmt::join(others, ", "))});
  }
  return cells;
}

/// Returns the notes under a division's tables.
std::vector<report::Note> tournament_notes(const TournamentTable& table,
                                           const TournamentDivisionTable& division) {
  std::vector<report::Note> notes;
  notes.emplace_back(
      fmt::format("{} of {} games; points: N for the first of N seats down to 1, a "
                  "forfeit 0",
                  division.games, table.games_planned));
  notes.emplace_back(
      "Elo: pairwise Bradley-Terry on all tables, prior 0.5, 0 = mean of the pool; ±: 95 % against "
      "that mean; range: ranks that the games leave open; LOS: chance to be better than the next "
      "by Elo",
      "Elo: 0 = mean of the pool, ±: 95 %");
  notes.emplace_back(
      "advance (past the first stage), final, win: chances in one more such tournament, from 2 000 "
      "simulated ones with ratings as uncertain as they are",
      "advance, final, win: chances in one more such tournament");
  notes.emplace_back("seating list and score sheets: tournament.md",
                     "seating list and score sheets: -v and tournament.md");
  if (table.epoch) notes.emplace_back("dice: " + report::show_epoch(*table.epoch), "");
  for (const std::string& layers : table.isolation_layers)
    notes.emplace_back("isolation " + layers, "isolation " + layers.substr(0, layers.find(':')));
  return notes;
}

}  // namespace

bool is_final(const Tournament& tournament, std::size_t stage) {
  return tournament.finished && stage + 1 == tournament.stages.size();
}

std::string show_place(const referee::record::GameRecord& game, std::size_t seat) {
  const bool is_out = ratings::forfeited_seats(game).has(seat);
  return is_out ? "forfeit" : show_ordinal(game.places[seat]);
}

std::string show_points_60(std::int64_t points_60) {
  return fmt::format("{:.4g}", static_cast<double>(points_60) / 60);
}

std::string game_id(const TournamentTable& table, const TournamentDivisionTable& division,
                    std::size_t number, const PlannedGame& game) {
  std::vector<std::string> names;
  for (const int entrant : game.seats)
    names.push_back(entrant_name(table, entrant));
  return fmt::format("{}/{}/{}/0", division.definition->id, fmt::join(names, ","),
                     deal_number(table.entrants.size(), static_cast<int>(number), game));
}

std::vector<report::Sheet> tournament_sheets(const TournamentTable& table,
                                             const TournamentDivisionTable& division) {
  constexpr std::size_t kNameColumn = 1;
  std::vector<report::Sheet> sheets;
  for (std::size_t number = 0; number < division.tournaments.size(); ++number) {
    const Tournament& tournament = division.tournaments[number];
    for (std::size_t stage = 0; stage < tournament.stages.size(); ++stage) {
      const std::string name = stage_name(table, tournament, number, stage);
      std::vector<report::Sheet> papers = score_sheets(table, division, number, stage);
      papers.insert(papers.begin(), seating_list(table, tournament, stage));
      for (report::Sheet& paper : papers) {
        paper.title = fmt::format("{}, {}", name, paper.title);
        sheets.push_back(std::move(paper));
      }
      sheets.push_back({fmt::format("{}, {}", name, outcome(table, tournament, stage)),
                        stage_cells(table, division, tournament, stage),
                        kNameColumn,
                        {}});
    }
  }
  sheets.push_back({"all games", final_cells(table, division), kNameColumn, {}});
  if (auto faults = fault_cells(table, division); !faults.rows.empty())
    sheets.push_back({"faults", std::move(faults), kNameColumn, {}});
  sheets.back().notes = tournament_notes(table, division);
  return sheets;
}

}  // namespace danno::leagues::schedule::tournament
