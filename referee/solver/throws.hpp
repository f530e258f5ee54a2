// The results of a throw for the turn's recursion: chances, gains and how the turn goes on.
//
// Throws with the same options are one branch. Everything is read from the rule set's keep table
// and traits; nothing is scored anew.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::solver {

using rules::at;

/// The value of an illegal bank, which is less than any chance.
inline constexpr double kIllegal = -1;

/// The ways in which a turn may continue after a keep.
enum class Continuation : std::uint8_t {
  RollOrBank,
  Roll,      ///< A bank is illegal whatever the points.
  Bank,      ///< No die is left to roll; nothing is offered.
  Lock,      ///< Like RollOrBank with all dice, and the points are locked.
  Unproven,  ///< Roll; no bank before a 1 or 5 is kept.
  End,       ///< The turn ends with a bank, even one that would be illegal (Hot::Ends).
};

/// The result of an option. A level of the turn stores one value per slot.
struct Slot {
  Continuation continuation = Continuation::Roll;
  std::uint8_t left = 0;  ///< The dice that were not kept; 0 offers nothing.
  std::uint8_t next = 0;  ///< The dice of the next roll.

  friend bool operator==(const Slot&, const Slot&) = default;
};

/// An option: it leads `gain` levels up, into slot `slot`.
struct Transition {
  std::uint16_t gain = 0;
  std::uint16_t slot = 0;

  friend auto operator<=>(const Transition&, const Transition&) = default;
};

/// Throws with the same options.
struct Branch {
  double chance = 0;
  std::uint32_t first = 0;  ///< Index into Throws::transitions.
  std::uint32_t count = 0;
};

/// All throws of a certain number of dice in a certain state of the turn.
struct Throws {
  double bust = 0;  ///< Chance of a throw without a legal keep.
  double win = 0;   ///< Chance of a throw that wins at once.
  std::vector<Branch> branches;
  std::vector<Transition> transitions;
  /// The index of each transition's value among the values of its level and the levels above it.
  std::vector<std::uint32_t> places;
};

struct ThrowTable {
  explicit ThrowTable(const rules::RuleSet& rules);

  using ByDice = std::array<Throws, rules::kMaxDice + 1>;

  /// Points per level; all gains, the bonus of a first throw and the penalty of busts are
  /// multiples.
  rules::Points step = 1;
  int max_gain = 0;  ///< The largest gain, in levels.
  std::vector<Slot> slots;
  ByDice free;  ///< The common state.
  /// The state after an attempt, before a 1 or 5 is kept; empty without attempts.
  ByDice unproven;
  ByDice attempt;  ///< The throw of an accepted offer that must show a 1 or 5.
};

}  // namespace danno::solver
