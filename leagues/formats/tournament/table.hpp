// The tables of a league of tournaments: a pure function of the store, like those of table.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/formats/tournament/odds.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/tally.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::formats::tournament {

/// What all tournaments of a division say of one entrant.
struct TournamentRow {
  int entrant = 0;
  scores::AgentTally tally;                    ///< Of games played without advice.
  std::optional<ratings::AgentRating> rating;  ///< Nothing: it never started, or nothing is rated.
  TournamentOdds odds;                         ///< Of a further tournament like these.
  int titles = 0;                              ///< Finished tournaments that it won.
  double mean_place = 0;                       ///< Its place among all, over finished tournaments.
};

struct TournamentDivisionTable {
  const rules::Definition* definition = nullptr;
  std::vector<Tournament> tournaments;  ///< The last may be unfinished; then it ends there.
  std::vector<TournamentRow> rows;      ///< By mean place; of an unfinished one as it stands.
  std::uint64_t games = 0;
  std::vector<std::string> records;  ///< Store::visit_deals() by seats from 2.
};

struct TournamentTable {
  std::string name;
  store::Digests digests;                    ///< Of the store.
  std::vector<store::StoredAgent> entrants;  ///< By name.
  int repeat = 1;
  bool apart = false;               ///< Agents of one author share no table.
  std::uint64_t games_planned = 0;  ///< Of each division, at most.
  bool finished = false;
  std::optional<store::Epoch> epoch;          ///< Nothing before the first run.
  std::vector<std::string> isolation;         ///< Levels that it was played at.
  std::vector<std::string> isolation_layers;  ///< What was found of them: a line each.
  std::vector<TournamentDivisionTable> divisions;
};

/// As shown.
[[nodiscard]] std::string name_of(const TournamentTable& table, int entrant);

[[nodiscard]] TournamentTable compute_tournament_table(
    const store::Reader& store, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::formats::tournament
