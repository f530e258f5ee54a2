// Shows what danno wrote as Markdown: letters and reports. It knows what they use: headings, lists,
// tables, paragraphs, indented lines and code. Every word becomes text of a tree (html.hpp), so
// whatever stands in the file, markup comes only from here.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "leagues/site/html.hpp"

namespace danno::leagues::site {

struct MarkdownOptions {
  int level = 1;                  ///< The level of the highest heading.
  std::string heading = "Table";  ///< The name of a table that no heading precedes.
  /// Returns the relative path to which a word of code leads, or a cell of a table's first column;
  /// empty if it leads nowhere.
  std::function<std::string(std::string_view word)> link = [](std::string_view) {
    return std::string();
  };
};

void add_markdown(Element parent, std::string_view markdown, const MarkdownOptions& options);

}  // namespace danno::leagues::site
