// A division's table with its picture: everybody's rating and range on one axis.
#pragma once

#include <cstddef>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Rows [first, last) of the division's table, one a group of agents that can be compared.
void add_standings(Element parent, const SitePage& page, const ShownDivision& division,
                   std::size_t first, std::size_t last);

/// What the picture's marks mean, in one line.
void add_standings_key(Element parent, const ShownDivision& division);
/// What is decided for a whole season, and what keeps ratings from being compared.
void add_standings_notes(Element parent, const ShownDivision& division);

/// "+544 ± 47", "≥ +106", "–" where nothing is known.
[[nodiscard]] std::string show_rating(std::optional<double> elo, std::optional<double> low,
                                      std::optional<double> high);
/// That of the row; "+544, too few deals" if it has no interval for that reason.
[[nodiscard]] std::string show_rating(const tables::TableRow& row);
/// "3", "7–8".
[[nodiscard]] std::string show_ranks(int low, int high);
[[nodiscard]] std::string show_ranks(const tables::TableRow& row);
/// "crash 2, timeout 1"; "none".
[[nodiscard]] std::string show_faults(const scores::AgentTally& tally);

}  // namespace danno::leagues::site
