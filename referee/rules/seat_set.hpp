// A set of the seats of a game, in one byte.
#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <initializer_list>

namespace danno::rules {

/// A set of numbers from 0 to 7. Sets of different things (seats, agents) have different types and
/// never mix: `Of` only distinguishes them.
template <class Of>
class SmallSet {
 public:
  constexpr SmallSet() = default;
  constexpr SmallSet(std::initializer_list<int> members) {
    for (const int member : members)
      add(member);
  }
  /// Returns the set with these bits, as files and messages hold it: bit i is set if i is a member.
  /// Bits above the seventh are ignored.
  [[nodiscard]] static constexpr SmallSet from_bits(std::uint64_t bits) {
    SmallSet set;
    set.bits_ = static_cast<std::uint8_t>(bits);
    return set;
  }
  [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }

  [[nodiscard]] constexpr bool has(std::integral auto member) const {
    return ((bits_ >> member) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }

  constexpr void add(std::integral auto member) {
    bits_ = static_cast<std::uint8_t>(bits_ | (1U << member));
  }
  constexpr void remove(std::integral auto member) {
    bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << member));
  }
  constexpr SmallSet& operator|=(SmallSet other) {
    bits_ = static_cast<std::uint8_t>(bits_ | other.bits_);
    return *this;
  }
  friend constexpr auto operator<=>(SmallSet, SmallSet) = default;

 private:
  std::uint8_t bits_ = 0;
};

using SeatSet = SmallSet<struct Seat>;

}  // namespace danno::rules
