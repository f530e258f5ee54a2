#include "leagues/cli/show_table.hpp"

#include <fmt/format.h>

#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {

void show_table(const leagues::LeagueTable& table) {
  for (const leagues::DivisionTable& division : table.divisions) {
    fmt::print("\n{}\n\n",
               styled(fmt::format("{}: {}", table.name, division.rules), Style::Bold, stdout));
    leagues::TableCells cells = leagues::table_cells(division);
    std::vector<Align> columns(cells.headings.size(), Align::Right);
    columns[2] = columns.back() = Align::Left;
    std::vector<std::vector<std::string>> rows{cells.headings};
    for (auto& row : cells.rows) {
      row[2] = leagues::escape_terminal(row[2]);
      rows.push_back(row);
    }
    fmt::print("{}\n", text_table(columns, rows));
    for (const std::string& note : leagues::table_notes(division))
      fmt::print("{}\n", styled(leagues::escape_terminal(note), Style::Dim, stdout));
  }
}

}  // namespace danno::cli
