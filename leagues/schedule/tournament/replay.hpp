// Replays the tournaments of a league from its stored games and its seed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "leagues/schedule/rounds.hpp"
#include "leagues/schedule/tournament/scheme.hpp"

namespace danno::leagues::schedule::tournament {

/// Returns the number of a game's deal, in tournament `number` of so many entrants. Games of one
/// number are at different tables.
[[nodiscard]] std::uint64_t deal_number(std::size_t entrants, int number, const PlannedGame& game);

/// Returns the seatings, starts and scorekeepers that follow from the seed in tournament `number`,
/// from 0, among those that the league repeats. The division must outlive them.
[[nodiscard]] Chance make_chance(const RoundsDivision& division, int number);

/// Returns the entrants, with their authors if these may not meet.
[[nodiscard]] Field make_field(const store::StoredLeague& league);

/// Recomputes tournament `number` as far as it was played. The division has an epoch.
[[nodiscard]] Tournament replay_tournament(const RoundsDivision& division, int number);

/// Returns the number of tournaments that the league plays with every rule set.
[[nodiscard]] int repeat_count(const store::StoredLeague& league);

/// Returns the largest number of games of one division.
[[nodiscard]] std::uint64_t planned_game_count(const store::StoredLeague& league);

}  // namespace danno::leagues::schedule::tournament
