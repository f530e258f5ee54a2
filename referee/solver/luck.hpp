// The part of a game's result that was luck: the advantage sum (Zinkevich et al. 2006) over the
// solved values, throw by throw.
//
// A throw's luck is the value after it minus the expectation over all throws. So it has mean 0
// whatever the policies, and for a game of two
//   start + luck - lost by the first seat + lost by the second = result.
// With more players, each rival and the mover count as a game of two, solved as such. What the
// others may still do only costs precision; the mean is 0 as well.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/rules/seat_set.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::solver {

/// Returns the rules for computing luck and explanations: two seats and no cap of turns, because
/// solved values do not cover caps. The end of a capped game is neither luck nor skill.
[[nodiscard]] rules::RuleSet uncapped_for_two(const rules::Definition& definition,
                                              const rules::Parameters& parameters);

/// Returns the game as one between the mover, now seat 0, and `rival`, now seat 1. In last turns
/// the rival stands for the seat that holds the score to beat.
[[nodiscard]] rules::Position against(const rules::Position& position, int rival);

/// Returns the rivals that count for the mover: the one with the highest total, and the next seat,
/// who gets the offer. In the last turns only the highest counts. Some rival must still play.
[[nodiscard]] std::vector<int> list_rivals(const rules::Position& position);

/// The parts of a throw and its position that determine what the throw is worth to the mover
/// against a rival. There are millions, and this order of members has no gaps.
struct ThrowOfTwo {
  std::array<rules::Points, 2> totals{};  ///< The mover's total, then the rival's, as in against().
  rules::Turn turn;
  rules::Dice thrown;  ///< The thrown dice; empty if the throw counts as settling nothing.
  std::array<std::uint8_t, 2> busts{};  ///< Their busts in a row.
  rules::SeatSet in_game = {};          ///< The same as in a position.
  bool last_turns = false;
};

/// Returns the throw's values against `rival`. `position` is the one before the throw (phase
/// Throw), of a game with any number of seats. The throw counts as settling nothing if the rival is
/// out or, in last turns, not ahead.
[[nodiscard]] ThrowOfTwo throw_of_two(const rules::Position& position, int rival,
                                      rules::Dice thrown);

/// Returns what the throw adds to the mover's chance against the rival; 0 if it settles nothing.
[[nodiscard]] double compute_luck(Evaluator& evaluator, const ThrowOfTwo& of_two);

/// Returns compute_luck(throw_of_two).
[[nodiscard]] double luck_of_throw(Evaluator& evaluator, const rules::Position& position, int rival,
                                   rules::Dice thrown);

/// Returns Evaluator::find_question before the throw; empty also if the throw settles nothing.
[[nodiscard]] std::optional<Question> find_question(const Evaluator& evaluator,
                                                    const ThrowOfTwo& of_two);

}  // namespace danno::solver
