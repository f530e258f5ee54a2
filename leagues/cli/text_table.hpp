// Plain-text tables with aligned columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/report/league_tables.hpp"

namespace danno::leagues::cli {

/// The cells by row. Rows must have equal length; the first may be a heading. A cell is UTF-8; a
/// code point is one column wide.
using Rows = std::vector<std::vector<std::string>>;

/// Returns the width that text_table() gives each column.
[[nodiscard]] std::vector<std::size_t> column_widths(const Rows& rows);

/// Returns a table. `columns` has 'l' for a column that is aligned left and 'r' for one aligned
/// right. Columns are separated by two blanks, and lines do not end in blanks.
[[nodiscard]] std::string text_table(std::string_view columns, const Rows& rows);

/// Returns the headings and the cells, with words of bots escaped.
[[nodiscard]] Rows escaped_rows(const report::TableCells& cells);
/// Returns the table, without the optional columns that do not fit into `width`.
[[nodiscard]] std::string text_table(const report::TableCells& cells,
                                     std::optional<std::size_t> width = {});

/// Takes columns out of a table until it is at most `width` wide, in the order of these headings;
/// returns which. What is left may still be wider.
std::vector<std::string> fit_table(std::string& columns, Rows& rows,
                                   const std::vector<std::string>& optional_columns,
                                   std::size_t width);

/// Returns the table. Where it is wider than `width`, as many columns of `below` as needed have a
/// line of their own below the others of their row.
[[nodiscard]] std::string folded_table(std::string columns, Rows rows,
                                       const std::vector<std::string>& below,
                                       std::optional<std::size_t> width);

/// Returns the width of the lines of text_table().
[[nodiscard]] std::size_t table_width(const Rows& rows);

}  // namespace danno::leagues::cli
