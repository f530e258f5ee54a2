// The counts of a table besides ratings: games, places, tournament points, faults.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "leagues/ratings/score_sheet.hpp"
#include "referee/play/deal_result.hpp"
#include "referee/rules/seat_set.hpp"

namespace danno::leagues::ratings {

/// The counts of one agent. They are exact: no sum depends on the order of the games.
struct AgentTally : ScoreSheet {
  std::int64_t deals = 0;
  std::array<std::int64_t, rules::kMaxSeats> places{};  ///< Number of games at place i + 1.
  std::int64_t points_60 = 0;                           ///< Tournament points, in sixtieths.
  std::int64_t wins_60 = 0;  ///< First places in sixtieths; a shared one counts its share.
  std::map<referee::record::FaultKind, std::int64_t> faults;
  /// The agent's faults, counted per other agent at the table.
  std::map<int, std::int64_t> faults_against;

  /// Return mean tournament points and first places per game.
  [[nodiscard]] double points() const;
  [[nodiscard]] double win_share() const;
  [[nodiscard]] std::int64_t fault_count() const;
};

/// Returns the seats that forfeited the game or were out from its start.
[[nodiscard]] rules::SeatSet forfeited_seats(const referee::record::GameRecord& game);

/// Returns the tournament points of a seat, in sixtieths: N for the first of N seats, one less for
/// each further place. Equal places share the mean of theirs; a forfeit earns none.
[[nodiscard]] std::int64_t points_60(const referee::record::GameRecord& game, std::size_t seat);

/// Adds a deal to the tallies of `agents`, which are the line-up's as indices into `tallies`.
void add_deal(std::span<AgentTally> tallies, std::span<const int> agents,
              const referee::play::DealResult& deal);

}  // namespace danno::leagues::ratings
