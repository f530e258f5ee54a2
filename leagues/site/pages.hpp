// The pages of a site, except those of deals. Each function returns a file's content.
#pragma once

#include <cstddef>
#include <string>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// The number of rows on each page of a long list.
inline constexpr std::size_t kRowsOfPage = 250;
/// Tables with at least this many rows get search and sort controls from the script.
inline constexpr std::size_t kFewestToFind = 6;
/// The largest number of agents in a square; of more, only the first are shown.
inline constexpr std::size_t kMostInSquare = 60;
/// The largest number of opponents that an agent's page lists without a choice.
inline constexpr std::size_t kMostOpponents = 60;
/// The largest number of agents whose square is on the division's page, not on one of its own.
inline constexpr std::size_t kSquareInDivision = 30;

[[nodiscard]] std::string index_page(const ShownLeague& league);
[[nodiscard]] std::string division_page(const ShownLeague& league, const ShownDivision& division,
                                        std::size_t page);
[[nodiscard]] std::string head_to_head_page(const ShownLeague& league,
                                            const ShownDivision& division);
[[nodiscard]] std::string games_page(const ShownLeague& league, const ShownDivision& division,
                                     std::size_t page);
[[nodiscard]] std::string rules_page(const ShownLeague& league, const ShownDivision& division);
/// Returns the page of the agent in this row.
[[nodiscard]] std::string agent_page(const ShownLeague& league, const ShownDivision& division,
                                     std::size_t row);
/// Returns a page that the league's format adds.
[[nodiscard]] std::string event_page(const ShownLeague& league, const ShownDivision& division,
                                     const formats::EventPage& own);
[[nodiscard]] std::string how_page(const ShownLeague& league);
/// Returns an Atom feed of every agent's version with its ranks; the same store gives the same
/// bytes.
[[nodiscard]] std::string feed(const ShownLeague& league);

/// Returns "hold in koans: rank 2–3 of 5, Elo +66 ± 4, score 59.9 % in 2,400 games".
[[nodiscard]] std::string describe_agent(const ShownDivision& division,
                                         const tables::TableRow& row);

}  // namespace danno::leagues::site
