#include "leagues/plan/rule_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

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
    find_entry();
    find_target();
    return std::move(warnings_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    warnings_.push_back(fmt::format(text, std::forward<Values>(values)...));
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

  /// Returns the most points of a turn from a throw of `dice` dice on; nothing without a limit.
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

  /// Returns the same for a keep and what may follow it.
  std::optional<Points> most_after(Dice roll, const Keep& keep) {
    if (rules_.wins_at_once(roll) || (keep.hot && set_.hot != rules::Hot::Ends))
      return std::nullopt;
    if (keep.size == roll.size()) return keep.points;
    const auto rest = most_of_turn(roll.size() - keep.size);
    return rest ? std::optional(keep.points + *rest) : std::nullopt;
  }

  void find_entry() {
    if (set_.usual.entry > *std::ranges::max_element(set_.targets))
      add("the entry is above the target");
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

  /// Returns the greatest common divisor of all points that a total is made of.
  [[nodiscard]] Points step() const {
    Points step = std::gcd(set_.first_throw_bust, set_.busts.in_a_row > 0 ? set_.busts.penalty : 0);
    for_each_keep([&](Dice, const Keep& keep) { step = std::gcd(step, keep.points); });
    return step;
  }

  void find_target() {
    const std::string cap = "the game may never end but by max_turns";
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

  const rules::Definition& set_;
  rules::RuleSet rules_;
  std::map<int, std::optional<Points>> most_;  // by the dice to throw
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<std::string> rule_warnings(const rules::Definition& definition) {
  return Finder(definition).find();
}

Points points_step(const rules::Definition& definition) {
  const rules::RuleSet rules = rules::make_rule_set(definition, 2);
  Points step = std::gcd(definition.busts.penalty, definition.first_throw_bust);
  for (int size = 1; size <= definition.dice; ++size) {
    rules::for_each_roll(size, [&](Dice roll) {
      for (const Keep& keep : rules.keep_table().keeps(roll))
        step = std::gcd(step, keep.points);
    });
  }
  return step;
}

std::string parameters_problem(const rules::Definition& definition,
                               const rules::Parameters& parameters) {
  // A small target beside the default entry makes a short game and contradicts nothing typed.
  const bool is_typed = parameters.entry != definition.defaults(2).entry;
  if (parameters.entry <= parameters.target || !is_typed) return {};
  return fmt::format("the entry {} is above the target {}; expected an entry of at most the target",
                     rules::show_points(definition, parameters.entry),
                     rules::show_points(definition, parameters.target));
}

}  // namespace danno::leagues::plan
