// Colour, for people at a terminal only.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace danno::leagues::cli::terminal {

/// What --color says; Auto: wants_color() decides.
enum class Color { Auto, Always, Never };
/// For all streams, from now on.
void set_color(Color color);

/// Whether `stream` shows colour. If --color does not say: not if NO_COLOR is set (no-color.org),
/// yes if CLICOLOR_FORCE is set and not 0 (bixense.com/clicolors), else at a terminal that is not
/// "dumb".
[[nodiscard]] bool wants_color(std::FILE* stream);

enum class Style { Bold, Dim, Red, Green, Yellow };

/// `text` in this style where `stream` wants colour, else as it is.
[[nodiscard]] std::string styled(std::string_view text, Style style, std::FILE* stream);

}  // namespace danno::leagues::cli::terminal
