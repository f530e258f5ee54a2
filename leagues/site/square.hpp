// Who beat whom, as a square in the order of ranks.
#pragma once

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// The score of the row against the column in percent, coloured by how far it is from what the
/// ratings expect.
void add_square(Element parent, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
