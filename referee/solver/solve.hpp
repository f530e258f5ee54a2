// Solves a rule set for two seats exactly.
//
// Banked totals only grow, so standings are solved backwards over the sum of both totals. The only
// remaining cycle is a bust of each seat, so fresh(m, o) and fresh(o, m) are solved together, with
// the turn as a function of the value of a bust. A penalty of busts leads back to lower totals;
// then all standings are solved in rounds until none changes. docs/solver.md describes method and
// cap.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "referee/solver/solvable.hpp"

namespace danno::solver {

/// Called with the progress of a long computation: what is counted, how many are done, of how many.
/// It is called often, on the caller's thread. An exception that it throws ends the computation.
using Watch = std::function<void(std::string_view what, std::uint64_t done, std::uint64_t of)>;

inline void unwatched(std::string_view, std::uint64_t, std::uint64_t) {}

struct Solution {
  Layout layout;
  std::vector<double> cells;  ///< Indexed as in `layout`.
  std::uint64_t states = 0;   ///< Number of positions before a throw that were solved.
};

/// Solves the rule set, for which !why_not_solved(rules), on `threads` threads; the cells do not
/// depend on their number. Throws std::bad_alloc.
[[nodiscard]] Solution solve(const rules::RuleSet& rules, int threads,
                             const Watch& watch = unwatched);

/// Returns the largest difference between a cell and the value after one step of optimal play from
/// it, over all cells of all standings, computed from the cells alone.
[[nodiscard]] double residual(const TurnBoundaryValues& boundary, const ThrowTable& table,
                              int threads, const Watch& watch = unwatched);

}  // namespace danno::solver
