// What a turn is worth, exactly: expected points and chances, over all rolls of every throw.
//
// Tables go by level (points of the turn, in steps that divide all scores) and dice to throw. The
// points of other seats play no part here, but for what a bank hands to the next one.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::solver {

/// By level, then by dice to throw (1 to kMaxDice).
using TurnTable = std::vector<std::array<double, rules::kMaxDice + 1>>;

/// One quantity in the three states of a turn. The last two belong to an accepted offer of a rule
/// set that wants it proved by a 1 or 5; elsewhere they are as `free`.
struct TurnStates {
  TurnTable free;
  TurnTable unproven;  ///< No bank yet without a 1 or 5.
  TurnTable attempt;   ///< The throw must show a 1 or 5.
};

struct TurnTables {
  int step = 1;    ///< Units a level.
  int levels = 0;  ///< The highest one; a turn that comes so far is taken as banked.

  /// Expected points, in levels, of the whole turn of a seat that is in the game; a bank counts
  /// less by what it hands to the next seat.
  TurnStates points;
  /// The same for one that is not in: with entry_worth for getting in.
  TurnTable outside;
  double entry_worth = 0;
  /// points.free of a turn that begins.
  double fresh = 0;
  /// Chance to bank at least so many levels more.
  TurnStates reach;

  /// Clamped to the tables.
  [[nodiscard]] std::size_t level_of(rules::Points units) const;
  /// The same, rounded up: the levels that so many units need.
  [[nodiscard]] std::size_t levels_for(rules::Points units) const;
};

[[nodiscard]] TurnTables solve_turns(const rules::RuleSet& rules);

/// What banking at `level` hands to the next seat when it passes on `left` dice: expected levels
/// above those of a turn from scratch, shared among the others.
[[nodiscard]] double handed_on(const rules::RuleSet& rules, const TurnTables& tables,
                               std::size_t level, int left);

}  // namespace danno::solver
