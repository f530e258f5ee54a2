// The tables of a league of tournaments: a pure function of the store, like those of
// report/table.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/ratings/matrix.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/tally.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/league_format.hpp"
#include "leagues/schedule/tournament/scheme.hpp"
#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::schedule::tournament {

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
  ratings::AgentTally tally;                   ///< A tally of the games played without advice.
  std::optional<ratings::AgentRating> rating;  ///< Empty if it never started or nothing is rated.
  TournamentOdds odds;    ///< The chances in a further tournament of this kind.
  int titles = 0;         ///< The number of finished tournaments that it won.
  double mean_place = 0;  ///< The mean place among all entrants, over finished tournaments.
};

struct TournamentDivisionTable {
  const rules::Definition* definition = nullptr;
  std::vector<Tournament> tournaments;  ///< All are finished, except perhaps the last one.
  /// Sorted by mean place; for an unfinished one, by its standing.
  std::vector<TournamentRow> rows;
  std::uint64_t games = 0;
  std::vector<std::string> records;  ///< The digests of Store::visit_deals(), indexed by seats - 2.
};

struct TournamentTable {
  std::string name;
  store::Digests digests;                    ///< The digests of the store.
  std::vector<store::StoredAgent> entrants;  ///< Sorted by name.
  int repeat = 1;
  bool apart = false;               ///< True if agents of one author share no table.
  std::uint64_t games_planned = 0;  ///< The largest number of games of each division.
  bool finished = false;
  std::optional<store::Epoch> epoch;   ///< Empty before the first run.
  std::vector<std::string> isolation;  ///< The isolation levels used.
  std::vector<std::string>
      isolation_layers;  ///< The isolation that was found, one line for each layer.
  std::vector<TournamentDivisionTable> divisions;
};

/// Returns the entrant's name as shown.
[[nodiscard]] std::string entrant_name(const TournamentTable& table, int entrant);

[[nodiscard]] TournamentTable compute_tournament_table(
    const store::Reader& store, const solver::Watch& watch = solver::unwatched);

/// Returns a division for every rule set, and a page for each tournament with its stages, the final
/// first, and the score sheets of every table.
[[nodiscard]] std::vector<DivisionPages> tournament_pages(const TournamentTable& table,
                                                          const store::StoredLeague& league);

/// Returns whether the tournament ends with this stage, counted from 0.
[[nodiscard]] bool is_final(const Tournament& tournament, std::size_t stage);
/// Returns a division's sheets in the order of play: for each stage the seating list and the score
/// sheets, which are details, and the standings; then all games, with ratings and chances; then the
/// faults between agents. Titles name neither league nor rules.
[[nodiscard]] std::vector<report::Sheet> tournament_sheets(const TournamentTable& table,
                                                           const TournamentDivisionTable& division);
/// Returns the id of a game of tournament `number`, as 'danno replay' takes it: rules, the agents
/// by seat, deal, seating.
[[nodiscard]] std::string game_id(const TournamentTable& table,
                                  const TournamentDivisionTable& division, std::size_t number,
                                  const PlannedGame& game);
/// "2nd", or "forfeit".
[[nodiscard]] std::string show_place(const referee::record::GameRecord& game, std::size_t seat);
/// Returns tournament points in sixtieths as text, such as "3.5".
[[nodiscard]] std::string show_points_60(std::int64_t points_60);

/// These return the files' contents; docs/log-and-json.md defines the shape of table.json.
[[nodiscard]] std::string tournament_json(const TournamentTable& table);
[[nodiscard]] std::string tournament_markdown(const TournamentTable& table);
[[nodiscard]] std::string tournament_csv(const TournamentTable& table);
/// Returns tournament_markdown() with the details.
[[nodiscard]] std::string tournament_papers(const TournamentTable& table);
/// Returns table.json, table.md, table.csv and tournament.md.
[[nodiscard]] std::vector<report::TableFile> tournament_files(const TournamentTable& table);

}  // namespace danno::leagues::schedule::tournament
