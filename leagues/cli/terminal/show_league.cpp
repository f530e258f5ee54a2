#include "leagues/cli/terminal/show_league.hpp"

#include <fmt/format.h>

#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/text/escape.hpp"

namespace danno::leagues::cli::terminal {
namespace {

std::string text_of(const plan::TableCells& cells, const std::vector<Align>& columns) {
  std::vector<std::vector<std::string>> rows{cells.headings};
  for (auto row : cells.rows) {
    for (std::string& cell : row)
      cell = text::escape_terminal(cell);
    rows.push_back(std::move(row));
  }
  return text_table(columns, rows);
}

void show_sheet(const plan::Sheet& sheet) {
  std::vector<Align> columns(sheet.cells.headings.size(), Align::Right);
  columns[sheet.name_column] = columns.back() = Align::Left;
  fmt::print("\n{}\n\n{}", styled(sheet.title, Style::Bold, stdout), text_of(sheet.cells, columns));
  if (!sheet.notes.empty()) fmt::print("\n");
  for (const std::string& note : sheet.notes)
    fmt::print("{}\n", styled(text::escape_terminal(note), Style::Dim, stdout));
}

}  // namespace

void show(const plan::ShownTables& tables, const Invocation& invocation) {
  if (invocation.json) {
    fmt::print("{}", tables.json());
    return;
  }
  for (const plan::Sheet& sheet : tables.sheets)
    show_sheet(sheet);
}

void show(const plan::LeagueStatus& status, const Invocation& invocation) {
  if (invocation.json) {
    fmt::print("{}\n", status.json.dump());
    return;
  }
  fmt::print("{}\n", status.headline);
  if (!status.cells.headings.empty()) {
    std::vector<Align> columns(status.cells.headings.size(), Align::Right);
    columns.front() = Align::Left;
    fmt::print("\n{}", text_of(status.cells, columns));
  }
  for (const std::string& line : status.lines)
    fmt::print("{}\n", text::escape_terminal(line));
}

}  // namespace danno::leagues::cli::terminal
