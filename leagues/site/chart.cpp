#include "leagues/site/chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/site/figures.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {

namespace {

using report::TableRow;

constexpr double kChartHeight = 200;
constexpr double kChartMargin = 20;  // above and below
constexpr int kMostChartTicks = 5;
constexpr double kLeastChartTick = 10;

std::string in_percent(double across) { return fmt::format("{:.1f}%", across); }
std::string pixels(double down) { return fmt::format("{:.0f}", down); }

/// Adds an empty chart. `label` says in words what it shows; without one it only adorns.
Element add_chart(Element parent, double height, std::string_view label) {
  Element svg = parent.add("svg", "elo").set("height", pixels(height));
  if (label.empty())
    svg.set("aria-hidden", "true");
  else
    svg.set("role", "img").set("aria-label", label);
  return svg;
}

void add_dot(Element chart, ChartPlace at, double radius = 4.5) {
  chart.add("circle")
      .set("cx", in_percent(at.across))
      .set("cy", pixels(at.down))
      .set("r", fmt::to_string(radius));
}

void add_words(Element chart, ChartPlace at, std::string_view words,
               std::string_view classes = {}) {
  chart.add("text", classes).set("x", in_percent(at.across)).set("y", pixels(at.down)).text(words);
}

/// Adds a shape whose size does not stretch; `path` is relative to the place.
void add_shape(Element chart, ChartPlace at, std::string_view path, std::string_view classes = {}) {
  chart.add("svg")
      .set("x", in_percent(at.across))
      .set("y", pixels(at.down))
      .set("overflow", "visible")
      .add("path", classes)
      .set("d", path);
}

constexpr double kOutlier = 3;  // quarters
constexpr double kEdge = 2;
constexpr double kBreak = 4.5;
constexpr double kMargin = 7;
constexpr int kMostTicks = 5;
constexpr std::size_t kNeverFar = 3;

void add_bounds(std::vector<double>& bounds, const TableRow& row) {
  const report::EloInterval own = row.rating();
  const report::EloInterval other = row.other_rating();
  for (const std::optional<double> bound : {own.low, own.high, other.low, other.high}) {
    if (bound) bounds.push_back(*bound);
  }
}

/// Adds an end of an interval. It is empty if the bound is on the axis, and a break if it is far.
/// An interval that has no bound ends there in an arrow, and at its other end in a stop.
void add_end(Element mark, const Axis& axis, std::optional<double> bound, double y, bool left) {
  const double edge = left ? kEdge : 100 - kEdge;
  if (!bound) {
    add_shape(mark, {edge, y}, left ? "M1-4v8l-6-4z" : "M-1-4v8l6-4z", "end");
  } else if (left ? axis.is_below(*bound) : axis.is_above(*bound)) {
    add_shape(mark, {left ? kBreak : 100 - kBreak, y}, "M-4 5l3-10M1 5l3-10", "break");
  }
}

void add_mark(Element svg, const Axis& axis, const report::EloInterval& rating, double y,
              std::string_view classes) {
  const auto& [elo, low, high, deals, fewest] = rating;
  if (!low && !high) return;
  Element mark = svg.add("g", classes);
  const double from = low ? axis.at(*low) : kEdge;
  const double to = high ? axis.at(*high) : 100 - kEdge;
  add_line(mark, {from, y}, {to, y});
  add_end(mark, axis, low, y, true);
  add_end(mark, axis, high, y, false);
  if (elo && low && high)
    add_dot(mark, {axis.at(*elo), y});
  else
    add_shape(mark, {low ? from : to, y}, "M0-5v10");
}

std::string in_words(const report::EloInterval& rating) {
  const auto& [elo, low, high, deals, fewest] = rating;
  if (elo && low && high)
    return fmt::format("Elo {}, 95 % from {} to {}", format_whole(*elo), format_whole(*low),
                       format_whole(*high));
  if (low) return fmt::format("Elo {} or more", format_whole(*low));
  if (high) return fmt::format("Elo {} or less", format_whole(*high));
  return "no rating";
}

constexpr double kBarHeight = 28;

}  // namespace

Axis::Axis(std::span<const TableRow> rows) {
  std::vector<double> bounds{0};
  std::vector<double> first{0};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    add_bounds(bounds, rows[i]);
    if (i < kNeverFar) add_bounds(first, rows[i]);
  }
  std::ranges::sort(bounds);
  // Outliers would squeeze all others together: bounds far outside the quartiles are cut off, and
  // shown by a break. The first three rows are never cut.
  const double middle = bounds[bounds.size() / 2];
  const double quarter = bounds[bounds.size() / 4];
  const double three = bounds[bounds.size() * 3 / 4];
  const double reach = kOutlier * std::max(three - quarter, 50.0);
  low_ = std::max(bounds.front(), std::min(middle, quarter) - reach);
  high_ = std::min(bounds.back(), std::max(middle, three) + reach);
  low_ = std::min(low_, std::ranges::min(first));
  high_ = std::max(high_, std::ranges::max(first));
  if (high_ - low_ < 1) high_ = low_ + 1;
}

double Axis::at(double elo) const {
  if (is_below(elo)) return kEdge;
  if (is_above(elo)) return 100 - kEdge;
  return kMargin + (100 - 2 * kMargin) * (elo - low_) / (high_ - low_);
}

std::vector<double> Axis::ticks() const { return round_ticks(low_, high_, kMostTicks, 10); }

void add_intervals(Element cell, const Axis& axis, const TableRow& row) {
  const report::EloInterval rating = row.rating();
  if ((!rating.low && !rating.high) || rating.is_unreliable()) return;
  std::string label = in_words(rating);
  const report::EloInterval other = row.other_rating();
  if (other.elo)
    label += fmt::format(
        "; {} {}",
        row.rated_by == report::RatedBy::Adjusted ? "raw" : "without the luck of the dice",
        format_whole(*other.elo));
  Element svg = add_chart(cell, kBarHeight, label);
  for (const double tick : axis.ticks())
    add_line(svg, {axis.at(tick), 0}, {axis.at(tick), kBarHeight}, tick == 0 ? "zero" : "grid");
  constexpr double kUpper = 9;
  constexpr double kLower = 20;
  if (other.elo) add_mark(svg, axis, other, kLower, "other");
  add_mark(svg, axis, rating, other.elo ? kUpper : kBarHeight / 2, "best");
}

void add_axis_numbers(Element cell, const Axis& axis) {
  Element svg = add_chart(cell, 16, "");
  for (const double tick : axis.ticks())
    add_words(svg, {axis.at(tick), 12}, tick == 0 ? "0" : format_whole(tick));
}

void add_sample(Element line, std::string_view classes) {
  Element svg = line.add("svg", "elo sample");
  svg.set("aria-hidden", "true").set("width", "36").set("height", "10");
  Element mark = svg.add("g", classes);
  add_line(mark, {5, 5}, {95, 5});
  add_dot(mark, {50, 5}, 4);
}

void add_score_interval(Element cell, double score, std::optional<double> low,
                        std::optional<double> high) {
  const auto at = [](double share) { return ChartPlace{2 + 96 * share, 10}; };
  std::string label = "score " + percent(score);
  if (low && high)
    label += fmt::format(", 95 % from {} to {}", percent(*low), percent(*high));
  else if (low)
    label += fmt::format(", 95 % from {} up", percent(*low));
  else if (high)
    label += fmt::format(", 95 % up to {}", percent(*high));
  Element svg = add_chart(cell, 20, label);
  add_line(svg, {50, 0}, {50, 20}, "zero");
  Element mark = svg.add("g", "best");
  if (low || high) add_line(mark, at(low.value_or(score)), at(high.value_or(score)));
  add_dot(mark, at(score), 4);
}

void add_line(Element chart, ChartPlace from, ChartPlace to, std::string_view classes) {
  chart.add("line", classes)
      .set("x1", in_percent(from.across))
      .set("y1", pixels(from.down))
      .set("x2", in_percent(to.across))
      .set("y2", pixels(to.down));
}

RatingChart::RatingChart(Element figure, std::string_view label, double low, double high)
    : svg_(add_chart(figure, kChartHeight + 2 * kChartMargin, label)),
      low_(low),
      high_(std::max(high, low + 1)) {
  for (const double tick : round_ticks(low_, high_, kMostChartTicks, kLeastChartTick)) {
    const double down = at(0, tick).down;
    add_line(svg_, {8, down}, {100, down}, tick == 0 ? "zero" : "grid");
    add_words(svg_, {4, down + 4}, tick == 0 ? "0" : format_whole(tick));
  }
}

ChartPlace RatingChart::at(double share, double elo) const {
  return {9 + 88 * share, kChartMargin + kChartHeight * (high_ - elo) / (high_ - low_)};
}

void RatingChart::add_rating(Element marks, double share, double elo, std::optional<double> low,
                             std::optional<double> high) const {
  if (low && high) add_line(marks, at(share, *high), at(share, *low), "range");
  add_dot(marks, at(share, elo), 3.5);
}

void RatingChart::add_label(double share, std::string_view words, std::string_view classes) {
  add_words(svg_, {at(share, 0).across, kChartHeight + 2 * kChartMargin - 2}, words, classes);
}

}  // namespace danno::leagues::site
