// What of a game's result was luck: the advantage sum (Zinkevich et al. 2006) over the solved
// values, throw by throw.
//
// A throw's luck is the value after it less the expectation over all throws, wherever play has gone
// before. So it has mean 0 whatever the policies, and for a game of two
//   start + luck - lost by the first seat + lost by the second = result.
// At a larger table every rival is a game of two with the mover, solved as such: what the others
// may still do only costs precision, the mean is 0 all the same.
#pragma once

#include "referee/rules/position.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::solver {

/// The rules that luck and explanations are computed under: those of two seats without a cap of
/// turns, which no solved value knows of. A capped game's end is neither luck nor skill.
[[nodiscard]] rules::RuleSet uncapped_for_two(const rules::Definition& definition,
                                              const rules::Parameters& parameters);

/// The game as one between the mover, now seat 0, and `rival`, now seat 1. In last turns the rival
/// stands for who holds the score to beat.
[[nodiscard]] rules::Position against(const rules::Position& position, int rival);

/// What `thrown` adds to the mover's chance to end above `rival`. `position` is in phase Throw,
/// before the throw, of the evaluator's game with any number of seats. 0 where the throw is taken
/// to settle nothing: the rival is out, or in last turns not ahead.
[[nodiscard]] double luck_of_throw(Evaluator& evaluator, const rules::Position& position, int rival,
                                   rules::Dice thrown);

}  // namespace danno::solver
