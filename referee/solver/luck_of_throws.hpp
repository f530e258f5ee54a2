// Computes the luck of many throws at once. Each turn that they need is solved once, eight turns
// side by side, on all cores. The results equal luck_of's to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/solver/many_throws.hpp"
#include "referee/solver/solved_turns.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::solver {

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
  void compute(ManyThrows& throws);

 private:
  void look_up(std::span<const std::uint32_t> which, ManyThrows& throws) const;
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
