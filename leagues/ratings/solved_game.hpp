// Finds or makes the solved values with which a rule set's games are adjusted and explained.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "referee/solver/value_table.hpp"

namespace danno::leagues::ratings {

/// A rule set for two, without a cap of turns, and its table. Immutable, so threads may share it.
struct SolvedGame {
  rules::RuleSet rules;
  std::unique_ptr<const solver::ValueTable> table;  ///< The table of `rules`.

  /// Returns an identifier of the values: the rule set, a hash of its parameters and one of the
  /// values. Because values follow from the rules alone, they were fixed before any game.
  [[nodiscard]] std::string name() const;
};

/// Why there are no values, in one line, with the command that makes them if there is one.
struct NotSolved {
  std::string reason;
  bool can_be_solved = false;  ///< True if that command makes them.
};

using SolvedOrNot = std::variant<std::unique_ptr<const SolvedGame>, NotSolved>;

/// Returns the values of games of two under these parameters: the cached ones after checking that
/// they are intact, or, if that takes a few seconds at most, newly solved and cached ones.
[[nodiscard]] SolvedOrNot find_solved(const rules::Definition& definition,
                                      const rules::Parameters& parameters,
                                      const solver::Watch& watch = solver::unwatched);

/// Returns the values of a game of two under the parameters of `rules`; null if there are none, or
/// no cache in which to keep them.
[[nodiscard]] std::unique_ptr<const SolvedGame> known_values(
    const rules::RuleSet& rules, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::ratings
