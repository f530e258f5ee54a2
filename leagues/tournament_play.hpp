// Tournaments between live agents: every game of a table is a session and a deal of its own.
#pragma once

#include <filesystem>
#include <functional>

#include "leagues/store/league.hpp"
#include "leagues/tournament/dice.hpp"
#include "leagues/tournament/store.hpp"

namespace danno::leagues {

struct TournamentSettings {
  int shards = 1;  ///< Tables that play at once; what is played never depends on it.
  bool exact_clock = false;
  Conditions conditions;
  std::filesystem::path faults;  ///< See fault_files.hpp.
  /// A game that was played, and who sat there; in the order of play.
  std::function<void(std::span<const std::string>, const referee::DealResult&)> on_played;
};

/// Plays and stores what is missing of the league's tournaments, until all are finished or
/// referee::request_stop(). Seeds are revealed when all are. `store` is settled with `league`.
/// Throws referee::Broken.
void play_tournaments(const League& league, Store& store, const TournamentSettings& settings);

}  // namespace danno::leagues
