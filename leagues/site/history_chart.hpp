// The ratings of a division at the end of each day or after each round, with their intervals.
#pragma once

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Adds a heading, a chart of the first agents and a table of the same figures. Adds nothing if the
/// division has no history of two days or rounds or more.
void add_history(Element main, const SitePage& page, const ShownDivision& division);

/// Adds the same of one agent and the first, with how far it was behind the best. Adds nothing if
/// the agent is not rated.
void add_history_of(Element main, const SitePage& page, const ShownDivision& division,
                    const tables::TableRow& row);

}  // namespace danno::leagues::site
