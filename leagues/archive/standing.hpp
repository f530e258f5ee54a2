// The standings of agents in the tables of a league of any format, for their authors' reports.
#pragma once

#include <string>
#include <vector>

#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

/// An agent's standing in one division, with figures as shown.
struct AgentStanding {
  std::string rules;
  std::string agent;  ///< The name, such as "ada@2".
  int rank = 0;
  std::size_t agents = 0;  ///< The number of agents in that table.
  std::string elo;         ///< The rating, such as "+123 ±14"; "-" if it is not rated.
  std::int64_t games = 0;
};

/// Returns the standings of all agents that are in the league now, by division and rank.
[[nodiscard]] std::vector<AgentStanding> compute_standings(
    const store::Reader& store, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::archive
