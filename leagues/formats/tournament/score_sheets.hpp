// The papers of a tournament, as its organiser hands them out: who sits where, and for each table
// what its two games came to.
#pragma once

#include <cstddef>
#include <vector>

#include "leagues/formats/tournament/table.hpp"
#include "leagues/plan/shown.hpp"

namespace danno::leagues::formats::tournament {

/// Of the stage's entrants by name: table and seat in each round whose seating is settled.
[[nodiscard]] plan::Sheet seating_list(const TournamentTable& table, const Tournament& tournament,
                                       std::size_t stage);

/// Of every table of every round of the stage that has a game.
[[nodiscard]] std::vector<plan::Sheet> score_sheets(const TournamentTable& table,
                                                    const TournamentDivisionTable& division,
                                                    std::size_t tournament, std::size_t stage);

}  // namespace danno::leagues::formats::tournament
