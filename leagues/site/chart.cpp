#include "leagues/site/chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/site/figures.hpp"

namespace danno::leagues::site {
namespace {

constexpr double kChartHeight = 200;
constexpr double kChartMargin = 20;  // above and below
constexpr int kMostChartTicks = 5;
constexpr double kLeastChartTick = 10;

std::string in_percent(double across) { return fmt::format("{:.1f}%", across); }
std::string pixels(double down) { return fmt::format("{:.0f}", down); }

}  // namespace

Element add_chart(Element parent, double height, std::string_view label) {
  Element svg = parent.add("svg", "elo").set("height", pixels(height));
  if (label.empty())
    svg.set("aria-hidden", "true");
  else
    svg.set("role", "img").set("aria-label", label);
  return svg;
}

void add_line(Element chart, ChartPlace from, ChartPlace to, std::string_view classes) {
  chart.add("line", classes)
      .set("x1", in_percent(from.across))
      .set("y1", pixels(from.down))
      .set("x2", in_percent(to.across))
      .set("y2", pixels(to.down));
}

void add_dot(Element chart, ChartPlace at, double radius) {
  chart.add("circle")
      .set("cx", in_percent(at.across))
      .set("cy", pixels(at.down))
      .set("r", fmt::to_string(radius));
}

void add_words(Element chart, ChartPlace at, std::string_view words, std::string_view classes) {
  chart.add("text", classes).set("x", in_percent(at.across)).set("y", pixels(at.down)).text(words);
}

void add_shape(Element chart, ChartPlace at, std::string_view path, std::string_view classes) {
  chart.add("svg")
      .set("x", in_percent(at.across))
      .set("y", pixels(at.down))
      .set("overflow", "visible")
      .add("path", classes)
      .set("d", path);
}

RatingChart::RatingChart(Element figure, std::string_view label, double low, double high)
    : svg_(add_chart(figure, kChartHeight + 2 * kChartMargin, label)),
      low_(low),
      high_(std::max(high, low + 1)) {
  for (const double tick : round_ticks(low_, high_, kMostChartTicks, kLeastChartTick)) {
    const double down = at(0, tick).down;
    add_line(svg_, {8, down}, {100, down}, tick == 0 ? "zero" : "grid");
    add_words(svg_, {4, down + 4}, tick == 0 ? "0" : show_whole(tick));
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
