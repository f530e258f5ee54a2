// The ratings of a division at the end of each day on which it was played, with their intervals.
#pragma once

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Adds a heading, a chart of the first agents and a table of the same figures. Adds nothing if the
/// division has no history of two days or more.
void add_history(Element main, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
