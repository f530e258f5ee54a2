#include "referee/rules/seat_set.hpp"

#include <gmock/gmock.h>

#include <concepts>

namespace danno::rules {
namespace {

TEST(SeatSet, HoldsWhatWasAddedAndNotRemoved) {
  SeatSet seats{0, 7};
  seats.add(3);
  seats.remove(0);
  for (int seat = 0; seat < 8; ++seat)
    EXPECT_EQ(seats.has(seat), seat == 3 || seat == 7) << seat;
  EXPECT_EQ(seats.size(), 2);
  EXPECT_FALSE(seats.empty());
  EXPECT_TRUE(SeatSet().empty());
}

TEST(SeatSet, IsTheBitsOfFilesAndMessages) {
  EXPECT_EQ((SeatSet{0, 2}).bits(), 0b101);
  for (unsigned bits = 0; bits < 256; ++bits)
    EXPECT_EQ(SeatSet::from_bits(bits).bits(), bits);
}

TEST(SeatSet, JoinsAnother) {
  SeatSet seats{1};
  seats |= SeatSet{1, 4};
  EXPECT_EQ(seats, (SeatSet{1, 4}));
}

TEST(SeatSet, NeverMixesWithSetsOfAnotherKind) {
  using OtherSet = SmallSet<struct Other>;
  static_assert(!std::equality_comparable_with<SeatSet, OtherSet>);
  static_assert(!std::assignable_from<SeatSet&, OtherSet>);
  static_assert(!std::convertible_to<unsigned, SeatSet>);
}

}  // namespace
}  // namespace danno::rules
