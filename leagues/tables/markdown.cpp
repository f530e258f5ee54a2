#include "leagues/tables/markdown.hpp"

#include <fmt/format.h>

#include "leagues/words/escape.hpp"

namespace danno::leagues::tables {
namespace {

void add_row(std::string& text, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells)
    text += fmt::format("| {} ", words::escape_markdown(cell));
  text += "|\n";
}

}  // namespace

void add_markdown_table(std::string& text, const plan::TableCells& cells, std::size_t name_column,
                        const std::vector<plan::Note>& notes) {
  add_row(text, cells.headings);
  for (std::size_t i = 0; i < cells.headings.size(); ++i)
    text += i == name_column || i + 1 == cells.headings.size() ? "| --- " : "| ---: ";
  text += "|\n";
  for (const auto& row : cells.rows)
    add_row(text, row);
  if (!notes.empty()) text += "\n";
  for (const plan::Note& note : notes)
    text += "- " + words::escape_markdown(note.text) + "\n";
}

}  // namespace danno::leagues::tables
