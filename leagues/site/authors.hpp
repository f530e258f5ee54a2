// Authors: the agents of each, over all divisions.
#pragma once

#include <string>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// The path of the page of all authors.
inline constexpr const char* kAuthorsPage = "authors.html";

/// Returns whether the site has a page of authors: it shows authors, of more agents than one's own.
[[nodiscard]] bool has_authors(const ShownLeague& league);

/// Adds an author's name, as a link to the author's agents if there is that page.
void add_author(Element parent, const SitePage& page, const std::string& author);

/// Returns the page of all authors, in the order of their names.
[[nodiscard]] std::string authors_page(const ShownLeague& league);

}  // namespace danno::leagues::site
