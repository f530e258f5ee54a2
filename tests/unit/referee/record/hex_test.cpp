#include "referee/record/sha256.hpp"

#include <gtest/gtest.h>

namespace danno::referee::record {
namespace {

TEST(Hex, IsReadBackAndNothingElseIs) {
  const std::string bytes("\x00\x0f\xa9\xff", 4);
  EXPECT_EQ(to_hex(bytes), "000fa9ff");
  EXPECT_EQ(from_hex("000fa9ff"), bytes);
  EXPECT_EQ(from_hex(""), "");
  for (const char* const text : {"0", "0F", "0g", " 0", "000"})
    EXPECT_EQ(from_hex(text), std::nullopt) << text;
}

// FIPS 180-4's example, in one piece and in two; the base64 is openssl's.
TEST(Sha256, IsThatOfThePiecesTogether) {
  const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(sha256_hex("abc"), abc);
  Sha256 hash;
  hash.add("a");
  hash.add("bc");
  EXPECT_EQ(to_hex(hash.finish()), abc);
  EXPECT_EQ(sha256_base64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

}  // namespace
}  // namespace danno::referee::record
