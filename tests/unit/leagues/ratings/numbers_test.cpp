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

}  // namespace
}  // namespace danno::leagues::ratings
