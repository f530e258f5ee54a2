// What of a game's result was luck: the advantage sum (Zinkevich et al. 2006) over the solved
// values, throw by throw.
//
// A throw's luck is the value after it less the expectation over all throws, wherever play has gone
// before. So it has mean 0 whatever the policies, and for a game of two
//   start + luck - lost by the first seat + lost by the second = result.
// At a larger table every rival is a game of two with the mover, solved as such: what the others
// may still do only costs precision, the mean is 0 all the same.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

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

/// What of a throw and the position before it says what it is worth to the mover, against a rival.
struct ThrowOfTwo {
  std::array<rules::Points, 2> totals{};  ///< The mover's first, as in against().
  rules::Turn turn;
  rules::Dice thrown;        ///< Empty: the throw is taken to settle nothing.
  std::uint8_t in_game = 0;  ///< As in a position.
  bool last_turns = false;
};

/// `position` is in phase Throw, before the throw, of a game with any number of seats. The throw is
/// taken to settle nothing where the rival is out, or in last turns not ahead.
[[nodiscard]] ThrowOfTwo throw_of_two(const rules::Position& position, int rival,
                                      rules::Dice thrown);

/// What the throw adds to the mover's chance to end above the rival; 0 where it settles nothing.
[[nodiscard]] double luck_of(Evaluator& evaluator, const ThrowOfTwo& of_two);

/// luck_of(throw_of_two).
[[nodiscard]] double luck_of_throw(Evaluator& evaluator, const rules::Position& position, int rival,
                                   rules::Dice thrown);

/// Evaluator::question_of before the throw; empty also where it settles nothing.
[[nodiscard]] std::optional<Question> question_of(const Evaluator& evaluator,
                                                  const ThrowOfTwo& of_two);

}  // namespace danno::solver
