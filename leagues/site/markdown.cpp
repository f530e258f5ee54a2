#include "leagues/site/markdown.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace danno::leagues::site {
namespace {

/// Entities that base::escape_markdown() writes.
constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

/// Returns the text that was escaped. Other entities stay as they are.
std::string unescape(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    if (text.starts_with("&#")) {
      unsigned code = 0;
      const char* const end = text.data() + text.size();
      const auto [next, error] = std::from_chars(text.data() + 2, end, code);
      if (error == std::errc() && code >= ' ' && code < 0x7f && next != end && *next == ';') {
        plain += static_cast<char>(code);
        text.remove_prefix(static_cast<std::size_t>(next - text.data()) + 1);
        continue;
      }
    }
    const auto entity = std::ranges::find_if(
        kEntities, [&](const auto& known) { return text.starts_with(known.first); });
    plain += entity == kEntities.end() ? text.front() : entity->second;
    text.remove_prefix(entity == kEntities.end() ? 1 : entity->first.size());
  }
  return plain;
}

/// Splits a row of a table at its bars; a bar of a word is escaped.
std::vector<std::string_view> split_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  line.remove_prefix(1);
  while (!line.empty()) {
    const std::size_t bar = line.find('|');
    std::string_view cell = line.substr(0, bar);
    const std::size_t begin = std::min(cell.find_first_not_of(' '), cell.size());
    cell.remove_prefix(begin);
    cell = cell.substr(0, cell.find_last_not_of(' ') + 1);
    cells.push_back(cell);
    line.remove_prefix(bar == line.npos ? line.size() : bar + 1);
  }
  return cells;
}

constexpr std::string_view kIndent = "    ";

class MarkdownReader {
 public:
  MarkdownReader(Element parent, std::string_view markdown, const MarkdownOptions& options)
      : parent_(parent), options_(options), heading_(options.heading) {
    while (!markdown.empty()) {
      const std::size_t end = std::min(markdown.find('\n'), markdown.size());
      lines_.push_back(markdown.substr(0, end));
      markdown.remove_prefix(std::min(end + 1, markdown.size()));
    }
  }

  void read() {
    while (at_ < lines_.size()) {
      const std::string_view line = lines_[at_];
      if (line.empty())
        ++at_;
      else if (line.starts_with('#'))
        add_heading();
      else if (line.starts_with('|'))
        add_table();
      else if (line.starts_with("- "))
        add_list();
      else if (line.starts_with(kIndent))
        add_code(parent_, kIndent);
      else
        add_paragraph();
    }
  }

 private:
  [[nodiscard]] bool is_at(std::string_view begin) const {
    return at_ < lines_.size() && lines_[at_].starts_with(begin);
  }

  void add_heading() {
    std::string_view line = lines_[at_++];
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    line.remove_prefix(std::min(level + 1, line.size()));
    constexpr std::array<const char*, 4> kTags{"h1", "h2", "h3", "h4"};
    heading_ = unescape(line);
    const std::size_t depth = level + static_cast<std::size_t>(options_.level) - 2;
    add_words(parent_.add(kTags.at(std::min<std::size_t>(depth, 3))), line);
  }

  /// Adds a table; its second line has the alignments.
  void add_table() {
    Element table = add_box(parent_, heading_).add("table", "narrow");
    const auto heads = split_cells(lines_[at_++]);
    std::vector<std::string_view> marks;
    if (is_at("|")) marks = split_cells(lines_[at_++]);
    const auto classes = [&](std::size_t column) {
      return column < marks.size() && marks[column].ends_with(':') ? "n" : "";
    };
    Element head = table.add("thead").add("tr");
    for (std::size_t column = 0; column < heads.size(); ++column)
      add_words(head.add("th", classes(column)).set("scope", "col"), heads[column]);
    Element body = table.add("tbody");
    while (is_at("|")) {
      const auto cells = split_cells(lines_[at_++]);
      Element row = body.add("tr");
      for (std::size_t column = 0; column < cells.size(); ++column) {
        Element cell = row.add("td", classes(column));
        const std::string path = column == 0 ? options_.link(unescape(cells[column])) : "";
        add_words(path.empty() ? cell : cell.add("a").link(path), cells[column]);
      }
    }
  }

  void add_list() {
    Element list = parent_.add("ul");
    while (is_at("- ")) {
      Element item = list.add("li");
      add_words(item, lines_[at_++].substr(2));
      // Lines that belong to an item are indented, after an empty line.
      while (at_ < lines_.size() && (lines_[at_].empty() || lines_[at_].starts_with("  "))) {
        if (lines_[at_].empty()) {
          ++at_;
        } else if (is_at("      ")) {
          add_code(item, "      ");
        } else {
          add_words(item.add("p"), lines_[at_++].substr(2));
        }
      }
    }
  }

  void add_code(Element parent, std::string_view indent) {
    Element code = parent.add("pre", "wrapped");
    while (is_at(indent))
      code.add("span").bot(lines_[at_++].substr(indent.size()));
  }

  void add_paragraph() {
    Element paragraph = parent_.add("p");
    bool is_first = true;
    while (at_ < lines_.size() && !lines_[at_].empty() && !is_at("|") && !is_at("- ")) {
      if (!std::exchange(is_first, false)) paragraph.text(" ");
      add_words(paragraph, lines_[at_++]);
    }
  }

  /// Adds words with code between backquotes.
  void add_words(Element parent, std::string_view words) const {
    while (!words.empty()) {
      const std::size_t begin = std::min(words.find('`'), words.size());
      const std::size_t end = words.find('`', begin + 1);
      if (end == words.npos) {
        parent.bot(unescape(words));
        return;
      }
      if (begin > 0) parent.bot(unescape(words.substr(0, begin)));
      const std::string_view code = words.substr(begin + 1, end - begin - 1);
      const std::string path = options_.link(code);
      (path.empty() ? parent : parent.add("a").link(path)).add("code").bot(code);
      words.remove_prefix(end + 1);
    }
  }

  Element parent_;
  const MarkdownOptions& options_;
  std::string heading_;  ///< The last one, by which people who cannot see it find a table.
  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
};

}  // namespace

void add_markdown(Element parent, std::string_view markdown, const MarkdownOptions& options) {
  MarkdownReader(parent, markdown, options).read();
}

}  // namespace danno::leagues::site
