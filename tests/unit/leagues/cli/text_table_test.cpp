#include "leagues/cli/text_table.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::cli {
namespace {

TEST(TextTable, LinesUpByCodePointsAndLeavesNoBlankAtTheEnd) {
  EXPECT_EQ(text_table("lrl", {{"name", "points", ""}, {"zoë", "3.5", "in"}, {"ann", "12", ""}}),
            "name  points\nzoë      3.5  in\nann       12\n");
}

TEST(TextTable, LosesTheNamedColumnsInTheirOrderUntilItFits) {
  std::string columns = "lrr";
  Rows rows{{"name", "deals", "score"}, {"ann", "200", "51 %"}};
  EXPECT_EQ(table_width(rows), 18U);
  EXPECT_TRUE(fit_table(columns, rows, {"score", "deals"}, 18).empty());
  EXPECT_EQ(fit_table(columns, rows, {"score", "deals"}, 17), (std::vector<std::string>{"score"}));
  EXPECT_EQ(text_table(columns, rows), "name  deals\nann     200\n");
}

TEST(TextTable, HasTheNamedColumnsBelowTheirRowsUntilItFits) {
  const Rows rows{{"name", "deals", "score"}, {"ann", "200", "51 %"}, {"bob", "", "9 %"}};
  const std::string whole = text_table("lrr", rows);
  EXPECT_EQ(folded_table("lrr", rows, {"score", "deals"}, std::nullopt), whole);
  EXPECT_EQ(folded_table("lrr", rows, {"score", "deals"}, 18), whole);
  EXPECT_EQ(folded_table("lrr", rows, {"score", "deals"}, 17),
            "name  deals\nann     200\n        score 51 %\nbob\n        score 9 %\n");
  EXPECT_EQ(folded_table("lrr", rows, {"score", "deals"}, 10),
            "name\nann\n        score 51 %, deals 200\nbob\n        score 9 %\n");
}

}  // namespace
}  // namespace danno::leagues::cli
