// All steps of a game as a table, a row a throw; the rows' ids are what links lead to.
#pragma once

#include "leagues/site/deal.hpp"

namespace danno::leagues::site {

/// Games of more rows show the first ones, every mistake and the last ones.
inline constexpr std::size_t kMostRows = 600;

void add_steps(Element section, const ShownDeal& deal, std::size_t game);

}  // namespace danno::leagues::site
