// Computes the luck of many throws at once. Each turn that they need is solved once, eight turns
// side by side, on all cores. The results equal compute_luck's to the last bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/solver/luck.hpp"
#include "referee/solver/solved_turns.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::solver {

// Many throws in little memory: a throw takes 16 bytes, and then its luck their place.

/// Throws side by side. What the throws of a turn have in common is kept once.
class PackedThrows {
 public:
  /// Adds a throw behind those that are there. Throws of a turn should follow each other.
  void add(const ThrowOfTwo& one);
  /// Adds throws whose luck was not computed yet, and finds the turns that are there already.
  void add(const PackedThrows& more);
  /// Makes room for so many throws in all.
  void reserve(std::size_t size) { throws_.reserve(size); }
  void clear();

  [[nodiscard]] std::size_t size() const { return throws_.size(); }
  [[nodiscard]] ThrowOfTwo operator[](std::size_t place) const;
  /// Returns one throw of each turn; add() of single throws may repeat a turn. All throws of a turn
  /// that settle something ask the same Question.
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
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t turn_number(const ThrowOfTwo& one);
  std::uint32_t& number_place(const ThrowOfTwo& one);
  void grow_numbers();

  std::vector<Place> throws_;
  std::vector<ThrowOfTwo> turns_;
  /// A hash table of indices in turns_, at most half full. It has no nodes, because every turn of
  /// every game is looked up.
  std::vector<std::uint32_t> numbers_;
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
