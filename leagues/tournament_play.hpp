// A tournament between live agents: every game of a table is a session and a deal of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "leagues/league_file.hpp"
#include "leagues/tournament.hpp"
#include "referee/dice_stream.hpp"

namespace danno::leagues {

struct TournamentSettings {
  int shards = 1;  ///< Tables that play at once; what is played never depends on it.
  bool exact_clock = false;
  std::filesystem::path faults;                          ///< See fault_files.hpp.
  std::function<void(const TournamentGame&)> on_played;  ///< In the order of play.
};

/// Thrown after referee::request_stop(): a tournament is played whole or not at all.
class TournamentStopped : public std::runtime_error {
 public:
  TournamentStopped() : std::runtime_error("the tournament was stopped") {}
};

/// Plays the division's tournament among the league's entrants. Seatings and dice follow from the
/// seed, the rule set and the names alone. Throws TournamentStopped, referee::Broken.
[[nodiscard]] Tournament play_tournament(const League& league, const DivisionSettings& division,
                                         const referee::Seed& seed,
                                         const TournamentSettings& settings);

/// Games that a tournament of so many entrants takes.
[[nodiscard]] std::uint64_t tournament_games(int entrants);

}  // namespace danno::leagues
