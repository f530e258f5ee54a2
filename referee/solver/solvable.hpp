// Decides which rule sets can be solved, and estimates the cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/solver/turn_boundary.hpp"

namespace danno::solver {

/// The chance below which a need counts as out of reach: one turn brings that many levels with at
/// most this chance. No winning chance is off by more.
inline constexpr double kOutOfReach = 1e-12;

/// Returns one line that says why this rule set cannot be solved; nullopt if it can.
[[nodiscard]] std::optional<std::string> why_not_solved(const rules::RuleSet& rules);

/// Returns the layout of the rule set's solution. It and estimate() require
/// !why_not_solved(rules).
[[nodiscard]] Layout lay_out(const rules::RuleSet& rules, const ThrowTable& table);

/// Returns whether the rule set, for which !why_not_solved(rules), is solved within the time that
/// people wait for a table.
[[nodiscard]] bool is_solved_quickly(const rules::RuleSet& rules);

/// The size of a solve, before it begins.
struct SolvingCost {
  std::uint64_t states =
      0;  ///< The positions before a throw, about as Solution::states counts them.
  std::uint64_t bytes = 0;  ///< The size of the table.
  double seconds = 0;       ///< Estimated from the time that a few turns take now.
};

/// Returns what a solve on `threads` threads costs. It solves some turns, for milliseconds.
[[nodiscard]] SolvingCost estimate(const rules::RuleSet& rules, int threads);

}  // namespace danno::solver
