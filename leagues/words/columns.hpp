// Text in columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace danno::leagues::words {

/// How wide UTF-8 text is shown: a code point is one column.
[[nodiscard]] std::size_t width(std::string_view text);

/// `text`, or its beginning and "…" where it is wider than `columns`.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t columns);

/// Words in lines of at most `columns`, every line but the first after `indent` blanks, which
/// count; a longer word has a line of its own. No newline at the end.
[[nodiscard]] std::string wrap(std::string_view words, std::size_t columns, std::size_t indent);

}  // namespace danno::leagues::words
