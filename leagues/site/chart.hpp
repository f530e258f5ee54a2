// Charts as SVG, readable without script. Places across are in percent, so that a chart stretches
// with its page; places down are in pixels.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "leagues/site/html.hpp"

namespace danno::leagues::site {

struct ChartPlace {
  double across = 0;
  double down = 0;
};

/// Adds an empty chart. `label` says in words what it shows; without one it only adorns.
Element add_chart(Element parent, double height, std::string_view label);
void add_line(Element chart, ChartPlace from, ChartPlace to, std::string_view classes = {});
void add_dot(Element chart, ChartPlace at, double radius = 4.5);
void add_words(Element chart, ChartPlace at, std::string_view words, std::string_view classes = {});
/// Adds a shape whose size does not stretch; `path` is relative to the place.
void add_shape(Element chart, ChartPlace at, std::string_view path, std::string_view classes = {});

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
