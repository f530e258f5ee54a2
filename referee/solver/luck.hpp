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
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/rules/seat_set.hpp"
#include "referee/solver/evaluator.hpp"
#include "referee/solver/solved_turns.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::solver {

/// Returns the rules for computing luck and explanations: two seats and no cap of turns, because
/// solved values do not cover caps. The end of a capped game is neither luck nor skill.
[[nodiscard]] rules::RuleSet uncapped_for_two(const rules::Definition& definition,
                                              const rules::Parameters& parameters);

/// Returns the game as one between the mover, now seat 0, and `rival`, now seat 1. In last turns
/// the rival stands for the seat that holds the score to beat.
[[nodiscard]] rules::Position against(const rules::Position& position, int rival);

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

// Computes the luck of many throws at once. Each turn that they need is solved once, eight turns
// side by side, on all cores. The results equal compute_luck's to the last bit.

// Many throws in little memory: a throw takes 16 bytes, and then its luck their place.

/// Throws side by side. What the throws of a turn have in common is kept once.
class PackedThrows {
 public:
  /// Adds throws behind those that are there.
  void add(std::span<const ThrowOfTwo> throws);
  /// Makes room for so many throws in all.
  void reserve(std::size_t size) { throws_.reserve(size); }
  void clear();

  [[nodiscard]] std::size_t size() const { return throws_.size(); }
  [[nodiscard]] ThrowOfTwo operator[](std::size_t place) const;
  /// Returns one throw of each turn. All throws of a turn that settle something ask the same
  /// Question.
  [[nodiscard]] const std::vector<ThrowOfTwo>& turns() const { return turns_; }
  /// Returns the turn's index in turns().
  [[nodiscard]] std::uint32_t turn_index(std::size_t place) const {
    return throws_[place].thrown.of;
  }

  /// Replaces the throw by its luck.
  void set_luck(std::size_t place, double luck) { throws_[place].luck = luck; }
  [[nodiscard]] double luck(std::size_t place) const { return throws_[place].luck; }
  /// Has the throw fetched from memory.
  void prefetch(std::size_t place) const { __builtin_prefetch(&throws_[place], 1); }

 private:
  /// The part of a throw that differs from the other throws of its turn.
  struct Packed {
    std::uint32_t of;  ///< Index in turns_.
    rules::Points points;
    rules::Points inherited;
    /// The dice thrown in the low 24 bits; above them, how many, `attempt` and `unproven`.
    std::uint32_t rest;
  };
  union Place {
    Packed thrown{};
    double luck;
  };
  struct Hash {
    std::size_t operator()(const ThrowOfTwo& one) const;
  };
  struct OfOneTurn {
    bool operator()(const ThrowOfTwo& a, const ThrowOfTwo& b) const;
  };

  std::vector<Place> throws_;
  std::vector<ThrowOfTwo> turns_;
  std::unordered_map<ThrowOfTwo, std::uint32_t, Hash, OfOneTurn> numbers_;
};

/// Keeps the turns that it solved for later throws, as long as there is room for them.
class LuckOfThrows {
 public:
  /// 48 MB, which holds all turns of `koans` and `true-greed`.
  static constexpr std::size_t kRoom = 6'000'000;

  /// The table must outlive the object. `room` is for solved turns, in numbers of eight bytes.
  LuckOfThrows(const ValueTable& table, int threads, std::size_t room = kRoom);

  /// Returns how many throws are best computed in one call. If all turns of the game are kept, that
  /// is few, so that they stay in the processor's caches; otherwise, because turns are solved anew,
  /// as many as fit into memory beside the table.
  [[nodiscard]] std::size_t at_a_time() const { return at_a_time_; }

  /// Replaces each throw by its luck.
  void compute(PackedThrows& throws);

 private:
  void look_up(std::span<const std::uint32_t> which, PackedThrows& throws) const;
  std::size_t solve_some(std::span<const Question> questions, std::size_t room);
  void solve(std::span<const Question> questions);

  const ValueTable& table_;
  int threads_;
  std::size_t room_;
  std::size_t at_a_time_;
  std::vector<TurnSolver> solvers_;  // one a thread
  SolvedTurns turns_;
};

}  // namespace danno::solver
