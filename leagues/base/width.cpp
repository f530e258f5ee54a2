#include "leagues/base/width.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "leagues/base/escape.hpp"

namespace danno::leagues::base {

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

/// Returns the bytes of a colour, such as "\x1b[1m", that begins `text`; else 0.
std::size_t color_size(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  return std::min(text.find('m'), text.size() - 1) + 1;
}

/// Returns where the further lines of a line that is wrapped begin.
std::size_t hanging_indent(std::string_view line, std::size_t columns) {
  const std::size_t leading = std::min(line.find_first_not_of(' '), line.size());
  std::size_t indent = leading + 2;
  // Two blanks separate columns; further lines begin below the last column in the left half.
  for (std::size_t gap = line.find("  ", leading); gap != std::string_view::npos;
       gap = line.find("  ", gap)) {
    gap = line.find_first_not_of(' ', gap);
    if (gap == std::string_view::npos) break;
    const std::size_t column = width(line.substr(0, gap));
    if (column > columns / 2) break;
    indent = column;
  }
  return indent;
}

/// Wraps a line whose first word stands in `column`.
std::string wrap_from(std::size_t column, std::string_view line, std::size_t columns,
                      std::size_t indent) {
  std::string text;
  while (!line.empty()) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view word = line.substr(blanks, line.find(' ', blanks) - blanks);
    line.remove_prefix(blanks + word.size());
    // A word that is too long for any line is not broken.
    if (column > indent && column + blanks + width(word) > columns) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
    } else {
      text += std::string(blanks, ' ');
      column += blanks;
    }
    text += word;
    column += width(word);
  }
  return text;
}

}  // namespace

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::size_t color = color_size(text);
    if (color == 0) columns += columns_of_first(text);
    text.remove_prefix(std::max<std::size_t>(color, 1));
  }
  return columns;
}

std::string shorten(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  std::size_t end = 0;
  for (std::size_t taken = 0; end < text.size(); ++end) {
    // One column is left for the ellipsis.
    taken += columns_of_first(text.substr(end));
    if (taken >= columns) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string wrap(std::string_view words, std::size_t columns, std::size_t indent) {
  return wrap_from(indent, words, columns, indent);
}

std::string wrap(std::string_view text, std::size_t columns) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    result += width(line) <= columns ? std::string(line)
                                     : wrap_from(0, line, columns, hanging_indent(line, columns));
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace danno::leagues::base
