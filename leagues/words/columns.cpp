#include "leagues/words/columns.hpp"

#include <algorithm>

namespace danno::leagues::words {

namespace {

bool starts_a_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_a_code_point));
}

std::string shorten(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  std::size_t end = 0;
  for (std::size_t taken = 0; end < text.size(); ++end) {
    if (starts_a_code_point(text[end]) && ++taken == columns) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string wrap(std::string_view words, std::size_t columns, std::size_t indent) {
  std::string text;
  std::size_t column = indent;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (!text.empty() && column + 1 + width(word) > columns) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!text.empty()) {
      text += ' ';
      ++column;
    }
    text += word;
    column += width(word);
  }
  return text;
}

}  // namespace danno::leagues::words
