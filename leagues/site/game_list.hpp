// A list of deals that have a page, and why they have one.
#pragma once

#include <span>
#include <string>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// A table of links to the deals' pages; `label` names it for those who cannot see it.
void add_game_list(Element parent, const SitePage& page, const std::string& label,
                   std::span<const ShownGame* const> games);

}  // namespace danno::leagues::site
