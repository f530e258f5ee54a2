// A league of a class: what starting, playing, storing and rating cost together, from the command
// to the table.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::bench {

struct ClassLeague {
  int agents = 30;
  int deals = 10;                   ///< Of each pair.
  std::string language = "python";  ///< One that entrants::make_scaffold() knows.
  referee::sandbox::Isolation isolation = referee::sandbox::Isolation::Strict;
};

/// Of one command, with all that it started.
struct CommandCost {
  std::chrono::duration<double> wall{0};
  std::chrono::duration<double> cpu{0};
};

struct ClassLeagueResult {
  std::int64_t games = 0;
  CommandCost league;
  CommandCost match;  ///< Of two of the agents, for as many games: two starts, no tables.
};

/// Every agent is the template of its language, as `danno new` makes it, and meets every other one.
/// The league is played twice, and the second time counts: builds are no part of it. The commands
/// are those of this program. Throws std::runtime_error if one fails.
[[nodiscard]] ClassLeagueResult measure_league(const ClassLeague& order);

}  // namespace danno::leagues::bench
