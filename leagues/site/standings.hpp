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
/// Returns which figure is believed (docs/statistics.md): the one without the luck of the dice
/// where that is known of enough deals, else the raw one.
[[nodiscard]] bool believes_adjusted(const tables::TableRow& row);

/// Returns a rating such as "+544 ± 47" or "≥ +106"; "–" if nothing is known.
[[nodiscard]] std::string show_rating(std::optional<double> elo, std::optional<double> low,
                                      std::optional<double> high);
/// That of the row; "+544, too few deals" if it has no interval for that reason.
[[nodiscard]] std::string show_rating(const tables::TableRow& row);
/// The rating that is believed of the row, raw or without the luck of the dice.
struct BelievedRating {
  double elo = 0;
  std::optional<double> low;  ///< The 95 % interval; empty if unbounded or of too few deals.
  std::optional<double> high;
};
/// Returns nullopt if the row is not rated.
[[nodiscard]] std::optional<BelievedRating> believed_rating(const tables::TableRow& row);
/// Returns it as show_rating() does.
[[nodiscard]] std::string show_believed(const tables::TableRow& row);
/// "3", "7–8".
[[nodiscard]] std::string show_ranks(int low, int high);
[[nodiscard]] std::string show_ranks(const tables::TableRow& row);
/// Returns faults such as "crash 2, timeout 1"; "none" if there are none.
[[nodiscard]] std::string show_faults(const scores::AgentTally& tally);

}  // namespace danno::leagues::site
