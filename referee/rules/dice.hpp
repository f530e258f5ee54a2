// A multiset of dice: the number of dice of each face, in no order.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace danno::rules {

/// Points in the rule set's unit (half points in `true-greed`, else points).
using Points = std::int32_t;

inline constexpr int kFaces = 6;
inline constexpr int kMaxDice = 6;
inline constexpr int kMaxSeats = 6;

/// Returns a number of dice, seats or levels as an index; it must not be negative.
[[nodiscard]] constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A multiset of at most 6 dice. Faces count from 0; the rule set has their names. It is a value of
/// four bytes, and every operation takes a few instructions.
class Dice {
 public:
  constexpr Dice() = default;

  static constexpr Dice of_packed(std::uint32_t packed) {
    Dice dice;
    dice.packed_ = packed;
    return dice;
  }

  constexpr void add(int face, int n = 1) {
    packed_ += static_cast<std::uint32_t>(n) << (4 * face);
  }
  [[nodiscard]] constexpr int count(int face) const {
    return static_cast<int>((packed_ >> (4 * face)) & 0xFU);
  }
  [[nodiscard]] constexpr int size() const {
    return static_cast<int>(((packed_ * 0x111111U) >> 20) & 0xFU);
  }
  [[nodiscard]] constexpr bool empty() const { return packed_ == 0; }
  [[nodiscard]] constexpr bool contains(Dice part) const {
    constexpr std::uint32_t kGuards = 0x888888U;
    return (((packed_ | kGuards) - part.packed_) & kGuards) == kGuards;
  }
  /// Requires contains(part).
  [[nodiscard]] constexpr Dice without(Dice part) const {
    return of_packed(packed_ - part.packed_);
  }
  [[nodiscard]] constexpr Dice with(Dice more) const { return of_packed(packed_ + more.packed_); }
  /// Returns the counts, four bits a face and face 0 lowest. It identifies the multiset.
  [[nodiscard]] constexpr std::uint32_t packed() const { return packed_; }

  friend constexpr bool operator==(Dice, Dice) = default;

 private:
  std::uint32_t packed_ = 0;
};

/// Returns whether these are six dice of one face.
[[nodiscard]] constexpr bool is_six_alike(Dice dice) {
  for (int face = 0; face < kFaces; ++face) {
    if (dice.count(face) == kMaxDice) return true;
  }
  return false;
}

/// Compares the written forms by face, a prefix first: 1 < 11 < 115 < 15 < 5.
[[nodiscard]] std::strong_ordering compare_written(Dice a, Dice b);

/// Returns the dice by rising face, as in "11555".
[[nodiscard]] std::string to_string(Dice dice, std::string_view faces);

/// Returns the dice of a text, which may be in any order; nothing if a character is no face or
/// there are more than kMaxDice.
[[nodiscard]] std::optional<Dice> parse_dice(std::string_view text, std::string_view faces);

/// Returns in how many of the 6^size ordered throws of `dice.size()` dice exactly `dice` fall.
[[nodiscard]] int ways(Dice dice);

}  // namespace danno::rules
