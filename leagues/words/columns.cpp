#include "leagues/words/columns.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "leagues/words/code_point.hpp"

namespace danno::leagues::words {

namespace {

struct CodePointRange {
  std::uint32_t first, last;
};

/// Two columns each: East Asian wide characters (Unicode Standard Annex 11) and emoji.
constexpr std::array<CodePointRange, 13> kWide{{{0x1100, 0x115F},
                                                {0x2E80, 0x303E},
                                                {0x3041, 0xA4CF},
                                                {0xA960, 0xA97F},
                                                {0xAC00, 0xD7A3},
                                                {0xF900, 0xFAFF},
                                                {0xFE30, 0xFE6F},
                                                {0xFF00, 0xFF60},
                                                {0xFFE0, 0xFFE6},
                                                {0x1F300, 0x1F64F},
                                                {0x1F680, 0x1F6FF},
                                                {0x1F900, 0x1FAFF},
                                                {0x20000, 0x3FFFD}}};

bool starts_a_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// The columns of the code point that begins `text`; 0 within one.
std::size_t columns_of_first(std::string_view text) {
  if (!starts_a_code_point(text.front())) return 0;
  const std::uint32_t value = first_code_point(text).value;
  const auto holds = [&](const CodePointRange& range) {
    return range.first <= value && value <= range.last;
  };
  return std::ranges::any_of(kWide, holds) ? 2 : 1;
}

}  // namespace

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  for (; !text.empty(); text.remove_prefix(1))
    columns += columns_of_first(text);
  return columns;
}

std::string shorten(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  std::size_t end = 0;
  for (std::size_t taken = 0; end < text.size(); ++end) {
    taken += columns_of_first(text.substr(end));
    if (taken >= columns) break;
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
