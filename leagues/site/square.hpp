// The results between all agents as a square in the order of ranks.
#pragma once

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Adds the square. A cell is the row's score against the column in percent, coloured by its
/// difference from what the ratings expect.
void add_square(Element parent, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
