// The page on which a person plays against bots: what its script reads, in words for people.
#pragma once

#include <string>

#include "leagues/site/page.hpp"
#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// The path of the page in a site, and the text of links to it.
inline constexpr const char* kPlayPage = "play.html";
inline constexpr const char* kPlayLink = "Play";

/// Returns the page of a site, with the league's rule sets and the bundled ones.
[[nodiscard]] std::string play_page(const PageLeague& league);

/// Returns the page as one that stands alone and begins with these rules.
[[nodiscard]] Page play_page(const rules::RuleSet& rules);

}  // namespace danno::leagues::site
