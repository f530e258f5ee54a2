// Prints what a league's format adds to the pages of a division.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

[[nodiscard]] std::string event_path(const ShownDivision& division, const formats::EventPage& own);

/// Each under a heading of that tag.
void add_sections(Element main, const SitePage& page, const ShownDivision& division,
                  std::span<const formats::PageSection> sections, const char* heading = "h2");

/// What leads a division of an event: links to `most` of its pages, its standings down to `most`
/// places, and the heading of the ratings that follow. Nothing if the format adds nothing.
void add_event_lead(Element main, const SitePage& page, const ShownDivision& division,
                    std::size_t most, const char* heading);

}  // namespace danno::leagues::site
