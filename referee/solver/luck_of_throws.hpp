// The luck of many throws at once: each turn that they are looked up in is solved once, eight of
// them side by side, on all cores. A throw's luck is luck_of's to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "referee/solver/luck.hpp"
#include "referee/solver/solved_turns.hpp"
#include "referee/solver/value_table.hpp"

namespace danno::solver {

/// Keeps the turns that it solved for the next throws, as long as there is room for them.
class LuckOfThrows {
 public:
  /// 48 MB. All turns of `koans` and `true-greed` fit.
  static constexpr std::size_t kRoom = 6'000'000;

  /// The table must outlive it. `room` is for solved turns, in numbers of eight bytes.
  LuckOfThrows(const ValueTable& table, int threads, std::size_t room = kRoom);

  /// So many throws are best computed at a time: few of a game whose turns are all kept, as they
  /// stay in the processor's caches; else as many as take some 80 MB, for turns are solved anew.
  [[nodiscard]] std::size_t at_a_time() const { return at_a_time_; }

  /// By throw; `luck` is as long as `throws`.
  void compute(std::span<const ThrowOfTwo> throws, std::span<double> luck);

 private:
  void look_up(std::span<const std::uint32_t> which, std::span<const ThrowOfTwo> throws,
               std::span<double> luck) const;
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
