// What a stranger reads first: what this is, how much was played, and where to watch it.
#pragma once

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Adds the league's title beside a few dice, and a line such as "Programs play Greed, a dice game:
/// 12,000 games, the last on 24 Nov 2026".
void add_opening(Element main, const ShownLeague& league);

/// Adds four figures: games, programs, faults, deals to watch.
void add_figures(Element main, const SitePage& page);

/// Adds the deal to begin with, one of the two best agents if there is such; nothing if no deal has
/// a page.
void add_deal_to_watch(Element line, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
