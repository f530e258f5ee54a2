// Colour, only for people at a terminal.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace danno::leagues::cli::terminal {

/// The values of --color; with Auto, wants_color() decides.
enum class Color { Auto, Always, Never };
/// Sets the colour of all streams from now on.
void set_color(Color color);

/// Returns whether `stream` shows colour. If --color does not decide: no if NO_COLOR is set
/// (no-color.org), yes if CLICOLOR_FORCE is set and not 0 (bixense.com/clicolors), otherwise yes at
/// a terminal that is not "dumb".
[[nodiscard]] bool wants_color(std::FILE* stream);

enum class Style { Bold, Dim, Red, Green, Yellow };

/// Returns `text` in this style if `stream` wants colour, otherwise unchanged.
[[nodiscard]] std::string styled(std::string_view text, Style style, std::FILE* stream);

}  // namespace danno::leagues::cli::terminal
