// Plain-text tables with aligned columns.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace danno::leagues::cli::terminal {

enum class Align { Left, Right };

/// Returns the width that text_table() gives each column.
[[nodiscard]] std::vector<std::size_t> column_widths(
    const std::vector<std::vector<std::string>>& rows);

/// Returns a table. Rows must have equal length; the first may be a heading. Columns are separated
/// by two blanks, and lines do not end in blanks. A cell is UTF-8; a code point is one column wide.
[[nodiscard]] std::string text_table(const std::vector<Align>& columns,
                                     const std::vector<std::vector<std::string>>& rows);

/// Takes columns out of a table until it is at most `width` wide, in the order of these headings;
/// returns which. What is left may still be wider.
std::vector<std::string> fit_table(std::vector<Align>& columns,
                                   std::vector<std::vector<std::string>>& rows,
                                   const std::vector<std::string>& spared, std::size_t width);

/// Returns the width of the lines of text_table().
[[nodiscard]] std::size_t table_width(const std::vector<std::vector<std::string>>& rows);

}  // namespace danno::leagues::cli::terminal
