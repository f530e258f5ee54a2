// A division's table with a picture of all ratings and ranges on one axis.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// Adds rows [first, last) of the division's table, which form one group of comparable agents.
void add_standings(Element parent, const SitePage& page, const ShownDivision& division,
                   std::size_t first, std::size_t last);

/// Those rows of it, in one table.
void add_standings(Element parent, const SitePage& page, const ShownDivision& division,
                   std::span<const std::size_t> rows);

/// What the picture's marks mean, in one line.
void add_standings_key(Element parent, const ShownDivision& division);
/// Adds what is decided for a whole season, and what prevents comparing ratings.
void add_standings_notes(Element parent, const ShownDivision& division);

/// Returns whether the row's games are too few for an interval.
[[nodiscard]] bool has_too_few_deals(const tables::TableRow& row);
/// Returns a rating such as "+544 ± 47" or "≥ +106"; "–" if nothing is known.
[[nodiscard]] std::string show_rating(std::optional<double> elo, std::optional<double> low,
                                      std::optional<double> high);
/// Returns the rating that ranks the row; "+544, too few deals" if it has no interval for that
/// reason.
[[nodiscard]] std::string show_rating(const tables::TableRow& row);
/// "3", "7–8".
[[nodiscard]] std::string show_ranks(int low, int high);
[[nodiscard]] std::string show_ranks(const tables::TableRow& row);
/// Returns faults such as "crash 2, timeout 1"; "none" if there are none.
[[nodiscard]] std::string show_faults(const scores::AgentTally& tally);

}  // namespace danno::leagues::site
