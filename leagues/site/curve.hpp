// A game as a curve: the first agent's winning chance or, if it is not known, every player's total.
#pragma once

#include "leagues/site/deal.hpp"

namespace danno::leagues::site {

/// Adds the curve of one game of the deal: an SVG of two layers, lines that stretch with the page
/// and marks that do not. Each mark is a link to its step.
void add_curve(Element section, const ShownDeal& deal, std::size_t game);

}  // namespace danno::leagues::site
