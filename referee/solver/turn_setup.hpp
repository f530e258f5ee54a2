// Connects turns with cells: sets up the turns of a standing (the values of a bank, a lock and a
// bust in it), and reads the cells of that standing from the solved turns.
#pragma once

#include <array>
#include <functional>

#include "referee/solver/turn.hpp"
#include "referee/solver/turn_boundary.hpp"

namespace danno::solver {

using Standings = std::array<Standing, kLanes>;

/// Returns the highest level of a turn outside the last turns; higher levels are worth the same.
[[nodiscard]] int top_level(const TurnBoundaryValues& boundary, Standing standing);
/// Returns the highest level for set_up_last_turn().
[[nodiscard]] int last_top_level(const TurnBoundaryValues& boundary, int first);

/// Sets up a turn outside the last turns, with one standing per lane. All cells that banks lead to
/// must be solved.
void set_up_turn(const TurnBoundaryValues& boundary, const Standings& standings, TurnSolver& turn);

/// Sets up a last turn; the mover in lane i lacks `first` + i levels.
void set_up_last_turn(const TurnBoundaryValues& boundary, int first, TurnSolver& turn);

/// Sets up the last turn of Ending::OthersOneTurn, in every lane with a lack of layout().reach
/// levels. A turn with a smaller lack is the same turn, started at a higher level.
void set_up_only_last_turn(const TurnBoundaryValues& boundary, TurnSolver& turn);

/// Receives a cell and the value that the solved turn gives it.
using Visit = std::function<void(std::size_t cell, double value)>;

/// Visits the fresh and offered cells of the standings, which were set up and solved with `bust`.
/// Solves the attempts that it needs.
void read_cells(const TurnBoundaryValues& boundary, const Standings& standings, const Lanes& bust,
                TurnSolver& turn, const Visit& visit);

/// Visits the cells of set_up_last_turn(), except those of newcomers.
void read_last(const TurnBoundaryValues& boundary, int first, TurnSolver& turn, const Visit& visit);
void read_last_newcomers(const TurnBoundaryValues& boundary, int first, TurnSolver& turn,
                         const Visit& visit);

/// Visits the cells of set_up_only_last_turn().
void read_only_last(const TurnBoundaryValues& boundary, const TurnSolver& turn, const Visit& visit);

}  // namespace danno::solver
