// Solves a rule set for two seats exactly.
//
// Banked totals only grow, so standings are solved backwards over the sum of both totals. The only
// remaining cycle is a bust of each seat, so fresh(m, o) and fresh(o, m) are solved together, with
// the turn as a function of the value of a bust. docs/solver.md describes method and cap.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/solver/between.hpp"

namespace danno::solver {

/// The chance below which a need counts as out of reach: one turn brings more than that many levels
/// with at most this chance. No winning chance is off by more.
inline constexpr double kOutOfReach = 1e-12;

/// Called with the progress of a long computation: what is counted, how many are done, of how many.
/// It is called often, on the caller's thread. An exception that it throws ends the computation.
using Watch = std::function<void(std::string_view what, std::uint64_t done, std::uint64_t of)>;

inline void unwatched(std::string_view, std::uint64_t, std::uint64_t) {}

struct Solution {
  Layout layout;
  std::vector<double> cells;  ///< Indexed as in `layout`.
  std::uint64_t states = 0;   ///< Number of positions before a throw that were solved.
};

/// Returns one line that says why this rule set cannot be solved; nullopt if it can.
[[nodiscard]] std::optional<std::string> why_not_solved(const rules::RuleSet& rules);

/// Returns the layout of the rule set's solution. All functions from here on require
/// !why_not_solved(rules).
[[nodiscard]] Layout lay_out(const rules::RuleSet& rules, const ThrowTable& table);

/// Solves the rule set on `threads` threads; the cells do not depend on their number. Throws
/// std::bad_alloc.
[[nodiscard]] Solution solve(const rules::RuleSet& rules, int threads,
                             const Watch& watch = unwatched);

/// Returns the largest difference between a cell and the value after one step of optimal play from
/// it, over all cells of all standings, computed from the cells alone.
[[nodiscard]] double residual(const Between& between, const ThrowTable& table, int threads,
                              const Watch& watch = unwatched);

}  // namespace danno::solver
