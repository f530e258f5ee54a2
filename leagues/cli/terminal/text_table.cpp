#include "leagues/cli/terminal/text_table.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "leagues/words/columns.hpp"

namespace danno::leagues::cli::terminal {

using words::width;

std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows.front().size());
  for (const auto& row : rows) {
    assert(row.size() == widths.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], width(row[i]));
  }
  return widths;
}

std::string text_table(const std::vector<Align>& columns,
                       const std::vector<std::vector<std::string>>& rows) {
  const std::vector<std::size_t> widths = column_widths(rows);
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width(row[i]), ' ');
      if (i > 0) line += "  ";
      line += columns[i] == Align::Left ? row[i] + padding : padding + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace danno::leagues::cli::terminal
