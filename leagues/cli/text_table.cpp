#include "leagues/cli/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <sstream>
#include <utility>

#include "leagues/base/width.hpp"
#include "leagues/cli/print.hpp"

namespace danno::leagues::cli {

using base::width;

namespace {

constexpr std::size_t kGap = 2;  // between columns

/// Takes a column out of the rows and adds its cells to the lines below them.
void fold_column(std::size_t column, Rows& rows, std::vector<std::string>& below) {
  const std::string heading = rows.front()[column];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string cell = std::exchange(rows[i][column], "");
    rows[i].erase(rows[i].begin() + static_cast<std::ptrdiff_t>(column));
    if (i > 0 && !cell.empty())
      below[i] += fmt::format("{}{} {}", below[i].empty() ? "        " : ", ", heading, cell);
  }
}

}  // namespace

std::vector<std::size_t> column_widths(const Rows& rows) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows.front().size());
  for (const auto& row : rows) {
    assert(row.size() == widths.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], width(row[i]));
  }
  return widths;
}

std::string text_table(std::string_view columns, const Rows& rows) {
  const std::vector<std::size_t> widths = column_widths(rows);
  std::string text;
  for (const auto& row : rows) {
    assert(columns.size() == row.size());
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width(row[i]), ' ');
      if (i > 0) line.append(kGap, ' ');
      line += columns[i] == 'l' ? row[i] + padding : padding + row[i];
    }
    // Padding of the last column would be blanks at the end of the line.
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

Rows escaped_rows(const report::TableCells& cells) {
  Rows rows{cells.headings};
  for (const std::vector<std::string>& row : cells.rows)
    rows.push_back(escaped(row));
  return rows;
}

std::string text_table(const report::TableCells& cells, std::optional<std::size_t> width) {
  std::string columns = cells.align;
  Rows rows = escaped_rows(cells);
  if (width) fit_table(columns, rows, cells.optional_columns, *width);
  return text_table(columns, rows);
}

std::size_t table_width(const Rows& rows) {
  std::size_t total = 0;
  for (const std::size_t width : column_widths(rows))
    total += (total == 0 ? 0 : kGap) + width;
  return total;
}

std::string folded_table(std::string columns, Rows rows, const std::vector<std::string>& below,
                         std::optional<std::size_t> width) {
  std::vector<std::string> folded(rows.size());
  for (const std::string& heading : below) {
    if (!width || table_width(rows) <= *width) break;
    const auto column = std::ranges::find(rows.front(), heading) - rows.front().begin();
    columns.erase(columns.begin() + column);
    fold_column(static_cast<std::size_t>(column), rows, folded);
  }
  std::istringstream table(text_table(columns, rows));
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string line;
    std::getline(table, line);
    text += line + "\n" + (folded[i].empty() ? "" : folded[i] + "\n");
  }
  return text;
}

std::vector<std::string> fit_table(std::string& columns, Rows& rows,
                                   const std::vector<std::string>& optional_columns,
                                   std::size_t width) {
  std::vector<std::string> taken;
  for (const std::string& heading : optional_columns) {
    if (table_width(rows) <= width) break;
    const auto place = std::ranges::find(rows.front(), heading) - rows.front().begin();
    columns.erase(columns.begin() + place);
    for (auto& row : rows)
      row.erase(row.begin() + place);
    taken.push_back(heading);
  }
  return taken;
}

}  // namespace danno::leagues::cli
