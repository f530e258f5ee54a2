#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/suggest.hpp"

namespace danno {
namespace {

TEST(Closest, IsTheWordThatWasProbablyMeant) {
  const std::vector<std::string> words{"--deals", "--seed", "--shards"};
  EXPECT_EQ(leagues::closest("--dels", words), "--deals");
  EXPECT_EQ(leagues::closest("--deasl", words), "--deals");
  EXPECT_EQ(leagues::closest("--shard", words), "--shards");
  EXPECT_EQ(leagues::closest("--frobnicate", words), std::nullopt);
  EXPECT_EQ(leagues::closest("x", {}), std::nullopt);
}

TEST(TextTable, LinesUpByCodePointsAndLeavesNoBlankAtTheEnd) {
  EXPECT_EQ(cli::text_table({cli::Align::Left, cli::Align::Right, cli::Align::Left},
                            {{"name", "points", ""}, {"zoë", "3.5", "in"}, {"ann", "12", ""}}),
            "name  points\nzoë      3.5  in\nann       12\n");
}

}  // namespace
}  // namespace danno
