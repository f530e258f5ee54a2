// Charts as SVG, readable without script. Places across are in percent, so that a chart stretches
// with its page; places down are in pixels.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "leagues/report/table.hpp"
#include "leagues/site/html.hpp"

namespace danno::leagues::site {

/// The axis of ratings, over both ratings of all rows, less what is far from the others; the first
/// three are never far. Places on it are in percent of the picture's width.
class Axis {
 public:
  explicit Axis(std::span<const report::TableRow> rows);

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
void add_intervals(Element cell, const Axis& axis, const report::TableRow& row);

/// Adds the numbers of the axis, to stand under such pictures.
void add_axis_numbers(Element cell, const Axis& axis);

/// Adds a mark as it looks in a picture, 36 by 10 pixels: "best" or "other".
void add_sample(Element line, std::string_view classes);

/// Adds a score from 0 to 1 with its 95 % interval; a missing bound is unknown.
void add_score_interval(Element cell, double score, std::optional<double> low,
                        std::optional<double> high);

struct ChartPlace {
  double across = 0;
  double down = 0;
};

void add_line(Element chart, ChartPlace from, ChartPlace to, std::string_view classes = {});

/// A chart of ratings with their intervals over time or over a parameter.
class RatingChart {
 public:
  /// Adds it with its grid; the axis reaches from `low` to `high`.
  RatingChart(Element figure, std::string_view label, double low, double high);

  /// Adds a group of marks.
  [[nodiscard]] Element add_marks(std::string_view classes) { return svg_.add("g", classes); }
  /// Returns the place of a rating at a share of the width.
  [[nodiscard]] ChartPlace at(double share, double elo) const;
  /// Adds a rating and its interval, if both bounds are known.
  void add_rating(Element marks, double share, double elo, std::optional<double> low,
                  std::optional<double> high) const;
  /// Adds words below the chart.
  void add_label(double share, std::string_view words, std::string_view classes = {});

 private:
  Element svg_;
  double low_;
  double high_;
};

}  // namespace danno::leagues::site
