// Parts that several pages of a league show.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Adds the league's title beside a few dice, and a line such as "Programs play Greed, a dice game:
/// 12,000 games, the last on 24 Nov 2026".
void add_opening(Element main, const ShownLeague& league);
/// Adds four figures: games, programs, faults, deals to watch.
void add_figures(Element main, const SitePage& page);
/// Adds the deal to begin with, one of the two best agents if there is such; nothing if no deal has
/// a page.
void add_deal_to_watch(Element line, const SitePage& page, const ShownDivision& division);

/// Adds the results between all agents in the order of ranks. A cell is the row's score against the
/// column in percent, coloured by its difference from what the ratings expect.
void add_square(Element parent, const SitePage& page, const ShownDivision& division);

/// Adds the ratings at the end of each day or round, with a chart of the first agents. Adds nothing
/// if the division has no history of two days or rounds or more.
void add_history(Element main, const SitePage& page, const ShownDivision& division);
/// Adds the same of one agent and the first, with how far it was behind the best. Adds nothing if
/// the agent is not rated.
void add_history_of(Element main, const SitePage& page, const ShownDivision& division,
                    const tables::TableRow& row);

/// Returns where a page of the league's format is in the site.
[[nodiscard]] std::string event_path(const ShownDivision& division, const formats::EventPage& own);
/// Adds sections of the league's format, each under a heading of that tag.
void add_sections(Element main, const SitePage& page, const ShownDivision& division,
                  std::span<const formats::PageSection> sections, const char* heading = "h2");
/// Adds what leads a division of an event: links to `most` of its pages, its standings down to
/// `most` places, and the heading of the ratings that follow. Adds nothing for other formats.
void add_event_lead(Element main, const SitePage& page, const ShownDivision& division,
                    std::size_t most, const char* heading);

}  // namespace danno::leagues::site
