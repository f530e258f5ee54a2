#include "leagues/report/columns.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "leagues/base/count.hpp"

namespace danno::leagues::report {
namespace {

OutputTable two_rows() {
  OutputTable table;
  for (const double score : {0.5, 0.6250004}) {
    const bool first = score == 0.5;
    table.rows.emplace_back();
    table.add({.key = "name", .heading = "agent", .is_text = true}, first ? "=ada" : "b|b");
    table.add({.json = "hash"}, "c0ffee");
    table.add({.csv = "points"}, first ? "-5" : "7");
    table.add({.key = "score", .heading = "score", .digits = 3, .show = base::format_chance},
              score);
    table.add({.key = "los", .heading = "LOS", .is_optional = true},
              first ? base::Json() : base::Json(1));
    table.add({.heading = "decided", .is_optional = true}, nullptr);
  }
  return table;
}

TEST(Columns, AppearInTheOutputsInWhichTheyHaveAName) {
  const auto tenths = [](double value) { return std::round(value * 10) / 10; };
  EXPECT_EQ(base::dump(to_json(two_rows(), tenths)),
            R"([{"name":"=ada","hash":"c0ffee","score":0.5},)"
            R"({"name":"b|b","hash":"c0ffee","score":0.6,"los":1}])");
  EXPECT_EQ(to_csv(two_rows(), "\n"), "name,points,score,los\n'=ada,-5,0.500,\nb|b,7,0.625,1\n");
  const TableCells cells = to_cells(two_rows());
  EXPECT_EQ(cells.headings, (std::vector<std::string>{"agent", "score", "LOS"}));
  EXPECT_EQ(cells.rows[0], (std::vector<std::string>{"=ada", "50.0 %", "-"}));
  EXPECT_EQ(cells.align, "lrr");
}

TEST(Columns, AreEscapedInMarkdown) {
  EXPECT_EQ(to_markdown({{"agent"}, {{"b|b"}}, {}, "l"}), "| agent |\n| --- |\n| b&#124;b |\n");
}

}  // namespace
}  // namespace danno::leagues::report
