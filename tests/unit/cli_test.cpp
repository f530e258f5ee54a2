#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/text/suggest.hpp"

namespace danno {
namespace {

TEST(Closest, IsTheWordThatWasProbablyMeant) {
  const std::vector<std::string> words{"--deals", "--seed", "--shards"};
  EXPECT_EQ(leagues::text::closest("--dels", words), "--deals");
  EXPECT_EQ(leagues::text::closest("--deasl", words), "--deals");
  EXPECT_EQ(leagues::text::closest("--shard", words), "--shards");
  EXPECT_EQ(leagues::text::closest("--frobnicate", words), std::nullopt);
  EXPECT_EQ(leagues::text::closest("x", {}), std::nullopt);
}

TEST(TextTable, LinesUpByCodePointsAndLeavesNoBlankAtTheEnd) {
  EXPECT_EQ(leagues::cli::terminal::text_table(
                {leagues::cli::terminal::Align::Left, leagues::cli::terminal::Align::Right,
                 leagues::cli::terminal::Align::Left},
                {{"name", "points", ""}, {"zoë", "3.5", "in"}, {"ann", "12", ""}}),
            "name  points\nzoë      3.5  in\nann       12\n");
}

}  // namespace
}  // namespace danno
