#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "leagues/cli/flags/job_cores.hpp"
#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/text/columns.hpp"
#include "leagues/text/suggest.hpp"

namespace danno::leagues {
namespace {

TEST(Closest, IsTheWordThatWasProbablyMeant) {
  const std::vector<std::string> words{"--deals", "--seed", "--shards"};
  EXPECT_EQ(text::closest("--dels", words), "--deals");
  EXPECT_EQ(text::closest("--deasl", words), "--deals");
  EXPECT_EQ(text::closest("--shard", words), "--shards");
  EXPECT_EQ(text::closest("--frobnicate", words), std::nullopt);
  EXPECT_EQ(text::closest("x", {}), std::nullopt);
}

TEST(Wrap, KeepsWordsWholeAndCountsCodePoints) {
  EXPECT_EQ(text::wrap("one two three", 80, 4), "one two three");
  EXPECT_EQ(text::wrap("ä… two three", 11, 4), "ä… two\n    three");
  EXPECT_EQ(text::wrap("a longer-than-the-line b", 8, 2), "a\n  longer-than-the-line\n  b");
  EXPECT_EQ(text::wrap("", 8, 2), "");
}

TEST(Shorten, CutsAtACodePointAndSaysSo) {
  EXPECT_EQ(text::shorten("zoë", 3), "zoë");
  EXPECT_EQ(text::shorten("zoë-the-second", 4), "zoë…");
  EXPECT_EQ(text::width(text::shorten("zoë-the-second", 9)), 9U);
}

TEST(Color, IsSaidByTheFlagThenByTheEnvironment) {
  using cli::terminal::Color;
  std::FILE* const file = std::tmpfile();
  const auto bold = [&] { return cli::terminal::styled("x", cli::terminal::Style::Bold, file); };
  ::unsetenv("NO_COLOR");
  EXPECT_EQ(bold(), "x");  // no terminal
  ::setenv("CLICOLOR_FORCE", "1", 1);
  EXPECT_EQ(bold(), "\x1b[1mx\x1b[0m");
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(bold(), "x");
  cli::terminal::set_color(Color::Always);
  EXPECT_EQ(bold(), "\x1b[1mx\x1b[0m");
  cli::terminal::set_color(Color::Never);
  ::unsetenv("NO_COLOR");
  EXPECT_EQ(bold(), "x");
  std::fclose(file);
}

TEST(JobCores, AreThoseOfTheTaskAtMostThoseThatAreThere) {
  const int usable = play::available_cores();
  for (const char* const name : {"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE", "NSLOTS", "NCPUS"})
    ::unsetenv(name);
  EXPECT_EQ(cli::flags::job_cores(), usable);
  ::setenv("SLURM_CPUS_ON_NODE", "100000", 1);
  EXPECT_EQ(cli::flags::job_cores(), usable);
  ::setenv("SLURM_CPUS_PER_TASK", "1", 1);
  EXPECT_EQ(cli::flags::job_cores(), 1);
  ::setenv("SLURM_CPUS_PER_TASK", "some", 1);
  EXPECT_EQ(cli::flags::job_cores(), usable);
  ::unsetenv("SLURM_CPUS_PER_TASK");
  ::unsetenv("SLURM_CPUS_ON_NODE");
}

TEST(TextTable, LinesUpByCodePointsAndLeavesNoBlankAtTheEnd) {
  EXPECT_EQ(
      cli::terminal::text_table(
          {cli::terminal::Align::Left, cli::terminal::Align::Right, cli::terminal::Align::Left},
          {{"name", "points", ""}, {"zoë", "3.5", "in"}, {"ann", "12", ""}}),
      "name  points\nzoë      3.5  in\nann       12\n");
}

}  // namespace
}  // namespace danno::leagues
