// Text in columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace danno::leagues::base {

/// Returns the columns that a terminal needs for UTF-8 text: two for an East Asian wide character
/// or an emoji, none for a colour such as "\x1b[1m", one for any other code point.
[[nodiscard]] std::size_t width(std::string_view text);

/// Returns `text`, or its beginning and "…" if it is wider than `columns`.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t columns);

/// Wraps words into lines of at most `columns`. Every line but the first begins with `indent`
/// blanks, which count; a longer word has a line of its own. There is no newline at the end.
[[nodiscard]] std::string wrap(std::string_view words, std::size_t columns, std::size_t indent);

/// Wraps every line of a text into lines of at most `columns`; only a longer word exceeds them.
/// Further lines begin below the last column of text that begins in the left half, or else two
/// blanks further right than the first.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t columns);

}  // namespace danno::leagues::base
