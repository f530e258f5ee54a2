#include "leagues/base/width.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::base {
namespace {

TEST(Wrap, KeepsWordsWholeAndCountsCodePoints) {
  EXPECT_EQ(wrap("one two three", 80, 4), "one two three");
  EXPECT_EQ(wrap("ä… two three", 11, 4), "ä… two\n    three");
  EXPECT_EQ(wrap("a longer-than-the-line b", 8, 2), "a\n  longer-than-the-line\n  b");
  EXPECT_EQ(wrap("", 8, 2), "");
}

TEST(Wrap, LeavesLinesThatFit) {
  EXPECT_EQ(wrap("", 10), "");
  EXPECT_EQ(wrap("\nten  ten ±\n\n", 10), "\nten  ten ±\n\n");
  EXPECT_EQ(wrap("\x1b[1mbold words\x1b[0m", 10), "\x1b[1mbold words\x1b[0m");
}

TEST(Wrap, BreaksEveryLineAtWordsAndIndentsWhatFollows) {
  EXPECT_EQ(wrap("some words of a line\nfits", 10), "some words\n  of a\n  line\nfits");
  EXPECT_EQ(wrap("  ten ten ten ten\n", 11), "  ten ten\n    ten ten\n");
  EXPECT_EQ(wrap("a_word_that_is_too_long so", 10), "a_word_that_is_too_long\n  so");
}

TEST(Wrap, GoesOnBelowTheLastColumnOfTheLeftHalf) {
  EXPECT_EQ(wrap("ok    this is   what it says", 20), "ok    this is   what\n      it says");
  EXPECT_EQ(wrap("too wide a name  text here", 20), "too wide a name\n  text here");
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
}  // namespace danno::leagues::base
