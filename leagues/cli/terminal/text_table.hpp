// Plain tables whose columns line up.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace danno::leagues::cli::terminal {

enum class Align { Left, Right };

/// How wide text_table() makes each column.
[[nodiscard]] std::vector<std::size_t> column_widths(
    const std::vector<std::vector<std::string>>& rows);

/// Rows of equal length (the first may be a heading), two blanks between columns, no blank at the
/// end of a line. A cell is UTF-8; a code point is one column wide.
[[nodiscard]] std::string text_table(const std::vector<Align>& columns,
                                     const std::vector<std::vector<std::string>>& rows);

}  // namespace danno::leagues::cli::terminal
