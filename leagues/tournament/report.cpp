#include "leagues/tournament/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "leagues/tables/json.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/tournament/dice.hpp"

namespace danno::leagues::tournament {
namespace {

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

bool is_final(const plan::Tournament& tournament, std::size_t stage) {
  return tournament.finished && stage + 1 == tournament.stages.size();
}

/// Every entrant's tables and places in a stage, in the order of play.
struct Path {
  std::vector<std::string> tables;
  std::vector<std::string> places;
};

Path path_of(const plan::Stage& stage, int entrant) {
  Path path;
  for (const plan::TournamentGame& game : stage.games) {
    const auto& seats = game.pairing.seats;
    const auto at = std::ranges::find(seats, entrant);
    if (at == seats.end()) continue;
    const auto seat = static_cast<std::size_t>(at - seats.begin());
    const bool out = ((scores::forfeited_seats(game.record) >> seat) & 1U) != 0;
    path.places.push_back(out ? "forfeit" : fmt::format("{}", game.record.places[seat]));
    if (game.pairing.game == 0) path.tables.push_back(fmt::format("{}", game.pairing.table + 1));
  }
  return path;
}

}  // namespace

std::string stage_title(const TournamentTable& table, const TournamentDivisionTable& division,
                        std::size_t number, std::size_t stage) {
  const plan::Tournament& tournament = division.tournaments[number];
  const std::string which = table.repeat > 1 ? fmt::format("tournament {}, ", number + 1) : "";
  if (is_final(tournament, stage)) return which + "the final";
  const auto advance =
      std::ranges::count(tournament.stages[stage].rows, true, &plan::StageRow::advances);
  if (advance == 0) return fmt::format("{}stage {}, being played", which, stage + 1);
  return fmt::format("{}stage {}, {} advance", which, stage + 1, advance);
}

std::string game_id(const TournamentTable& table, const TournamentDivisionTable& division,
                    std::size_t number, const plan::Pairing& game) {
  std::vector<std::string> names;
  for (const int entrant : game.seats)
    names.push_back(name_of(table, entrant));
  return fmt::format("{}/{}/{}/0", division.definition->id, fmt::join(names, ","),
                     deal_number(table.entrants.size(), static_cast<int>(number), game));
}

tables::TableCells stage_cells(const TournamentTable& table,
                               const TournamentDivisionTable& division,
                               const plan::Tournament& tournament, std::size_t number) {
  const plan::Stage& stage = tournament.stages[number];
  tables::TableCells cells{{"#", "agent", "tables", "places", "points", "won", "totals", ""}, {}};
  for (const plan::StageRow& row : stage.rows) {
    const Path path = path_of(stage, row.entrant);
    const bool wins = is_final(tournament, number) && cells.rows.empty();
    cells.rows.push_back(
        {fmt::format("{}", cells.rows.size() + 1), name_of(table, row.entrant),
         fmt::format("{}", fmt::join(path.tables, " ")),
         fmt::format("{}", fmt::join(path.places, " ")),
         fmt::format("{:.4g}", static_cast<double>(row.points_60) / 60),
         fmt::format("{}", row.wins),
         rules::show_points(*division.definition, static_cast<rules::Points>(row.totals)),
         wins           ? "wins"
         : row.advances ? "advances"
                        : ""});
  }
  return cells;
}

tables::TableCells final_cells(const TournamentTable& table,
                               const TournamentDivisionTable& division) {
  tables::TableCells cells{
      {"#", "agent", "place", "titles", "Elo ±95 %", "range", "games", "points", "score", "wins",
       "opponents", "LOS", "advance", "final", "win", "faults"},
      {},
      {"opponents", "score", "LOS", "wins", "games", "range"}};
  for (const TournamentRow& row : division.rows) {
    const scores::AgentTally& tally = row.tally;
    const auto& rating = row.rating;
    std::string range = "-";
    if (rating) range = tables::show_ranks(rating->rank_low, rating->rank_high);
    cells.rows.push_back(
        {fmt::format("{}", cells.rows.size() + 1), name_of(table, row.entrant),
         fmt::format("{:.4g}", row.mean_place), fmt::format("{}", row.titles),
         rating ? tables::show_elo_of(rating->deals, rating->elo, rating->elo_low, rating->elo_high)
                : "-",
         range, fmt::format("{}", tally.games), fmt::format("{:.3f}", tally.points()),
         percent(tally.score()), percent(tally.win_share()),
         rating ? fmt::format("{:+.0f}", rating->average_opponent) : "-",
         rating && rating->los_next ? fmt::format("{:.0f} %", 100 * *rating->los_next) : "",
         percent(row.odds.advance), percent(row.odds.final), percent(row.odds.win),
         tables::show_faults(tally)});
  }
  return cells;
}

tables::TableCells fault_cells(const TournamentTable& table,
                               const TournamentDivisionTable& division) {
  tables::TableCells cells{{"faults", "agent", "with at the table"}, {}};
  for (const TournamentRow& row : division.rows) {
    std::vector<std::string> others;
    for (const auto& [entrant, count] : row.tally.faults_against)
      others.push_back(fmt::format("{} {}", name_of(table, entrant), count));
    if (others.empty()) continue;
    cells.rows.push_back({tables::show_faults(row.tally), name_of(table, row.entrant),
                          fmt::format("{}", fmt::join(others, ", "))});
  }
  return cells;
}

std::vector<plan::Note> tournament_notes(const TournamentTable& table,
                                         const TournamentDivisionTable& division) {
  std::vector<plan::Note> notes;
  notes.push_back(
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
  if (table.epoch) notes.push_back("dice: " + tables::show_epoch(*table.epoch));
  for (const std::string& layers : table.isolation_layers)
    notes.emplace_back("isolation " + layers, "isolation " + layers.substr(0, layers.find(':')));
  return notes;
}

std::string tournament_markdown(const TournamentTable& table) {
  std::string text = fmt::format("# {}\n", text::escape_markdown(table.name));
  for (const TournamentDivisionTable& division : table.divisions) {
    text += fmt::format("\n## {}\n", division.definition->id);
    for (std::size_t number = 0; number < division.tournaments.size(); ++number) {
      const plan::Tournament& tournament = division.tournaments[number];
      for (std::size_t stage = 0; stage < tournament.stages.size(); ++stage) {
        text += fmt::format("\n### {}\n\n", stage_title(table, division, number, stage));
        text += tables::words_markdown(stage_cells(table, division, tournament, stage));
      }
    }
    text.append("\n### all games\n\n");
    text += tables::words_markdown(final_cells(table, division));
    if (const tables::TableCells faults = fault_cells(table, division); !faults.rows.empty()) {
      text.append("\n### faults\n\n");
      text += tables::words_markdown(faults);
    }
    text += "\n" + tables::notes_markdown(tournament_notes(table, division));
  }
  return text;
}

}  // namespace danno::leagues::tournament
