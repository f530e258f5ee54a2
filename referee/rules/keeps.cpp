#include "referee/rules/keeps.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <unordered_map>

namespace danno::rules {
namespace {

void visit_rolls(int face, int left, Dice dice, const std::function<void(Dice)>& visit) {
  if (face == kFaces - 1) {
    dice.add(face, left);
    visit(dice);
    return;
  }
  for (int n = 0; n <= left; ++n) {
    Dice next = dice;
    next.add(face, n);
    visit_rolls(face + 1, left - n, next, visit);
  }
}

/// Finds the most points of a split of all given dice into combinations; nothing if there is none.
///
/// The recursion removes one combination after another and remembers the value of the rest. There
/// are only 924 multisets of up to six dice, so the whole table is cheap.
class BestSplit {
 public:
  explicit BestSplit(const std::vector<Combination>& combinations) : combinations_(combinations) {}

  std::optional<Points> operator()(Dice dice) {
    if (dice.empty()) return 0;
    const auto known = memo_.find(dice.packed());
    if (known != memo_.end()) return known->second;
    std::optional<Points> best;
    for (const Combination& combination : combinations_) {
      if (!dice.contains(combination.dice)) continue;
      const auto rest = (*this)(dice.without(combination.dice));
      if (rest && (!best || *rest + combination.points > *best)) best = *rest + combination.points;
    }
    memo_.emplace(dice.packed(), best);
    return best;
  }

 private:
  const std::vector<Combination>& combinations_;
  std::unordered_map<std::uint32_t, std::optional<Points>> memo_;
};

/// Computes Keep::mask. Among equal dice, the first ones count as kept.
std::uint8_t dice_mask(Dice roll, Dice keep) {
  unsigned mask = 0;
  int die = 0;
  for (int face = 0; face < kFaces; ++face) {
    mask |= ((1U << keep.count(face)) - 1U) << die;
    die += roll.count(face);
  }
  return static_cast<std::uint8_t>(mask);
}

/// Visits every non-empty subset of `whole` that extends `part` with dice of `face` or above.
template <class Visit>
void visit_parts(Dice whole, int face, Dice part, const Visit& visit) {
  if (face == kFaces) {
    if (!part.empty()) visit(part);
    return;
  }
  for (int n = 0; n <= whole.count(face); ++n) {
    Dice next = part;
    next.add(face, n);
    visit_parts(whole, face + 1, next, visit);
  }
}

template <class Visit>
void for_each_part(Dice whole, const Visit& visit) {
  visit_parts(whole, 0, Dice(), visit);
}

bool holds_any(Dice dice, unsigned faces) {
  for (int face = 0; face < kFaces; ++face) {
    if (((faces >> face) & 1U) != 0 && dice.count(face) > 0) return true;
  }
  return false;
}

bool breaks_a_triple(Dice roll, Dice keep, unsigned faces) {
  for (int face = 0; face < kFaces; ++face) {
    const int kept = keep.count(face);
    if (((faces >> face) & 1U) != 0 && roll.count(face) >= 3 && kept > 0 && kept < 3) return true;
  }
  return false;
}

/// The best split of the part of `dice` that scores, the rest being dead; nothing if none does.
std::optional<Points> best_part(const KeepRules& rules, Dice dice, BestSplit& best_split) {
  std::optional<Points> best;
  for_each_part(dice, [&](Dice scoring) {
    if (rules.every_keep != 0 && !holds_any(scoring, rules.every_keep)) return;
    const auto value = best_split(scoring);
    if (value && (!best || *value > *best)) best = value;
  });
  return best;
}

Keep make_keep(const KeepRules& rules, Dice roll, Dice dice, Points points, bool exact) {
  Keep keep;
  keep.dice = dice;
  keep.points = points;
  keep.size = static_cast<std::uint8_t>(dice.size());
  keep.mask = dice_mask(roll, dice);
  keep.hot = exact && dice == roll;
  keep.one_or_five = holds_any(dice, rules.singles);
  return keep;
}

std::vector<Keep> legal_keeps(const KeepRules& rules, Dice roll, BestSplit& best_split) {
  // A throw that wins at once has one keep, all dice, which need not all score.
  if (std::ranges::find(rules.wins, roll) != rules.wins.end()) {
    const auto exact = best_split(roll);
    const auto points = exact ? exact : best_part(rules, roll, best_split);
    return {make_keep(rules, roll, roll, points.value_or(0), exact.has_value())};
  }
  std::vector<Keep> keeps;
  for_each_part(roll, [&](Dice dice) {
    auto exact = best_split(dice);
    if (rules.every_keep != 0 && !holds_any(dice, rules.every_keep)) exact.reset();
    // Dead dice may be kept where the rules allow it; the keep is then worth its best scoring part.
    const auto points = exact || !rules.dead_dice ? exact : best_part(rules, dice, best_split);
    if (!points || breaks_a_triple(roll, dice, rules.whole_triples)) return;
    keeps.push_back(make_keep(rules, roll, dice, *points, exact.has_value()));
  });
  std::ranges::sort(keeps, [](const Keep& a, const Keep& b) {
    return a.points != b.points ? a.points > b.points : compare_written(a.dice, b.dice) < 0;
  });
  return keeps;
}

/// Returns the keep with the fewest dice among those worth most, which come first. It holds no dead
/// dice.
std::size_t find_all_scoring(const std::vector<Keep>& keeps) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < keeps.size() && keeps[i].points == keeps[0].points; ++i) {
    if (keeps[i].size < keeps[best].size) best = i;
  }
  return best;
}

}  // namespace

constinit const std::array<std::uint8_t, std::size_t{1} << KeepTable::kHalfBits>
    KeepTable::kHalfIndex = [] {
      std::array<std::uint8_t, std::size_t{1} << kHalfBits> index{};
      std::uint8_t next = 0;
      for (std::uint32_t packed = 0; packed < index.size(); ++packed) {
        const std::uint32_t size = (packed & 0xFU) + ((packed >> 4) & 0xFU) + (packed >> 8);
        if (size <= kMaxDice) index[packed] = next++;
      }
      return index;
    }();

KeepTable::KeepTable(const KeepRules& rules) : ranges_(kIndices) {
  BestSplit best_split(rules.combinations);
  for (int size = 1; size <= kMaxDice; ++size) {
    for_each_roll(size, [&](Dice roll) {
      std::vector<Keep> keeps = legal_keeps(rules, roll, best_split);
      Range& range = ranges_[index(roll)];
      range.begin = static_cast<std::uint32_t>(keeps_.size());
      if (!keeps.empty()) {
        // Automatic keeping leaves one choice: all scoring dice.
        const std::size_t all = find_all_scoring(keeps);
        if (rules.automatic) {
          keeps = {keeps[all]};
          range.all_scoring = 0;
        } else {
          range.all_scoring = static_cast<std::uint16_t>(all);
        }
      }
      range.size = static_cast<std::uint16_t>(keeps.size());
      keeps_.insert(keeps_.end(), keeps.begin(), keeps.end());
    });
  }
}

bool leaves_choice(const KeepRules& rules, int dice) {
  BestSplit best_split(rules.combinations);
  bool found = false;
  for_each_roll(dice, [&](Dice roll) {
    found = found || (std::ranges::find(rules.wins, roll) == rules.wins.end() &&
                      !legal_keeps(rules, roll, best_split).empty());
  });
  return found;
}

bool all_score_alike(const KeepRules& rules, int dice) {
  BestSplit best_split(rules.combinations);
  std::set<Points> best;
  for_each_roll(dice, [&](Dice roll) {
    const std::vector<Keep> keeps = legal_keeps(rules, roll, best_split);
    best.insert(keeps.empty() ? 0 : keeps.front().points);
  });
  return best.size() == 1;
}

void for_each_roll(int size, const std::function<void(Dice)>& visit) {
  visit_rolls(0, size, Dice(), visit);
}

}  // namespace danno::rules
