#include "leagues/cli/print.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace danno::leagues::cli {
namespace {

TEST(Color, IsSaidByTheFlagThenByTheEnvironment) {
  std::FILE* const file = std::tmpfile();
  const auto bold = [&] { return styled("x", Style::Bold, file); };
  ::unsetenv("NO_COLOR");
  EXPECT_EQ(bold(), "x");  // no terminal
  ::setenv("CLICOLOR_FORCE", "1", 1);
  EXPECT_EQ(bold(), "\x1b[1mx\x1b[0m");
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(bold(), "x");
  set_color(Color::Always);
  EXPECT_EQ(bold(), "\x1b[1mx\x1b[0m");
  set_color(Color::Never);
  ::unsetenv("NO_COLOR");
  EXPECT_EQ(bold(), "x");
  std::fclose(file);
}

}  // namespace
}  // namespace danno::leagues::cli
