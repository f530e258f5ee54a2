// Tournaments, replayed from the stored games and the seed, and their tables: a pure function of
// the store, like those of report/table.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/ratings/matrix.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/league_format.hpp"
#include "leagues/schedule/rounds.hpp"
#include "leagues/schedule/tournament/scheme.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::schedule::tournament {

/// Returns the number of a game's deal, in tournament `number` of so many entrants. Games of one
/// number are at different tables.
[[nodiscard]] std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game);

/// Returns the seatings, starts and scorekeepers that follow from the seed in tournament `number`,
/// from 0, among those that the league repeats. The division must outlive them.
[[nodiscard]] Chance make_chance(const RoundsDivision& division, int number);

/// Recomputes tournament `number`, from 0, as far as it was played. The division has an epoch.
[[nodiscard]] Tournament replay_tournament(const RoundsDivision& division, int number);

/// Returns the number of tournaments that the league plays with every rule set.
[[nodiscard]] int repeat_count(const store::StoredLeague& league);

/// Returns the largest number of games of one division.
[[nodiscard]] std::uint64_t planned_game_count(const store::StoredLeague& league);

/// The chances of one entrant, 0 to 1.
struct TournamentOdds {
  double advance = 0;  ///< Passing the first stage; 1 if the tournament has one stage only.
  double final = 0;    ///< Sitting in the final.
  double win = 0;
};

/// Simulates the scheme 2 000 times with a fixed seed. Strengths are drawn from the ratings'
/// distribution, so that their uncertainty counts (docs/statistics.md). A game is a race of
/// strength plus Gumbel noise, in which every pair is Bradley-Terry. `elo` and the result are
/// indexed by entrant; `covariance` is in Elo².
[[nodiscard]] std::vector<TournamentOdds> tournament_odds(const Field& field,
                                                          const std::vector<double>& elo,
                                                          const ratings::SquareMatrix& covariance,
                                                          const solver::Watch& watch);

/// One entrant's results over all tournaments of a division.
struct TournamentRow {
  int entrant = 0;
  /// The games played without advice and the rating by them; no Elo if it never started or nothing
  /// is rated.
  report::TableRow rated;
  std::int64_t rated_deals = 0;  ///< The deals behind the rating.
  TournamentOdds odds;           ///< The chances in a further tournament of this kind.
  int titles = 0;                ///< The number of finished tournaments that it won.
  double mean_place = 0;         ///< The mean place among all entrants, over finished tournaments.
};

struct TournamentDivision {
  const rules::Definition* definition = nullptr;
  std::vector<Tournament> tournaments;  ///< All are finished, except perhaps the last one.
  /// Sorted by mean place; for an unfinished one, by its standing.
  std::vector<TournamentRow> rows;
  bool connected = true;  ///< If false, some agents never met, not even through others.
  std::uint64_t games = 0;
  std::vector<std::string>
      records;  ///< The digests of Reader::visit_deals(), indexed by seats - 2.
};

struct TournamentTable {
  store::StoredLeague league;
  store::Digests digests;  ///< The digests of the store.
  bool finished = false;
  std::optional<store::Epoch> epoch;          ///< Empty before the first run.
  std::vector<std::string> isolation;         ///< The isolation levels used.
  std::vector<std::string> isolation_layers;  ///< The layers that were found, one line each.
  std::vector<TournamentDivision> divisions;  ///< Empty before the first run.
};

[[nodiscard]] TournamentTable compute_tournament_table(
    const store::Reader& store, const solver::Watch& watch = solver::unwatched);

/// Returns table.json, table.md, table.csv, tournament.md, and their sheets: for each stage the
/// seating list and the score sheets, which are details, and the standings; then all games, with
/// ratings and chances; then the faults between agents.
[[nodiscard]] report::LeagueTables make_tables(const TournamentTable& table);
/// Returns the content of table.json (docs/log-and-json.md).
[[nodiscard]] std::string tournament_json(const TournamentTable& table);

/// Returns a division for every rule set, and a page for each tournament with its stages, the final
/// first, and the score sheets of every table.
[[nodiscard]] std::vector<DivisionPages> tournament_pages(const TournamentTable& table);

/// The games of a table in a round of a stage, first games before second ones.
using TableGames = std::vector<const TournamentGame*>;
/// Returns a stage's games by table, in the order of play.
[[nodiscard]] std::vector<TableGames> games_by_table(const Stage& stage);
/// Returns whether the tournament ends with this stage, counted from 0.
[[nodiscard]] bool is_final(const Tournament& tournament, std::size_t stage);
/// Returns what becomes of a row of a stage: "wins", "advances" or nothing.
[[nodiscard]] std::string format_next(const Tournament& tournament, std::size_t stage,
                                      std::size_t row);
/// Returns tournament points in sixtieths as text, such as "3.5".
[[nodiscard]] std::string format_points_60(std::int64_t points_60);

}  // namespace danno::leagues::schedule::tournament
