#include "leagues/ratings/numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace danno::leagues::ratings {
namespace {

TEST(Numbers, AreTheSameAgain) {
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{63},
                                    std::int64_t{64}, INT64_MAX, INT64_MIN}) {
    std::string bytes;
    put_signed(bytes, number);
    std::string_view rest = bytes;
    EXPECT_EQ(take_signed(rest), number);
    EXPECT_EQ(rest, "");
    EXPECT_EQ(take_signed(rest), std::nullopt);
  }
}

TEST(Numbers, AreWrittenInBase128) {
  std::string bytes;
  for (const std::uint64_t number : {0U, 127U, 128U, 300U})
    put_number(bytes, number);
  EXPECT_EQ(bytes, std::string("\x00\x7f\x80\x01\xac\x02", 6));
  bytes.clear();
  for (const std::int64_t number : {0, -1, 1, -2, 63, -64, 64})
    put_signed(bytes, number);
  EXPECT_EQ(bytes, std::string("\x00\x01\x02\x03\x7e\x7f\x80\x01", 8));
}

TEST(Numbers, MayBeWide) {
  const Int128 large = Int128{INT64_MAX} * INT64_MAX;
  for (const Int128 number : {Int128{0}, Int128{-1}, large, -large}) {
    std::string bytes;
    put_wide(bytes, number);
    std::string_view rest = bytes;
    EXPECT_TRUE(take_wide(rest) == number);
    EXPECT_EQ(rest, "");
    rest = std::string_view(bytes).substr(0, bytes.size() - 1);
    EXPECT_FALSE(take_wide(rest).has_value());
  }
}

TEST(Numbers, EndAtTheBitsOfTheirType) {
  // Nine bytes hold 63 bits, and the tenth the last one.
  const std::string nine(9, '\xff');
  for (const char* const tail : {"\x01", "\x81\x01"}) {
    const std::string bytes = nine + tail;
    std::string_view rest = bytes;
    const bool fits = bytes.size() == 10;
    EXPECT_EQ(take_number(rest), fits ? std::optional(UINT64_MAX) : std::nullopt);
    EXPECT_EQ(rest.size(), bytes.size() - 10);
  }
}

TEST(Pairs, AreNumberedInTheirOrder) {
  for (std::size_t size = 2; size < 6; ++size) {
    std::size_t pair = 0;
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = a + 1; b < size; ++b)
        EXPECT_EQ(pair_at(size, a, b), pair++);
    }
    EXPECT_EQ(pair_count(size), pair);
    std::size_t product = 0;
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b <= a; ++b)
        EXPECT_EQ(product_at(a, b), product++);
    }
  }
}

}  // namespace
}  // namespace danno::leagues::ratings
