// Dice as pictures that only adorn: nothing is said by them alone.
#pragma once

#include <string_view>

#include "leagues/site/html.hpp"

namespace danno::leagues::site {

/// Adds dice in a row, each face a digit from 1 to 6. People who cannot see them miss nothing.
void add_dice(Element parent, std::string_view faces);

/// The site's icon: a die, as the content of an SVG file.
extern const std::string_view kIcon;

}  // namespace danno::leagues::site
