// What a table counts besides ratings: games, places, tournament points, faults.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "referee/play/line_up.hpp"

namespace danno::leagues {

/// Of one agent. Exact: no sum depends on the order of the games.
struct AgentTally {
  std::int64_t deals = 0;
  std::int64_t games = 0;
  std::array<std::int64_t, rules::kMaxSeats> places{};  ///< Games at place i + 1.
  std::int64_t points_60 = 0;                           ///< Tournament points, in sixtieths.
  std::int64_t wins_60 = 0;   ///< First places; shared ones count their share, in sixtieths.
  std::int64_t pairs = 0;     ///< Others met, in all games.
  std::int64_t beaten_2 = 0;  ///< Of them beaten, in halves: a shared place is half a win.
  std::map<referee::FaultKind, std::int64_t> faults;
  std::map<int, std::int64_t> faults_against;  ///< Faults by who else sat there, an index.

  /// Mean tournament points a game, mean pair score, first places a game.
  [[nodiscard]] double points() const;
  [[nodiscard]] double score() const;
  [[nodiscard]] double win_share() const;
  [[nodiscard]] std::int64_t fault_count() const;
};

/// Bit s: seat s forfeited the game or was out from its start.
[[nodiscard]] unsigned forfeited_seats(const referee::GameRecord& game);

/// Tournament points of a seat, in sixtieths: N for the first of N seats, one less a place; equal
/// places share the mean of theirs; a forfeit earns none.
[[nodiscard]] std::int64_t points_60(const referee::GameRecord& game, std::size_t seat);

/// Adds a deal to the tallies of `agents`, the line-up's as indices into `tallies`.
void add_deal(std::span<AgentTally> tallies, std::span<const int> agents,
              const referee::DealResult& deal);

}  // namespace danno::leagues
