// Where agents stand in the tables of a league, whatever its format: for their authors' reports.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

/// An agent in one division; figures as shown.
struct AgentStanding {
  std::string rules;
  std::string agent;  ///< "ada@2".
  int rank = 0;
  std::size_t agents = 0;  ///< In that table.
  std::string elo;         ///< "+123 ±14"; "-" if it is not rated.
  std::int64_t games = 0;
};

/// Of all agents that are in the league now, by division and rank.
[[nodiscard]] std::vector<AgentStanding> compute_standings(
    const store::Reader& store, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::archive
