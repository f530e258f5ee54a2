// The page of two agents of a division: both ratings, their games, and the deals of theirs that
// have a page. Cells of the head to head lead there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// From the site's folder; agents are rows of the division's table, in either order. Empty if they
/// have no page: they never met, are not among the first kMostInSquare, or belong to nobody whom
/// the site is for.
[[nodiscard]] std::optional<std::string> pair_path(const ShownLeague& league,
                                                   const ShownDivision& division, std::size_t one,
                                                   std::size_t other);

/// The file's content; `one` is the better one of two that have a page.
[[nodiscard]] std::string pair_page(const ShownLeague& league, const ShownDivision& division,
                                    std::size_t one, std::size_t other);

}  // namespace danno::leagues::site
