// Intervals as pictures: ratings on one axis for all rows of a table, scores from 0 to 1.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "leagues/site/html.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::site {

/// The axis of ratings, over both ratings of all rows, less what is far from the others; the first
/// three are never far. Places on it are in percent of the picture's width.
class Axis {
 public:
  explicit Axis(std::span<const tables::TableRow> rows);

  /// Returns where a rating lies; what is beyond the axis lies at its edge.
  [[nodiscard]] double at(double elo) const;
  [[nodiscard]] bool is_below(double elo) const { return elo < low_; }
  [[nodiscard]] bool is_above(double elo) const { return elo > high_; }
  /// Returns the round ratings on it, at most six.
  [[nodiscard]] std::vector<double> ticks() const;

 private:
  double low_ = 0;
  double high_ = 0;
};

/// Adds the row's ratings with their intervals: the one that is believed above and filled, the
/// other one below and hollow. Adds nothing if the row has no interval.
void add_intervals(Element cell, const Axis& axis, const tables::TableRow& row);

/// Adds the numbers of the axis, to stand under such pictures.
void add_axis_numbers(Element cell, const Axis& axis);

/// Adds a mark as it looks in a picture, 36 by 10 pixels: "best" or "other".
void add_sample(Element line, std::string_view classes);

/// Adds a score from 0 to 1 with its 95 % interval; a missing bound is unknown.
void add_score_interval(Element cell, double score, std::optional<double> low,
                        std::optional<double> high);

}  // namespace danno::leagues::site
