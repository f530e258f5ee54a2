#include "leagues/base/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace danno::leagues::base {
namespace {

TEST(Number, IsAllOfTheTextInDecimalDigits) {
  for (const std::string text :
       {"",  " 5",  "5 ", "0x10", "1,5", "1_000", "inf",      "-inf",  "nan", "1e400", "-",
        "+", "+-5", "5e", "e5",   "1e+", "1\n2",  "infinity", "0x1p3", "--5", "5.5.5"}) {
    EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
    EXPECT_EQ(parse_whole<int>(text), std::nullopt) << text;
  }
  for (const std::string text : {"1e3", "5.", ".5", "1.0"})
    EXPECT_EQ(parse_whole<int>(text), std::nullopt) << text;
  EXPECT_EQ(parse_decimal(std::string("5\0", 2)), std::nullopt);
}

TEST(Number, HasARange) {
  EXPECT_EQ(parse_whole<int>("007"), 7);
  EXPECT_EQ(parse_whole<int>("+5"), 5);
  EXPECT_EQ(parse_whole<int>("-5", 0), std::nullopt);
  EXPECT_EQ(parse_whole<int>("10", 0, 9), std::nullopt);
  EXPECT_EQ(parse_whole<std::uint64_t>("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parse_whole<std::uint64_t>("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parse_whole<std::uint64_t>("-1"), std::nullopt);
  EXPECT_EQ(parse_decimal("-1.5e-2", -1, 1), -0.015);
  EXPECT_EQ(parse_decimal("1e30", 0, 1e15), std::nullopt);
  EXPECT_EQ(parse_decimal(".5"), 0.5);
  EXPECT_EQ(parse_decimal("1e-400"), 0);
  EXPECT_LT(*parse_decimal("1e-320"), 1e-300);
}

}  // namespace
}  // namespace danno::leagues::base
