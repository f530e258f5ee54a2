// All steps of a game as a table with a row per throw. Links lead to the rows' ids.
#pragma once

#include "leagues/site/deal.hpp"

namespace danno::leagues::site {

/// The number of rows above which only the first ones, every mistake and the last ones are shown.
inline constexpr std::size_t kMostRows = 600;

void add_steps(Element section, const ShownDeal& deal, std::size_t game);

}  // namespace danno::leagues::site
