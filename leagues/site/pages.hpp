// The pages of a site, except those of deals. Each function returns a file's content.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "leagues/site/frame.hpp"
#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// The path of the page of all authors.
inline constexpr const char* kAuthorsPage = "authors.html";

/// The path of the page on which authors hand in.
inline constexpr const char* kHandInPage = "hand-in.html";

/// Returns whether the site has a page of authors: it shows authors, of more agents than one's own.
[[nodiscard]] bool has_authors(const PageLeague& league);

/// Adds an author's name, as a link to the author's agents if there is that page.
void add_author(Element parent, const SitePage& page, const std::string& author);

/// Returns the page of all authors, in the order of their names.
[[nodiscard]] std::string authors_page(const PageLeague& league);

/// Adds a list of deals: result, margin and why each is worth watching.
void add_games(Element parent, const SitePage& page, const std::vector<const PageGame*>& games);

/// Adds the results between all agents in the order of ranks. A cell is the row's score against the
/// column in percent, coloured by its difference from what the ratings expect.
void add_head_to_head_grid(Element parent, const SitePage& page, const PageDivision& division);

/// Adds the ratings at the end of each day or round, with a chart of the first agents. Adds nothing
/// if the division has no history of two days or rounds or more.
void add_history(Element main, const SitePage& page, const PageDivision& division);
/// Adds the same of one agent and the first, with how far it was behind the best. Adds nothing if
/// the agent is not rated.
void add_agent_history(Element main, const SitePage& page, const PageDivision& division,
                       const report::TableRow& row);

/// Returns where a page of the league's format is in the site.
[[nodiscard]] std::string event_path(const PageDivision& division, const schedule::EventPage& own);
/// Adds sections of the league's format, each under a heading of that tag.
void add_sections(Element main, const SitePage& page, const PageDivision& division,
                  std::span<const schedule::PageSection> sections, const char* heading = "h2");
/// Adds what leads a division of an event: links to `most` of its pages, its standings down to
/// `most` places, and the heading of the ratings that follow. Adds nothing for other formats.
void add_event_intro(Element main, const SitePage& page, const PageDivision& division,
                     std::size_t most, const char* heading);

/// The number of rows on each page of a long list.
inline constexpr std::size_t kRowsOfPage = 250;
/// Returns the number of pages of a list; 0 if it is empty.
[[nodiscard]] constexpr std::size_t count_pages(std::size_t rows) {
  return (rows + kRowsOfPage - 1) / kRowsOfPage;
}
/// Tables with at least this many rows get search and sort controls from the script.
inline constexpr std::size_t kFewestToFind = 6;
/// The largest number of agents in a square; of more, only the first are shown.
inline constexpr std::size_t kMostInSquare = 60;
/// The largest number of opponents that an agent's page lists without a choice.
inline constexpr std::size_t kMostOpponents = 60;
/// The largest number of agents whose square is on the division's page, not on one of its own.
inline constexpr std::size_t kSquareInDivision = 30;

[[nodiscard]] std::string index_page(const PageLeague& league);
[[nodiscard]] std::string division_page(const PageLeague& league, const PageDivision& division,
                                        std::size_t page);
[[nodiscard]] std::string head_to_head_page(const PageLeague& league, const PageDivision& division);
[[nodiscard]] std::string games_page(const PageLeague& league, const PageDivision& division,
                                     std::size_t page);
[[nodiscard]] std::string rules_page(const PageLeague& league, const PageDivision& division);
/// Returns the page of the agent in this row.
[[nodiscard]] std::string agent_page(const PageLeague& league, const PageDivision& division,
                                     std::size_t row);
/// Returns a page that the league's format adds.
[[nodiscard]] std::string event_page(const PageLeague& league, const PageDivision& division,
                                     const schedule::EventPage& own);
/// Adds what a season's pages say about it: until when it is open, what waits, what came last; adds
/// nothing to those of other leagues.
void add_season(Element main, const SitePage& page);
/// Returns the page on which authors hand in to the season.
[[nodiscard]] std::string hand_in_page(const PageLeague& league);
[[nodiscard]] std::string how_page(const PageLeague& league);
/// Returns "What would you do?". The league must have puzzles.
[[nodiscard]] std::string puzzle_page(const PageLeague& league);
/// Returns an Atom feed of every agent's version with its ranks; the same store gives the same
/// bytes.
[[nodiscard]] std::string feed(const PageLeague& league);

/// Returns "hold in koans: rank 2–3 of 5, Elo +66 ± 4, score 59.9 % in 2,400 games".
[[nodiscard]] std::string describe_agent(const PageDivision& division, const report::TableRow& row);

}  // namespace danno::leagues::site
