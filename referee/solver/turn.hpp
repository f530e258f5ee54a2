// Solves the inside of one turn: the best that a mover can do with given points and dice, if the
// values of a bank and a bust are known.
//
// The recursion runs down over the turn's points (levels of ThrowTable::step), for kLanes turns of
// the same shape at once. A value is the mover's winning chance just before a throw.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "referee/solver/throws.hpp"

namespace danno::solver {

inline constexpr int kLanes = 8;

/// One number for each of kLanes turns.
struct alignas(64) Lanes {
  std::array<double, kLanes> lane{};

  double& operator[](int i) { return lane[static_cast<std::size_t>(i)]; }
  double operator[](int i) const { return lane[static_cast<std::size_t>(i)]; }
};

/// A reusable workspace. Set the banks, then solve, then read.
class TurnSolver {
 public:
  /// `rules` and `table` must outlive the object.
  TurnSolver(const rules::RuleSet& rules, const ThrowTable& table);

  /// Sets the levels to 0 to `top`. Higher levels are worth what `top` is, so `top` must be high
  /// enough that more points change nothing. Banks and values are undefined until set and solved.
  void resize(int top);
  [[nodiscard]] int top() const { return top_; }

  /// The value of a bank at `level` with `left` dice not kept; `left` is 0 if nothing is offered to
  /// the next seat.
  Lanes& bank(int level, int left);
  [[nodiscard]] const Lanes& bank(int level, int left) const;
  /// The value of rolling all dice once the points of `level` are locked.
  Lanes& locked(int level);
  /// The value of a bank that the end of the turn forces (Continuation::End).
  Lanes& end(int level);
  /// The first level at which a lock saves the points, by lane.
  std::array<int, kLanes> lock_from{};
  /// The levels from passes_from to below records_from at which a bank records nothing, by lane.
  std::array<int, kLanes> passes_from{};
  std::array<int, kLanes> records_from{};
  /// The first level at which a bank is a bust, by lane.
  std::array<int, kLanes> overshoots_from = never();
  /// The level below which a forced bank records nothing, and the first at which it is a bust.
  std::array<int, kLanes> end_records_from{};
  std::array<int, kLanes> end_overshoots_from = never();

  /// Resets all of these: every bank is what is set, and records.
  void plain();

  /// Solves the common state of a turn, at all levels. `pass` is the value of a turn that records
  /// nothing without being a bust.
  void solve(const Lanes& bust, const Lanes& pass);
  void solve(const Lanes& bust) { solve(bust, bust); }
  /// Solves the states after an attempt, and the attempts; call it after solve().
  void solve_attempts(const Lanes& bust);
  /// Recomputes as if a bank were illegal at levels first[i] to first[i] + count - 1 of lane i;
  /// call it after both. Used for a mover who is out of the game and took points over. Such
  /// a mover cannot bank before points of its own reach the entry.
  void forbid_banks(const std::array<int, kLanes>& first, int count, const Lanes& bust);
  /// Undoes the last forbid_banks().
  void allow_banks(const Lanes& bust);

  /// The value of a turn that begins with the points of `level`: if its first throw has no keep, it
  /// may score a bonus. Call it after solve().
  [[nodiscard]] Lanes start(int level) const;
  /// The value before a throw of `dice`; call it after solve(). Levels above top count as top.
  [[nodiscard]] const Lanes& free(int level, int dice) const;
  /// The same after an attempt, before a 1 or 5 is kept; call it after solve_attempts().
  [[nodiscard]] const Lanes& unproven(int level, int dice) const;
  /// The value before the throw of an accepted offer of `level` points.
  [[nodiscard]] Lanes attempt(int level, int dice, const Lanes& bust) const;

 private:
  static constexpr std::array<int, kLanes> never() {
    std::array<int, kLanes> levels{};
    levels.fill(std::numeric_limits<int>::max());
    return levels;
  }
  Lanes compute_value(const Throws& throws, int level, const Lanes& bust) const;
  void solve_level(int level, const Lanes& bust);
  void solve_unproven_level(int level, const Lanes& bust);
  void lock(int level, Lanes& value) const;
  void fill_free_slots(int level);
  void fill_unproven_slots(int level);
  void solve_range(int first, int last, const Lanes& bust);
  void repeat_top();
  template <class Solve>
  void iterate_top(const std::vector<Lanes>& values, Solve solve);

  Lanes& slot(int level, std::size_t index);
  Lanes& state(std::vector<Lanes>& values, int level, int dice) const;
  [[nodiscard]] const Lanes& state(const std::vector<Lanes>& values, int level, int dice) const;

  const rules::RuleSet& rules_;
  const ThrowTable& table_;
  std::size_t dice_;
  std::size_t lefts_;
  int top_ = 0;
  std::vector<Lanes> slots_;  ///< Levels 0 to top + max_gain, indexed as table_.slots.
  std::vector<Lanes> banks_;
  std::vector<Lanes> locked_;
  std::vector<Lanes> ends_;
  std::vector<Lanes> free_;
  std::vector<Lanes> unproven_;
  /// Banks that forbid_banks() has overwritten, from forbidden_first_ on.
  std::vector<Lanes> allowed_;
  int forbidden_first_ = 0;
};

}  // namespace danno::solver
