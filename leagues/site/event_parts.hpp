// What a league's format adds to the pages of a division, printed.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

[[nodiscard]] std::string event_path(const ShownDivision& division, const formats::EventPage& own);

/// Links to the pages that the format adds, `most` of them, and who won. Nothing if it adds none.
void add_event_links(Element parent, const SitePage& page, const ShownDivision& division,
                     std::size_t most);

/// "ada", "ada and bob": links if they have pages.
void add_event_winners(Element parent, const SitePage& page, const ShownDivision& division,
                       const formats::EventPage& own);

void add_sections(Element main, const SitePage& page, const ShownDivision& division,
                  std::span<const formats::PageSection> sections);

}  // namespace danno::leagues::site
