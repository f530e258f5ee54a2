// The exact winning chance of one stated policy against another, no game played.
#pragma once

#include <functional>
#include <span>

#include "referee/rules/position.hpp"
#include "referee/solver/odds.hpp"

namespace danno::solver {

/// Phase Choose with its legal options, or phase Offer with none. A pure function of what stands on
/// the table: totals, who is in, the turn, the offer, the dice, the last turns. Position's counters
/// (turns, clock, roll, reached) tell it nothing.
using Policy = std::function<Judgement(const rules::Position&, std::span<const rules::Option>)>;

/// The first seat's winning chance in a new game, a tie counted half; `first` begins. The rule set
/// is one that why_not_solved passes. Positions that a game comes to less often than 1e-11 are not
/// followed and count half a win: an error below 1e-8. Time goes with the number of the others.
[[nodiscard]] double winning_chance(const rules::RuleSet& rules, const Policy& first,
                                    const Policy& second);

}  // namespace danno::solver
