// The results between all agents as a square in the order of ranks.
#pragma once

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Returns the class of a cell by the standard errors that a result is from what the ratings
/// expect:
/// "", "up2", "up3", "down2", "down3".
[[nodiscard]] std::string tint_of(double residual);

/// Adds the square. A cell is the row's score against the column in percent, coloured by its
/// difference from what the ratings expect.
void add_square(Element parent, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
