// What a division's pages say of its rounds.
#pragma once

#include <string>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Of the page of a division's rounds.
[[nodiscard]] std::string rounds_path(const ShownDivision& division);

/// Who won, and a link to the rounds. Nothing in leagues of another format.
void add_rounds_link(Element parent, const SitePage& page, const ShownDivision& division);

/// "ada", "ada and bob": links if they have pages.
void add_rounds_winners(Element parent, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
