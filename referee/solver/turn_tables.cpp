#include "referee/solver/turn_tables.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "referee/rules/keeps.hpp"

namespace danno::solver {
namespace {

using rules::at;
using rules::Dice;
using rules::Keep;
using rules::kMaxDice;
using rules::RuleSet;

// No turn is played on for points beyond this level. It bounds the tables of huge targets.
constexpr int kMostLevels = 400;
constexpr int kRounds = 20;       // each halves the error at least, from a whole turn's points
constexpr double kStands = 1e-9;  // levels

/// A keep of a throw, its points in levels.
struct ScoredKeep {
  int points = 0;
  int next = 0;  ///< Dice of a roll after it; 0: only a bank.
  int left = 0;  ///< Dice that a bank passes on.
  bool may_bank = false;
  bool proves = false;
  bool locks = false;
  auto operator<=>(const ScoredKeep&) const = default;
};

/// All rolls that offer the same ways.
struct Throw {
  std::vector<ScoredKeep> ways;   ///< Empty: a bust.
  std::vector<ScoredKeep> tried;  ///< The ways of an attempt; empty: it fails.
  bool wins = false;
  bool operator<(const Throw& other) const {
    return std::tie(ways, tried, wins) < std::tie(other.ways, other.tried, other.wins);
  }
};

struct Weighted {
  Throw thrown;
  double chance;
};
using WeightedThrows = std::array<std::vector<Weighted>, kMaxDice + 1>;

int find_step(const RuleSet& rules) {
  int step = 0;
  for (int size = 1; size <= rules.dice(); ++size) {
    rules::for_each_roll(size, [&](Dice roll) {
      for (const Keep& keep : rules.keep_table().keeps(roll))
        step = std::gcd(step, keep.points);
    });
  }
  return std::max(step, 1);
}

ScoredKeep make_way(const RuleSet& rules, Dice roll, const Keep& keep, int step) {
  const rules::Definition& definition = rules.definition();
  const bool takes_all = &keep == rules.keep_table().all_scoring(roll);
  const bool must_roll = definition.hot == rules::Hot::MustRoll && keep.hot &&
                         !(rules.parameters().six_alike_ends_turn && is_six_alike(keep.dice));
  ScoredKeep way;
  way.points = keep.points / step;
  way.left = roll.size() - keep.size;
  way.next = keep.hot ? rules.dice() : way.left;
  if (keep.hot && definition.hot == rules::Hot::Ends) way.next = 0;
  way.may_bank = !must_roll && (takes_all || !definition.bank_takes_all);
  way.proves = keep.one_or_five;
  way.locks = rules.locks(keep.dice);
  return way;
}

bool dominates(const ScoredKeep& a, const ScoredKeep& b) {
  return a.next == b.next && a.left == b.left && a.locks == b.locks && a.points >= b.points &&
         a.may_bank >= b.may_bank && a.proves >= b.proves;
}

void add_way(std::vector<ScoredKeep>& ways, const ScoredKeep& way) {
  // A way that another one dominates is never chosen. Without these, many throws become equal.
  if (std::ranges::any_of(ways, [&](const ScoredKeep& known) { return dominates(known, way); }))
    return;
  std::erase_if(ways, [&](const ScoredKeep& known) { return dominates(way, known); });
  ways.push_back(way);
}

Throw look_at(const RuleSet& rules, Dice roll, int step) {
  Throw result;
  result.wins = rules.wins_at_once(roll);
  const Keep* const all = rules.keep_table().all_scoring(roll);
  for (const Keep& keep : rules.keep_table().keeps(roll)) {
    const ScoredKeep way = make_way(rules, roll, keep, step);
    add_way(result.ways, way);
    const bool tried = rules.parameters().choose_attempt || &keep == all;
    if (rules.definition().attempt && all->one_or_five && tried && way.next > 0)
      add_way(result.tried, way);
  }
  std::ranges::sort(result.ways);
  std::ranges::sort(result.tried);
  return result;
}

WeightedThrows list_throws(const RuleSet& rules, int step) {
  WeightedThrows throws;
  for (int size = 1; size <= rules.dice(); ++size) {
    std::map<Throw, int> rolls;
    rules::for_each_roll(
        size, [&](Dice roll) { rolls[look_at(rules, roll, step)] += rules::ways(roll); });
    for (const auto& [thrown, ways] : rolls)
      throws[at(size)].push_back({thrown, ways / std::pow(rules::kFaces, size)});
  }
  return throws;
}

void resize(TurnStates& states, std::size_t size) {
  for (TurnTable* const table : {&states.free, &states.unproven, &states.attempt})
    table->assign(size, {});
}

/// Fills the tables of one rule set, one quantity after the other.
///
/// Each quantity is solved by backward induction over the levels of the turn. A value is the mean
/// over all throws, each of which counts as the best way to go on after it. Two constants tie the
/// levels together: what a fresh turn is worth, and what an entry is worth. Each is a fixed point
/// that is found by repeating the induction.
class TablesSolver {
 public:
  TablesSolver(const RuleSet& rules, TurnTables& tables)
      : rules_(rules), tables_(tables), throws_(list_throws(rules, tables.step)) {}

  /// Computes expected points. The worth of a fresh turn appears in what a bank hands on and in
  /// what follows a lock. The tables are therefore made again until it does not change any more.
  void solve_points() {
    for (int round = 0; round < kRounds; ++round) {
      for (int level = tables_.levels - 1; level >= 0; --level)
        fill_points(level);
      const double before = std::exchange(tables_.fresh, tables_.points.free[0][at(rules_.dice())]);
      if (std::abs(tables_.fresh - before) < kStands) break;
    }
    if (!needs_proof()) tables_.points.unproven = tables_.points.attempt = tables_.points.free;
  }

  /// Computes the same for newcomers. The entry is worth what makes a newcomer's turn as good as
  /// that of a seat in the game.
  void solve_outside() {
    for (int round = 0; round < kRounds; ++round) {
      for (int level = tables_.levels; level >= 0; --level)
        fill_outside(level);
      const double missing = tables_.fresh - tables_.outside[0][at(rules_.dice())];
      tables_.entry_worth += missing;
      if (std::abs(missing) < kStands) break;
    }
  }

  void solve_reach() {
    // Level 0 leads to itself where a roll is forced; the chance to stay there shrinks fast.
    for (int round = 0; round < kRounds; ++round)
      fill_reach(0);
    for (int level = 1; level <= tables_.levels; ++level)
      fill_reach(level);
    if (!needs_proof()) tables_.reach.unproven = tables_.reach.attempt = tables_.reach.free;
  }

 private:
  [[nodiscard]] bool needs_proof() const { return rules_.definition().attempt; }

  template <class Value>
  double expect(int dice, Value value) const {
    double sum = 0;
    for (const Weighted& weighted : throws_[at(dice)])
      sum += weighted.chance * value(weighted.thrown);
    return sum;
  }

  [[nodiscard]] double look_up(const TurnTable& table, int level, int dice) const {
    // A turn above the highest level counts as banked.
    return level > tables_.levels ? level : table[at(level)][at(dice)];
  }

  [[nodiscard]] double won() const {
    return static_cast<double>(rules_.parameters().target) / tables_.step;
  }

  void fill_points(int level) {
    TurnStates& points = tables_.points;
    for (int dice = 1; dice <= rules_.dice(); ++dice) {
      points.free[at(level)][at(dice)] =
          expect(dice, [&](const Throw& thrown) { return best_points(thrown, level, false); });
      if (!needs_proof()) continue;
      points.unproven[at(level)][at(dice)] =
          expect(dice, [&](const Throw& thrown) { return best_points(thrown, level, true); });
      points.attempt[at(level)][at(dice)] = expect(dice, [&](const Throw& thrown) {
        double best = 0;
        for (const ScoredKeep& way : thrown.tried)
          best = std::max(best, look_up(points.unproven, level + way.points, way.next));
        return best;
      });
    }
  }

  [[nodiscard]] double best_points(const Throw& thrown, int level, bool must_prove) const {
    if (thrown.wins) return level + won();
    double best = 0;
    for (const ScoredKeep& way : thrown.ways) {
      const int after = level + way.points;
      const bool proven = !must_prove || way.proves;
      const bool enough = after * tables_.step >= rules_.definition().minimum_bank;
      if (way.may_bank && proven && enough)
        best = std::max(best, after - handed_on(rules_, tables_,
                                                at(std::min(after, tables_.levels)), way.left));
      if (way.next == 0) continue;
      const TurnTable& table = proven ? tables_.points.free : tables_.points.unproven;
      best = std::max(best, way.locks ? after + tables_.fresh : look_up(table, after, way.next));
    }
    return best;
  }

  void fill_outside(int level) {
    for (int dice = 1; dice <= rules_.dice(); ++dice) {
      tables_.outside[at(level)][at(dice)] =
          expect(dice, [&](const Throw& thrown) { return best_outside(thrown, level); });
    }
  }

  [[nodiscard]] double best_outside(const Throw& thrown, int level) const {
    if (thrown.wins) return level + won();
    double best = 0;
    for (const ScoredKeep& way : thrown.ways) {
      const int after = level + way.points;
      const std::size_t clamped = at(std::min(after, tables_.levels));
      if (way.may_bank && after * tables_.step >= rules_.parameters().entry)
        best = std::max(
            best, after + tables_.entry_worth - handed_on(rules_, tables_, clamped, way.left));
      if (way.next == 0) continue;
      const double on = after > tables_.levels ? after + tables_.entry_worth
                                               : tables_.outside[clamped][at(way.next)];
      best = std::max(best, way.locks ? after + tables_.entry_worth + tables_.fresh : on);
    }
    return best;
  }

  void fill_reach(int level) {
    TurnStates& reach = tables_.reach;
    for (int dice = 1; dice <= rules_.dice(); ++dice) {
      reach.free[at(level)][at(dice)] =
          expect(dice, [&](const Throw& thrown) { return best_chance(thrown, level, false); });
      if (!needs_proof()) continue;
      reach.unproven[at(level)][at(dice)] =
          expect(dice, [&](const Throw& thrown) { return best_chance(thrown, level, true); });
      reach.attempt[at(level)][at(dice)] = expect(dice, [&](const Throw& thrown) {
        double best = 0;
        for (const ScoredKeep& way : thrown.tried)
          best = std::max(best, reach.unproven[at(std::max(level - way.points, 0))][at(way.next)]);
        return best;
      });
    }
  }

  [[nodiscard]] double best_chance(const Throw& thrown, int level, bool must_prove) const {
    if (thrown.wins) return 1;
    double best = 0;
    for (const ScoredKeep& way : thrown.ways) {
      const bool proven = !must_prove || way.proves;
      if (way.may_bank && proven && way.points >= level) return 1;
      if (way.next == 0) continue;
      const TurnTable& table = proven ? tables_.reach.free : tables_.reach.unproven;
      best = std::max(best, table[at(std::max(level - way.points, 0))][at(way.next)]);
    }
    return best;
  }

  const RuleSet& rules_;
  TurnTables& tables_;
  WeightedThrows throws_;
};

}  // namespace

std::size_t TurnTables::to_level(rules::Points units) const {
  return at(std::clamp(units / step, 0, levels));
}

std::size_t TurnTables::levels_for(rules::Points units) const {
  return to_level(units <= 0 ? 0 : units + step - 1);
}

double handed_on(const RuleSet& rules, const TurnTables& tables, std::size_t level, int left) {
  if (!rules.definition().passes_on || left == 0) return 0;
  const TurnStates& points = tables.points;
  const TurnTable& taken = rules.definition().attempt ? points.attempt : points.free;
  return std::max(taken[level][at(left)] - tables.fresh, 0.0) / (rules.seats() - 1);
}

TurnTables solve_turns(const RuleSet& rules) {
  TurnTables tables;
  tables.step = find_step(rules);
  assert(tables.step > 0);
  tables.levels = std::min(rules.parameters().target / tables.step + 1, kMostLevels);
  const std::size_t size = at(tables.levels) + 1;
  resize(tables.points, size);
  resize(tables.reach, size);
  tables.outside.assign(size, {});
  for (int dice = 1; dice <= rules.dice(); ++dice) {
    for (TurnTable* const table :
         {&tables.points.free, &tables.points.unproven, &tables.points.attempt})
      table->back()[at(dice)] = tables.levels;
  }
  TablesSolver solver(rules, tables);
  solver.solve_points();
  solver.solve_outside();
  solver.solve_reach();
  return tables;
}

}  // namespace danno::solver
