// What a division's pages say of its tournaments.
#pragma once

#include <cstddef>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Who won each, links to their pages; at most so many. Nothing in leagues of another format.
void add_winners(Element parent, const SitePage& page, const ShownDivision& division,
                 std::size_t most);

/// How likely everybody is to advance and to win one more such tournament.
void add_played_again(Element parent, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
