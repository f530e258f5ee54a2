// Text in columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace danno::leagues::words {

/// Returns the columns that a terminal needs for UTF-8 text: two for an East Asian wide character
/// or an emoji, one for any other code point.
[[nodiscard]] std::size_t width(std::string_view text);

/// Returns `text`, or its beginning and "…" if it is wider than `columns`.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t columns);

/// Wraps words into lines of at most `columns`. Every line but the first begins with `indent`
/// blanks, which count; a longer word has a line of its own. There is no newline at the end.
[[nodiscard]] std::string wrap(std::string_view words, std::size_t columns, std::size_t indent);

}  // namespace danno::leagues::words
