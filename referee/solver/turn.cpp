#include "referee/solver/turn.hpp"

#include <algorithm>
#include <cassert>

// Has a function compiled for processors with wider vectors, too (CMakeLists.txt).
#ifndef DANNO_WIDEST_VECTORS
#define DANNO_WIDEST_VECTORS
#endif

namespace danno::solver {
namespace {

// Plain loops over a fixed count: compiled to vector instructions (see CMakeLists.txt).
void raise(Lanes& best, const Lanes& other) {
  for (int i = 0; i < kLanes; ++i)
    best[i] = other[i] > best[i] ? other[i] : best[i];
}

void add(Lanes& sum, double chance, const Lanes& value) {
  for (int i = 0; i < kLanes; ++i)
    sum[i] += chance * value[i];
}

}  // namespace

TurnSolver::TurnSolver(const rules::RuleSet& rules, const ThrowTable& table)
    : rules_(rules),
      table_(table),
      dice_(at(rules.dice())),
      lefts_(rules.definition().passes_on ? at(rules.dice()) : 1) {}

void TurnSolver::resize(int top) {
  top_ = top;
  const std::size_t levels = at(top) + 1;
  slots_.resize((levels + at(table_.max_gain)) * table_.slots.size());
  banks_.resize(levels * lefts_);
  free_.resize(levels * dice_);
  if (!rules_.definition().locks.empty()) locked_.resize(levels);
  if (rules_.definition().hot == rules::Hot::Ends) ends_.resize(levels);
  if (rules_.definition().attempt) unproven_.resize(levels * dice_);
}

Lanes& TurnSolver::bank(int level, int left) {
  return banks_[at(level) * lefts_ + (lefts_ == 1 ? 0 : at(left))];
}

const Lanes& TurnSolver::bank(int level, int left) const {
  return banks_[at(std::min(level, top_)) * lefts_ + (lefts_ == 1 ? 0 : at(left))];
}

Lanes& TurnSolver::locked(int level) { return locked_[at(level)]; }

Lanes& TurnSolver::end(int level) { return ends_[at(level)]; }

Lanes& TurnSolver::slot(int level, std::size_t index) {
  return slots_[at(level) * table_.slots.size() + index];
}

Lanes& TurnSolver::state(std::vector<Lanes>& values, int level, int dice) const {
  return values[at(level) * dice_ + at(dice) - 1];
}

const Lanes& TurnSolver::state(const std::vector<Lanes>& values, int level, int dice) const {
  return values[at(std::min(level, top_)) * dice_ + at(dice) - 1];
}

const Lanes& TurnSolver::free(int level, int dice) const { return state(free_, level, dice); }

const Lanes& TurnSolver::unproven(int level, int dice) const {
  return state(unproven_, level, dice);
}

Lanes TurnSolver::start(int level) const {
  const int dice = rules_.dice();
  const rules::Points bonus = rules_.definition().first_throw_bust;
  if (bonus == 0) return free(level, dice);
  // The bonus stands where a bust would.
  return compute_value(table_.free[at(dice)], std::min(level, top_),
                       free(level + bonus / table_.step, dice));
}

Lanes TurnSolver::attempt(int level, int dice, const Lanes& bust) const {
  return compute_value(table_.attempt[at(dice)], std::min(level, top_), bust);
}

DANNO_WIDEST_VECTORS
Lanes TurnSolver::compute_value(const Throws& throws, int level, const Lanes& bust) const {
  // A transition leads to a slot of a higher level, at a fixed distance from the slots of this one.
  const Lanes* const base = slots_.data() + at(level) * table_.slots.size();
  Lanes sum;
  for (int i = 0; i < kLanes; ++i)
    sum[i] = throws.bust * bust[i] + throws.win;
  for (const Branch& branch : throws.branches) {
    const std::uint32_t* place = &throws.places[branch.first];
    Lanes best = base[*place];
    for (const std::uint32_t* const end = place + branch.count; ++place != end;)
      raise(best, base[*place]);
    add(sum, branch.chance, best);
  }
  return sum;
}

/// Sets the lanes in which the points of `level` are locked.
void TurnSolver::lock(int level, Lanes& value) const {
  for (int l = 0; l < kLanes; ++l) {
    if (level >= lock_from[at(l)]) value[l] = locked_[at(level)][l];
  }
}

void TurnSolver::fill_free_slots(int level) {
  for (std::size_t i = 0; i < table_.slots.size(); ++i) {
    const Slot& kind = table_.slots[i];
    if (kind.continuation == Continuation::Unproven) continue;
    Lanes& value = slot(level, i);
    if (kind.continuation == Continuation::End) {
      value = ends_[at(level)];
      continue;
    }
    value =
        kind.continuation == Continuation::Bank ? bank(level, kind.left) : free(level, kind.next);
    if (kind.continuation == Continuation::Lock) lock(level, value);
    if (kind.continuation == Continuation::RollOrBank || kind.continuation == Continuation::Lock)
      raise(value, bank(level, kind.left));
  }
}

void TurnSolver::fill_unproven_slots(int level) {
  for (std::size_t i = 0; i < table_.slots.size(); ++i) {
    const Slot& kind = table_.slots[i];
    if (kind.continuation == Continuation::Unproven) slot(level, i) = unproven(level, kind.next);
  }
}

void TurnSolver::solve_level(int level, const Lanes& bust) {
  for (int dice = 1; dice <= rules_.dice(); ++dice)
    state(free_, level, dice) = compute_value(table_.free[at(dice)], level, bust);
  fill_free_slots(level);
}

void TurnSolver::solve_unproven_level(int level, const Lanes& bust) {
  for (int dice = 1; dice <= rules_.dice(); ++dice)
    state(unproven_, level, dice) = compute_value(table_.unproven[at(dice)], level, bust);
  fill_unproven_slots(level);
}

void TurnSolver::repeat_top() {
  const auto width = static_cast<std::ptrdiff_t>(table_.slots.size());
  const auto top = slots_.begin() + top_ * width;
  for (int gain = 1; gain <= table_.max_gain; ++gain)
    std::copy(top, top + width, top + gain * width);
}

/// Solves the top level, where a throw leads back to the top, by value iteration from below until
/// no value changes.
template <class Solve>
void TurnSolver::iterate_top(const std::vector<Lanes>& values, Solve solve) {
  constexpr int kMostRounds = 10'000;
  constexpr double kStill = 1e-17;
  for (int round = 0; round < kMostRounds; ++round) {
    repeat_top();
    const std::vector<Lanes> before(values.end() - static_cast<std::ptrdiff_t>(dice_),
                                    values.end());
    solve();
    double moved = 0;
    for (std::size_t d = 0; d < dice_; ++d) {
      for (int i = 0; i < kLanes; ++i)
        moved = std::max(moved, state(values, top_, static_cast<int>(d) + 1)[i] - before[d][i]);
    }
    if (moved <= kStill) break;
  }
  repeat_top();
}

void TurnSolver::plain() {
  lock_from = passes_from = records_from = end_records_from = {};
  overshoots_from = end_overshoots_from = never();
}

/// Solves the turn by backward induction over its points. Every keep scores, so the values of a
/// level depend on higher levels only. The top stands for all levels above it, and so depends on
/// itself.
void TurnSolver::solve(const Lanes& bust, const Lanes& pass) {
  for (int i = 0; i < kLanes; ++i) {
    // Banks that record nothing are worth a pass, and banks that overshoot a bust.
    for (int level = passes_from[at(i)]; level < records_from[at(i)]; ++level)
      bank(level, 0)[i] = pass[i];
    for (int level = overshoots_from[at(i)]; level <= top_; ++level)
      std::for_each_n(&bank(level, 0), lefts_, [&](Lanes& value) { value[i] = bust[i]; });
    if (ends_.empty()) continue;
    for (int level = 0; level < end_records_from[at(i)]; ++level)
      end(level)[i] = pass[i];
    for (int level = end_overshoots_from[at(i)]; level <= top_; ++level)
      end(level)[i] = bust[i];
  }
  std::fill_n(free_.begin() + static_cast<std::ptrdiff_t>(at(top_) * dice_), dice_, Lanes());
  fill_free_slots(top_);
  iterate_top(free_, [&] { solve_level(top_, bust); });
  for (int level = top_ - 1; level >= 0; --level)
    solve_level(level, bust);
}

void TurnSolver::solve_attempts(const Lanes& bust) {
  std::fill_n(unproven_.begin() + static_cast<std::ptrdiff_t>(at(top_) * dice_), dice_, Lanes());
  fill_unproven_slots(top_);
  iterate_top(unproven_, [&] { solve_unproven_level(top_, bust); });
  for (int level = top_ - 1; level >= 0; --level)
    solve_unproven_level(level, bust);
}

void TurnSolver::solve_range(int first, int last, const Lanes& bust) {
  for (int level = last; level >= first; --level) {
    solve_level(level, bust);
    solve_unproven_level(level, bust);
  }
}

/// Solves the affected levels again. Levels above the forbidden ones do not change. Levels below
/// `first` are not solved, because a turn that begins with that many points never gets there.
void TurnSolver::forbid_banks(const std::array<int, kLanes>& first, int count, const Lanes& bust) {
  const auto [lowest, highest] = std::ranges::minmax(first);
  const int end = highest + count;
  assert(lowest >= 0 && end <= top_ && "the top stands for all levels above it");
  forbidden_first_ = lowest;
  const auto begin = banks_.begin();
  const auto width = static_cast<std::ptrdiff_t>(lefts_);
  allowed_.assign(begin + lowest * width, begin + end * width);
  for (int i = 0; i < kLanes; ++i) {
    for (int level = first[at(i)]; level < first[at(i)] + count; ++level) {
      for (std::size_t left = 0; left < lefts_; ++left)
        banks_[at(level) * lefts_ + left][i] = kIllegal;
    }
  }
  solve_range(lowest, end - 1, bust);
}

void TurnSolver::allow_banks(const Lanes& bust) {
  const auto width = static_cast<std::ptrdiff_t>(lefts_);
  std::ranges::copy(allowed_, banks_.begin() + forbidden_first_ * width);
  solve_range(forbidden_first_, forbidden_first_ + static_cast<int>(allowed_.size() / lefts_) - 1,
              bust);
}

}  // namespace danno::solver
