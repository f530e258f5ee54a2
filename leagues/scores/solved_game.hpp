// The solved values that a rule set's games are adjusted and explained by, found or made.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "referee/solver/value_table.hpp"

namespace danno::leagues::scores {

/// A rule set for two, without a cap of turns, and its table. Immutable; may be shared by threads.
struct SolvedGame {
  rules::RuleSet rules;
  std::unique_ptr<const solver::ValueTable> table;  ///< Of `rules`.

  /// What names the values: the rule set, a hash of its parameters and one of the values. They
  /// follow from the rules alone, and so stood fixed before any game.
  [[nodiscard]] std::string name() const;
};

/// Why there are no values, in one line, with the command that makes them where one does.
struct NotSolved {
  std::string reason;
};

using SolvedOrNot = std::variant<std::unique_ptr<const SolvedGame>, NotSolved>;

/// The values of games of two under these parameters: the cached ones, read whole and found intact,
/// or, where that takes a few seconds at most, solved and cached now.
[[nodiscard]] SolvedOrNot find_solved(const rules::Definition& definition,
                                      const rules::Parameters& parameters,
                                      const solver::Watch& watch = solver::unwatched);

/// The values of a game of two under the parameters of `rules`; null: there are none, or no cache
/// to find and keep them in.
[[nodiscard]] std::unique_ptr<const SolvedGame> known_values(
    const rules::RuleSet& rules, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::scores
