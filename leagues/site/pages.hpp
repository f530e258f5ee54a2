// The pages of a site but those of deals. Each gives a file's content.
#pragma once

#include <cstddef>
#include <string>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// So many rows has a page of a long list.
inline constexpr std::size_t kRowsOfPage = 250;
/// A square of more agents is too much for a browser: the first of them then.
inline constexpr std::size_t kMostInSquare = 60;
/// Up to so many agents the square stands on the division's page, above on its own.
inline constexpr std::size_t kSquareInDivision = 30;

[[nodiscard]] std::string index_page(const ShownLeague& league);
[[nodiscard]] std::string division_page(const ShownLeague& league, const ShownDivision& division,
                                        std::size_t page);
[[nodiscard]] std::string head_to_head_page(const ShownLeague& league,
                                            const ShownDivision& division);
[[nodiscard]] std::string games_page(const ShownLeague& league, const ShownDivision& division,
                                     std::size_t page);
[[nodiscard]] std::string rules_page(const ShownLeague& league, const ShownDivision& division);
/// Of the agent in that row.
[[nodiscard]] std::string agent_page(const ShownLeague& league, const ShownDivision& division,
                                     std::size_t row);
/// Of the agent in all divisions; `agent` is a row of any.
[[nodiscard]] std::string agent_in_all_page(const ShownLeague& league,
                                            const tables::TableRow& agent);
/// A page that the league's format adds.
[[nodiscard]] std::string event_page(const ShownLeague& league, const ShownDivision& division,
                                     const formats::EventPage& own);
[[nodiscard]] std::string how_page(const ShownLeague& league);

}  // namespace danno::leagues::site
