// A tournament's papers for its organiser: seating lists, and the two games at each table.
#pragma once

#include <cstddef>
#include <vector>

#include "leagues/formats/tournament/table.hpp"
#include "leagues/plan/shown.hpp"

namespace danno::leagues::formats::tournament {

/// Returns the stage's entrants, sorted by name, with table and seat in each round that is seated.
[[nodiscard]] plan::Sheet seating_list(const TournamentTable& table, const Tournament& tournament,
                                       std::size_t stage);

/// Returns a sheet for every table of every round of the stage that has a game.
[[nodiscard]] std::vector<plan::Sheet> score_sheets(const TournamentTable& table,
                                                    const TournamentDivisionTable& division,
                                                    std::size_t tournament, std::size_t stage);

}  // namespace danno::leagues::formats::tournament
