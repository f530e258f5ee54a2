// What a link to a page shows where it is sent: a description in words, and a picture.
#pragma once

#include <string>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// Returns who leads the division, in plain words: "odds is ahead of all others. 6,000 games of
/// Greed by 5 programs."
[[nodiscard]] std::string describe_division(const ShownDivision& division);

/// Returns "hold in koans: rank 2–3 of 5, Elo +66 ± 4, score 59.9 % in 2,400 games".
[[nodiscard]] std::string describe_agent(const ShownDivision& division,
                                         const tables::TableRow& row);

/// Returns the division's first agents and their believed ratings as a PNG of 1200 by 630 pixels.
[[nodiscard]] std::string preview_picture(const ShownLeague& league, const ShownDivision& division);

/// Returns where that is in the site: "koans/preview.png".
[[nodiscard]] std::string preview_path(const ShownDivision& division);

}  // namespace danno::leagues::site
