// The exact value of a turn: expected points and chances, over all rolls of every throw.
//
// Tables are indexed by level (points of the turn, in steps that divide all scores) and dice to
// throw. The points of other seats do not matter, except for what a bank hands to the next seat.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::solver {

/// A table indexed by level, then by dice to throw (1 to kMaxDice).
using TurnTable = std::vector<std::array<double, rules::kMaxDice + 1>>;

/// One quantity in the three states of a turn. The last two occur only after an accepted offer of a
/// rule set that requires a 1 or 5 as proof; in other rule sets they equal `free`.
struct TurnStates {
  TurnTable free;
  TurnTable unproven;  ///< No bank is allowed before a 1 or 5 is kept.
  TurnTable attempt;   ///< The throw must show a 1 or 5.
};

struct TurnTables {
  int step = 1;    ///< Points per level.
  int levels = 0;  ///< The highest level; a turn that reaches it counts as banked.

  /// Expected points, in levels, of the whole turn of a seat that is in the game. A bank is reduced
  /// by what it hands to the next seat.
  TurnStates points;
  /// The same for a seat that is not in the game; entering adds entry_worth.
  TurnTable outside;
  double entry_worth = 0;
  /// The value of points.free for a turn that begins.
  double fresh = 0;
  /// The chance to bank at least this many levels more.
  TurnStates reach;

  /// Returns the level of so many units, clamped to the tables.
  [[nodiscard]] std::size_t to_level(rules::Points units) const;
  /// The same, rounded up: the levels that so many units need.
  [[nodiscard]] std::size_t levels_for(rules::Points units) const;
};

[[nodiscard]] TurnTables solve_turns(const rules::RuleSet& rules);

/// Returns what banking at `level` hands to the next seat if it passes on `left` dice: the expected
/// levels above those of a new turn, divided among the other seats.
[[nodiscard]] double handed_on(const rules::RuleSet& rules, const TurnTables& tables,
                               std::size_t level, int left);

}  // namespace danno::solver
