// A game as a curve: the first agent's winning chance, or, if it is not known, everybody's total.
#pragma once

#include "leagues/site/deal.hpp"

namespace danno::leagues::site {

/// Of the deal's game of that index. An SVG of two layers: lines that stretch with the page, and
/// marks that do not, each a link to its step.
void add_curve(Element section, const ShownDeal& deal, std::size_t game);

}  // namespace danno::leagues::site
