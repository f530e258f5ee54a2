// Colour, for people at a terminal only.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace danno::leagues::cli::terminal {

/// Whether `stream` is a terminal that wants colour: NO_COLOR is unset or empty (no-color.org), and
/// TERM is not "dumb".
[[nodiscard]] bool wants_color(std::FILE* stream);

enum class Style { Bold, Dim, Red, Green, Yellow };

/// `text` in this style where `stream` wants colour, else as it is.
[[nodiscard]] std::string styled(std::string_view text, Style style, std::FILE* stream);

}  // namespace danno::leagues::cli::terminal
