// The digests are those that docs/league-db.md describes, so that other programs can compute them.
#include "leagues/store/digester.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::store {
namespace {

std::string digest(const std::string& bytes) {
  Digester digester;
  digester.add(bytes);
  return digester.hex();
}

TEST(Digesters, ComputeBlake2b) {
  // Python says so: hashlib.blake2b(b"abc", digest_size=32).hexdigest()
  EXPECT_EQ(digest("abc"), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  EXPECT_EQ(digest(""), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
}

TEST(Digesters, DoNotSeeHowTheirBytesWereCut) {
  for (const std::size_t size : {1U, 7U, 4095U, 4096U, 4097U, 9000U}) {
    Digester pieces;
    for (std::size_t at = 0; at < 10'000; at += size)
      pieces.add(std::string(std::min(size, 10'000 - at), 'x'));
    EXPECT_EQ(pieces.hex(), digest(std::string(10'000, 'x'))) << size;
  }
}

TEST(Digesters, WriteValuesBehindTheirLengths) {
  Digester digester;
  digester.add_value("abc");
  digester.add_value("");
  digester.add_value(std::nullopt);
  digester.end_row();
  EXPECT_EQ(digester.hex(), digest("3:abc,0:,-,\n"));
}

TEST(RowDigesters, MarkRowsByTheirKeysAndEveryOtherValue) {
  RowDigester digester(2);
  digester.add_number(17);
  digester.add_value("k");
  digester.add_value("");
  digester.add_value("a");
  digester.end_row();
  digester.add_number(-1);
  digester.add_value(std::nullopt);
  digester.add_value(std::nullopt);
  digester.end_row();
  // FNV-1a of nothing is 0x811c9dc5, and 0x811c ^ 0x9dc5 = 0x1cd9; that of "a" is 0xe40c292c, and
  // 0xe40c ^ 0x292c = 0xcd20.
  EXPECT_EQ(digester.take_marks(), "17/k 1cd9cd20\n-1/ 1cd9\n");
  EXPECT_EQ(digester.hex(), digest("2:17,1:k,0:,1:a,\n2:-1,-,-,\n"));
}

TEST(RowDigesters, HaveNoKeysWhereThereIsOneRow) {
  RowDigester digester(0);
  digester.add_value("a");
  digester.end_row();
  EXPECT_EQ(digester.take_marks(), " cd20\n");
}

}  // namespace
}  // namespace danno::leagues::store
