// Measures a class's league: the cost of starting, playing, storing and rating together, from the
// command to the table.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::bench {

struct ClassLeague {
  int agents = 30;
  int deals = 10;                   ///< The deals of each pair.
  std::string rules = "koans";      ///< A rule set's id, or an absolute path of its file.
  std::string language = "python";  ///< A language of entrants::scaffold_languages().
  referee::sandbox::Isolation isolation = referee::sandbox::Isolation::Strict;
};

/// The cost of one command with everything that it started.
struct CommandCost {
  std::chrono::duration<double> wall{0};
  std::chrono::duration<double> cpu{0};
};

struct ClassLeagueResult {
  std::int64_t games = 0;
  CommandCost league;
  CommandCost match;  ///< A match of two of the agents with as many games: two starts, no tables.
};

/// Measures a league in which every agent is the template of its language, as `danno new` makes it,
/// and meets every other agent. The league is played twice and the second run counts, so builds are
/// excluded. The commands are those of this program. Throws std::runtime_error if one fails.
[[nodiscard]] ClassLeagueResult measure_league(const ClassLeague& order);

}  // namespace danno::leagues::cli::bench
