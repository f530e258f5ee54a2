// Writes the folder that an agent's author gets from a league: its games, its faults and its worst
// results. Of other agents it shows only their names and what they did at the table.
//
//   README.md           its standing; its faults, each with the command that repeats it; its
//                       opponents, worst results first; each version separately, newest first
//   games.ndjson        every game, as `danno league export --json` writes it
//   games/RULES/….txt   written: the worst game against each opponent, and every game of a fault
//   faults/….json       the report of each of its faults
//
// An author who may not see games yet gets neither games.ndjson nor games/. Reports of faults are
// included: they show only what the agent itself was asked, and help to fix it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::site {

/// An agent's standing in one division, with figures as shown.
struct AgentStanding {
  std::string rules;
  std::string agent;      ///< The name that people see, such as "ada@2".
  std::string full_name;  ///< The full name without its version, such as "Ann/ada".
  int rank = 0;
  std::size_t agents = 0;  ///< The number of agents in that table.
  std::string elo;         ///< The rating, such as "+123 ±14"; "-" if it is not rated.
  std::int64_t games = 0;
};

/// Returns the standings of all agents that are in the league now, by division and rank.
[[nodiscard]] std::vector<AgentStanding> compute_standings(
    const store::Reader& store, const solver::Watch& watch = solver::unwatched);

struct AuthorFolder {
  std::uint64_t games = 0;
  std::uint64_t faults = 0;
};

/// The games of its agent that an author may see.
enum class SeenGames { Own, None };

/// The part of an agent's history that its author's folder covers.
struct ReportScope {
  SeenGames seen = SeenGames::Own;
  std::size_t versions = std::numeric_limits<std::size_t>::max();  ///< Number of its last versions.
};

/// Returns whether a folder may be overwritten: it is new, empty, or an earlier report.
[[nodiscard]] bool may_be_author_folder(const std::filesystem::path& folder);

/// Writes the agent of that full name, which exists, into such a folder. Throws std::system_error
/// or std::filesystem::filesystem_error, and what `watch` throws.
AuthorFolder write_author_folder(const store::Reader& store, const std::string& agent,
                                 const std::vector<AgentStanding>& standings,
                                 const std::filesystem::path& folder, const ReportScope& scope,
                                 const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::site
