// The tables of a league of tournaments: a pure function of the store, like those of
// tables/table.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/formats/tournament/odds.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/tally.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::tournament {

/// One entrant's results over all tournaments of a division.
struct TournamentRow {
  int entrant = 0;
  scores::AgentTally tally;                    ///< A tally of the games played without advice.
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
  std::optional<store::Epoch> epoch;          ///< Empty before the first run.
  std::vector<std::string> isolation;         ///< The isolation levels used.
  std::vector<std::string> isolation_layers;  ///< What was found of the layers, one line each.
  std::vector<TournamentDivisionTable> divisions;
};

/// Returns the entrant's name as shown.
[[nodiscard]] std::string name_of(const TournamentTable& table, int entrant);

[[nodiscard]] TournamentTable compute_tournament_table(
    const store::Reader& store, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::formats::tournament
