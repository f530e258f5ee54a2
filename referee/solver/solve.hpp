// Solves a rule set for two seats exactly.
//
// Banked totals only grow, so standings are solved backwards over the sum of both totals. The one
// cycle left is a bust of each: fresh(m, o) and fresh(o, m) are solved together, the turn inside as
// a function of what a bust is worth. docs/solver.md tells the method and its one cap.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/solver/between.hpp"

namespace danno::solver {

/// A need of so many levels that one turn brings more with a chance of at most this counts as out
/// of reach. No winning chance is off by more.
inline constexpr double kOutOfReach = 1e-12;

/// Told how far a long computation is: what it counts, how many are done, and of how many. It is
/// called often, on the caller's thread; what it throws ends the computation.
using Watch = std::function<void(std::string_view what, std::uint64_t done, std::uint64_t of)>;

inline void unwatched(std::string_view, std::uint64_t, std::uint64_t) {}

struct Solution {
  Layout layout;
  std::vector<double> cells;  ///< By layout.
  std::uint64_t states = 0;   ///< Positions before a throw that were solved.
};

/// Why this rule set cannot be solved, in one line; nothing if it can.
[[nodiscard]] std::optional<std::string> why_not_solved(const rules::RuleSet& rules);

/// The layout of the rule set's solution. Requires !why_not_solved(rules), as do all others here.
[[nodiscard]] Layout lay_out(const rules::RuleSet& rules, const ThrowTable& table);

/// On so many threads; the cells do not depend on their number. Throws std::bad_alloc.
[[nodiscard]] Solution solve(const rules::RuleSet& rules, int threads,
                             const Watch& watch = unwatched);

/// The largest difference between a cell and what one step of optimal play from it leads to, over
/// all cells of all standings, computed from the cells alone.
[[nodiscard]] double residual(const Between& between, const ThrowTable& table, int threads,
                              const Watch& watch = unwatched);

}  // namespace danno::solver
