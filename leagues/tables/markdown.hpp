// Writes a table as Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leagues/plan/shown.hpp"

namespace danno::leagues::tables {

/// Appends the table, and its notes as a list below it. The column of names and the last one are
/// text, the others are figures. Cells and notes are escaped.
void add_markdown_table(std::string& text, const plan::TableCells& cells, std::size_t name_column,
                        const std::vector<plan::Note>& notes);

}  // namespace danno::leagues::tables
