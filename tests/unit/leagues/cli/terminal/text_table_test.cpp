#include "leagues/cli/terminal/text_table.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::cli::terminal {
namespace {

TEST(TextTable, LinesUpByCodePointsAndLeavesNoBlankAtTheEnd) {
  EXPECT_EQ(text_table({Align::Left, Align::Right, Align::Left},
                       {{"name", "points", ""}, {"zoë", "3.5", "in"}, {"ann", "12", ""}}),
            "name  points\nzoë      3.5  in\nann       12\n");
}

}  // namespace
}  // namespace danno::leagues::cli::terminal
