#include "leagues/words/columns.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::words {
namespace {

TEST(Wrap, KeepsWordsWholeAndCountsCodePoints) {
  EXPECT_EQ(wrap("one two three", 80, 4), "one two three");
  EXPECT_EQ(wrap("ä… two three", 11, 4), "ä… two\n    three");
  EXPECT_EQ(wrap("a longer-than-the-line b", 8, 2), "a\n  longer-than-the-line\n  b");
  EXPECT_EQ(wrap("", 8, 2), "");
}

TEST(Shorten, CutsAtACodePointAndSaysSo) {
  EXPECT_EQ(shorten("zoë", 3), "zoë");
  EXPECT_EQ(shorten("zoë-the-second", 4), "zoë…");
  EXPECT_EQ(width(shorten("zoë-the-second", 9)), 9U);
}

TEST(Width, IsTwoOfAWideCharacter) {
  EXPECT_EQ(width("zoë"), 3U);
  EXPECT_EQ(width("日本語 🤖"), 9U);
  EXPECT_EQ(shorten("日本語", 6), "日本語");
  EXPECT_EQ(shorten("日本語", 5), "日本…");
  EXPECT_EQ(shorten("日本語", 4), "日…");
}

}  // namespace
}  // namespace danno::leagues::words
