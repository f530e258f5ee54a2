#include "leagues/plan/rule_oddities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>

#include "referee/rules/chances.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues::plan {
namespace {

using rules::Dice;
using rules::Keep;
using rules::Points;

class Finder {
 public:
  explicit Finder(const rules::Definition& definition)
      : set_(definition), rules_(rules::make_rule_set(definition, 2)) {}

  std::vector<std::string> find() {
    find_faces();
    find_patterns();
    find_entry();
    find_endless();
    find_without_effect();
    find_idle_locks();
    return std::move(odd_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    odd_.push_back(fmt::format(text, std::forward<Values>(values)...));
  }
  [[nodiscard]] std::string shown(Points points) const { return rules::show_points(set_, points); }

  /// Calls `visit` with every throw that is no win and each of its keeps.
  template <class Visit>
  void for_each_keep(Visit visit) const {
    for (int size = 1; size <= set_.dice; ++size) {
      rules::for_each_roll(size, [&](Dice roll) {
        if (rules_.wins_at_once(roll)) return;
        for (const Keep& keep : rules_.keep_table().keeps(roll))
          visit(roll, keep);
      });
    }
  }

  void find_faces() {
    std::array<bool, rules::kFaces> scores{};
    for (const rules::Combination& one : set_.combinations) {
      for (int face = 0; face < rules::kFaces; ++face)
        scores.at(static_cast<std::size_t>(face)) |= one.dice.count(face) > 0;
    }
    for (std::size_t face = 0; face < scores.size(); ++face) {
      if (!scores.at(face)) add("no pattern has a {}, so it never scores", set_.faces[face]);
      if (!scores.at(face) && ((set_.every_keep >> face) & 1U) != 0)
        add("every_keep has a {}, which never scores", set_.faces[face]);
    }
  }

  /// The best split of `dice` into the other combinations than `own`.
  [[nodiscard]] std::optional<Points> parts_of(Dice dice, Dice own) const {
    if (dice.empty()) return 0;
    std::optional<Points> best;
    for (const rules::Combination& one : set_.combinations) {
      if (one.dice == own || !dice.contains(one.dice)) continue;
      const auto rest = parts_of(dice.without(one.dice), own);
      if (rest && (!best || *rest + one.points > *best)) best = *rest + one.points;
    }
    return best;
  }

  void find_patterns() {
    for (const rules::Combination& one : set_.combinations) {
      const auto parts = parts_of(one.dice, one.dice);
      if (parts && *parts >= one.points) {
        add("{} scores {}, and its parts {}: it is never the best split",
            rules::to_string(one.dice, set_.faces), shown(one.points), shown(*parts));
      }
    }
  }

  /// The most points of a turn from a throw of `dice` dice on; nothing if there is no limit.
  std::optional<Points> most_of_turn(int dice) {
    if (const auto known = most_.find(dice); known != most_.end()) return known->second;
    std::optional<Points> most = 0;
    rules::for_each_roll(dice, [&](Dice roll) {
      for (const Keep& keep : rules_.keep_table().keeps(roll)) {
        if (!most) return;
        const auto points = most_after(roll, keep);
        most = points ? std::max(most, points) : std::nullopt;
      }
    });
    return most_[dice] = most;
  }

  /// The same for a keep and what may follow it.
  std::optional<Points> most_after(Dice roll, const Keep& keep) {
    if (rules_.wins_at_once(roll) || (keep.hot && set_.hot != rules::Hot::Ends))
      return std::nullopt;
    if (keep.size == roll.size()) return keep.points;
    const auto rest = most_of_turn(roll.size() - keep.size);
    return rest ? std::optional(keep.points + *rest) : std::nullopt;
  }

  void find_entry() {
    const auto most = most_of_turn(set_.dice);
    if (!most) return;
    const Points whole = *most + set_.first_throw_bust;
    if (set_.usual.entry > whole && !set_.inherited_enters)
      add("the entry is {}, and no turn comes to more than {}", shown(set_.usual.entry),
          shown(whole));
    if (set_.minimum_bank > whole && !set_.passes_on)
      add("every bank is at least {}, and no turn comes to more than {}", shown(set_.minimum_bank),
          shown(whole));
  }

  /// The greatest common divisor of all points that a total is made of.
  [[nodiscard]] Points step() const {
    Points step = std::gcd(set_.first_throw_bust, set_.busts.in_a_row > 0 ? set_.busts.penalty : 0);
    for_each_keep([&](Dice, const Keep& keep) { step = std::gcd(step, keep.points); });
    return step;
  }

  void find_endless() {
    bool busts = false;
    for (int dice = 1; dice <= set_.dice; ++dice)
      busts = busts || rules::bust_chance(rules_, dice) > 0;
    if (!busts)
      add("no throw is ever a bust: a turn that never banks ends with its throw {}",
          rules::kMaxThrows);
    const std::string cap = fmt::format("the game may never end but by max_turns");
    if (set_.exact && set_.targets[2] % step() != 0 && set_.wins.empty()) {
      add("the target is {} exactly, and all totals are multiples of {}: {}",
          shown(set_.targets[2]), shown(step()), cap);
    } else if (set_.exact && set_.minimum_bank > step()) {
      add("whoever is nearer to the target than {}, the least bank, cannot reach it exactly: {}",
          shown(set_.minimum_bank), cap);
    } else if (set_.busts.in_a_row > 0 && set_.busts.penalty > 0 && set_.busts.below_zero) {
      add("busts cost points without end: {}", cap);
    }
  }

  void find_without_effect() {
    const rules::KeepRules keeps = set_.keep_rules(set_.usual);
    if (set_.busts.penalty > 0 && set_.busts.in_a_row == 0)
      add("busts have a penalty, and in_a_row = 0 never charges it");
    if (set_.busts.in_a_row > 0 && set_.busts.penalty == 0)
      add("in_a_row busts cost nothing without a penalty");
    if (set_.attempt && keeps.singles == 0)
      add("no die scores by itself, so that every attempt fails");
    if (set_.no_bank_at_tie && set_.ending == rules::Ending::AtOnce)
      add("tie_banks = false forbids nothing: ending = \"at-once\" has no last turns");
    if (set_.first_throw_bust > 0 && rules::bust_chance(rules_, set_.dice) == 0)
      add("first_throw_bust is never scored: every full throw has a keep");
    if (set_.usual.entry > *std::ranges::max_element(set_.targets))
      add("the entry is above the target");
    if (set_.automatic_keeps && !set_.usual.break_triples)
      add("break_triples = false forbids nothing: keeps = \"all\" leaves no choice");
  }

  void find_idle_locks() {
    for (const Dice pattern : set_.locks) {
      bool kept = false;
      for_each_keep([&](Dice, const Keep& keep) { kept = kept || keep.dice.contains(pattern); });
      if (!kept) add("no keep has {}, so it locks nothing", rules::to_string(pattern, set_.faces));
    }
  }

  const rules::Definition& set_;
  rules::RuleSet rules_;
  std::map<int, std::optional<Points>> most_;  // by the dice to throw
  std::vector<std::string> odd_;
};

}  // namespace

std::vector<std::string> rule_oddities(const rules::Definition& definition) {
  return Finder(definition).find();
}

}  // namespace danno::leagues::plan
