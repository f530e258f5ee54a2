#include "leagues/text/columns.hpp"

#include <algorithm>

namespace danno::leagues::text {

std::size_t width(std::string_view text) {
  const auto starts_a_code_point = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  };
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_a_code_point));
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

}  // namespace danno::leagues::text
