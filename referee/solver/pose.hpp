// Between turn and cells: poses the turns of a standing (what a bank, a lock and a bust are worth
// in it), and reads off the solved turns what the cells of that standing hold.
#pragma once

#include <array>
#include <functional>

#include "referee/solver/between.hpp"
#include "referee/solver/turn.hpp"

namespace danno::solver {

using Standings = std::array<Standing, kLanes>;

/// The highest level of a turn outside the last turns: what lies above is worth the same.
[[nodiscard]] int top_of(const Between& between, Standing standing);
/// The highest level of pose_last.
[[nodiscard]] int last_top_of(const Between& between, int first);

/// A turn outside the last turns, one standing a lane. All that banks lead to must be solved.
void pose(const Between& between, const Standings& standings, TurnSolver& turn);

/// A last turn; lane i is `first` + i levels short.
void pose_last(const Between& between, int first, TurnSolver& turn);

/// The last turn of Ending::OthersOneTurn that is layout().reach levels short, in every lane: with
/// fewer to go it is the same turn, further up.
void pose_only_last(const Between& between, TurnSolver& turn);

/// A cell and the value that the solved turn gives it.
using Visit = std::function<void(std::size_t cell, double value)>;

/// The fresh and offered cells of the standings, posed and solved with `bust`. Solves the attempts
/// that it needs.
void read_cells(const Between& between, const Standings& standings, const Lanes& bust,
                TurnSolver& turn, const Visit& visit);

/// The cells of pose_last, but for newcomers.
void read_last(const Between& between, int first, TurnSolver& turn, const Visit& visit);
void read_last_newcomers(const Between& between, int first, TurnSolver& turn, const Visit& visit);

/// The cells of pose_only_last.
void read_only_last(const Between& between, const TurnSolver& turn, const Visit& visit);

}  // namespace danno::solver
