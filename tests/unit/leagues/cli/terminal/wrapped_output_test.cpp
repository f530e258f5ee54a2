#include "leagues/cli/terminal/wrapped_output.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::cli::terminal {
namespace {

TEST(WrapLine, LeavesWhatFits) {
  EXPECT_EQ(wrap_line("", 10), "");
  EXPECT_EQ(wrap_line("ten  ten ±", 10), "ten  ten ±");
  EXPECT_EQ(wrap_line("\x1b[1mbold words\x1b[0m", 10), "\x1b[1mbold words\x1b[0m");
}

TEST(WrapLine, BreaksAtWordsAndIndents) {
  EXPECT_EQ(wrap_line("some words of a line", 10), "some words\n  of a\n  line");
  EXPECT_EQ(wrap_line("  ten ten ten ten", 11), "  ten ten\n    ten ten");
  EXPECT_EQ(wrap_line("a_word_that_is_too_long so", 10), "a_word_that_is_too_long\n  so");
}

TEST(WrapLine, GoesOnBelowTheLastColumnOfTheLeftHalf) {
  EXPECT_EQ(wrap_line("ok    this is   what it says", 20), "ok    this is   what\n      it says");
  EXPECT_EQ(wrap_line("too wide a name  text here", 20), "too wide a name\n  text here");
}

TEST(WrapLine, LeavesWhatIsToBeCopiedOrIsDrawn) {
  for (const char* const line :
       {"next    danno match a b", "        danno replay game", "        /usr/bin/danno replay it",
        "again   danno repeat x y", "{\"a\": 1, \"b\": 2}", "[1, 2, 3, 4, 5]",
        "time=12:00 event=run x=1", "12 of 100\r13 of 100", "\x1b[2K\x1b[1Adrawn again"})
    EXPECT_EQ(wrap_line(line, 10), line);
}

}  // namespace
}  // namespace danno::leagues::cli::terminal
