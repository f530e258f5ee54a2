// The legal keeps of a roll and their points: those of the best exact split into combinations.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "referee/rules/dice.hpp"

namespace danno::rules {

/// An entry of a rule set's scoring table: these dice together score these points.
struct Combination {
  Dice dice;
  Points points;
};

/// A legal keep of a certain roll.
struct Keep {
  Dice dice;
  Points points = 0;         ///< The points of the best split; dead dice count nothing.
  std::uint8_t size = 0;     ///< The number of dice kept.
  std::uint8_t mask = 0;     ///< Bit j is set if the roll's j-th die by rising face is kept.
  bool hot = false;          ///< True if all thrown dice are kept and all of them score.
  bool one_or_five = false;  ///< True if it holds a die that scores by itself alone.
};

/// The scoring table and the rules of keeping. Sets of faces are bits.
struct KeepRules {
  std::vector<Combination> combinations;
  /// The faces that score by themselves alone, for Keep::one_or_five.
  unsigned singles = 0;
  /// The faces of which every keep must hold a scoring die; 0 if there is no such duty.
  unsigned every_keep = 0;
  /// The faces of which, if three or more are thrown, at least three are kept or none.
  unsigned whole_triples = 0;
  /// True if dead dice may be kept beside scoring ones.
  bool dead_dice = false;
  /// True if only the keep of all scoring dice is legal.
  bool automatic = false;
  /// The throws that win at once; their only keep is all dice.
  std::vector<Dice> wins;
};

/// Every legal keep of every roll of 1 to kMaxDice dice, computed once. Immutable.
class KeepTable {
 public:
  explicit KeepTable(const KeepRules& rules);

  /// Returns the legal keeps of a roll of 1 to kMaxDice dice, by falling points and then as
  /// compare_written. An empty list is a bust.
  [[nodiscard]] std::span<const Keep> keeps(Dice roll) const {
    const Range range = ranges_[index(roll)];
    return {keeps_.data() + range.begin, range.size};
  }
  /// Returns the keep of all scoring dice: of the keeps with the most points, the one with the
  /// fewest dice. Null on a bust.
  [[nodiscard]] const Keep* all_scoring(Dice roll) const {
    const Range range = ranges_[index(roll)];
    return range.size == 0 ? nullptr : &keeps_[range.begin + range.all_scoring];
  }

  /// Returns a dense number of a multiset of at most kMaxDice dice, for tables.
  static std::size_t index(Dice roll) {
    const std::uint32_t low = roll.packed() & ((1U << kHalfBits) - 1);
    return kHalfIndex[low] * kHalves + kHalfIndex[roll.packed() >> kHalfBits];
  }
  // Three faces take twelve bits of a packed multiset, but only 84 of those patterns hold at most
  // six dice: two small tables make a dense index without hashing.
  static constexpr std::size_t kHalves = 84;
  static constexpr std::size_t kIndices = kHalves * kHalves;

 private:
  static constexpr std::size_t kHalfBits = 12;
  static const std::array<std::uint8_t, std::size_t{1} << kHalfBits> kHalfIndex;

  struct Range {
    std::uint32_t begin = 0;
    std::uint16_t size = 0;
    std::uint16_t all_scoring = 0;
  };
  std::vector<Range> ranges_;
  std::vector<Keep> keeps_;
};

/// Returns whether some throw of `dice` dice (1 to kMaxDice) has a legal keep and does not win at
/// once. It looks at throws only until one has, and builds no table.
[[nodiscard]] bool leaves_choice(const KeepRules& rules, int dice);

/// Returns whether all throws of `dice` dice have the same best score; that of a bust is 0.
[[nodiscard]] bool all_score_alike(const KeepRules& rules, int dice);

/// Calls `visit` once for every multiset of exactly `size` dice.
void for_each_roll(int size, const std::function<void(Dice)>& visit);

}  // namespace danno::rules
