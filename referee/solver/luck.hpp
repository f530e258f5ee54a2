// What of a game's result was luck, and what the decisions cost: the advantage sum (Zinkevich et
// al. 2006) over the solved values.
//
// Before each throw the value is its expectation over the dice, wherever play has gone wrong
// before. So luck has mean 0 for any two policies, and for a whole game
//   start + luck - lost[0] + lost[1] = result.
#pragma once

#include <array>
#include <span>
#include <variant>

#include "referee/rules/position.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::solver {

/// A decision as it was made; the option is of no meaning with Accept and Decline.
struct Played {
  rules::Action action = rules::Action::Roll;
  rules::Dice keep;
};

/// What changes a position: dice that fall, or a decision.
using Event = std::variant<rules::Dice, Played>;

/// Chances to win of the first seat.
struct Account {
  double start = 0;                 ///< At the position before the first event.
  double luck = 0;                  ///< What the dice gave him: Lambda.
  std::array<double, 2> lost = {};  ///< What each seat's decisions cost that seat; at least 0.
  double result = 0;  ///< At the position after the last event: of a whole game 0, ½, 1.
};

/// Plays the events, which must be legal, from `position` on. Pure but for the evaluator's cache.
/// Throws std::invalid_argument where the evaluator does.
[[nodiscard]] Account account(Evaluator& evaluator, const rules::RuleSet& rules,
                              rules::Position position, std::span<const Event> events);

}  // namespace danno::solver
