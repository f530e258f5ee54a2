// What may be kept of a roll and what it is worth: the best exact split into combinations.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "referee/rules/dice.hpp"

namespace danno::rules {

/// An entry of a rule set's scoring table.
struct Combination {
  Dice dice;
  Points points;
};

/// A legal keep of a certain roll.
struct Keep {
  Dice dice;
  Points points = 0;         ///< Of the best split into combinations; dead dice count nothing.
  std::uint8_t size = 0;     ///< Dice kept.
  std::uint8_t mask = 0;     ///< Bit j: the roll's j-th die by rising face is kept.
  bool hot = false;          ///< All thrown dice are kept and all of them score.
  bool one_or_five = false;  ///< Holds a die that scores by itself alone.
};

/// How keeps are found from the combinations. Faces are bits.
struct KeepRules {
  std::vector<Combination> combinations;
  /// Faces that score by themselves alone; they count for Keep::one_or_five.
  unsigned singles = 0;
  /// Faces of which every keep must hold a scoring die; 0: no such duty.
  unsigned every_keep = 0;
  /// Faces of which, where three or more are thrown, at least three are kept, or none.
  unsigned whole_triples = 0;
  /// Dead dice may be kept beside scoring ones.
  bool dead_dice = false;
  /// Only the keep of all scoring dice is legal.
  bool automatic = false;
  /// Throws that win at once: their one keep is all dice.
  std::vector<Dice> wins;
};

/// Every legal keep of every roll of 1 to kMaxDice dice, computed once. Immutable.
class KeepTable {
 public:
  explicit KeepTable(const KeepRules& rules);

  /// By falling points, then as compare_written; empty: a bust. `roll` holds 1 to kMaxDice dice.
  [[nodiscard]] std::span<const Keep> keeps(Dice roll) const {
    const Range range = ranges_[index(roll)];
    return {keeps_.data() + range.begin, range.size};
  }
  /// The most dice of `roll` that score together; null on a bust. With the most points, too.
  [[nodiscard]] const Keep* all_scoring(Dice roll) const {
    const Range range = ranges_[index(roll)];
    return range.size == 0 ? nullptr : &keeps_[range.begin + range.all_scoring];
  }

  /// A dense number of a multiset of at most kMaxDice dice, for tables.
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

/// Calls `visit` once for every multiset of exactly `size` dice.
void for_each_roll(int size, const std::function<void(Dice)>& visit);

}  // namespace danno::rules
