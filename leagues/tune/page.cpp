#include "leagues/tune/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/tune/report.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::tune {
namespace {

using site::Element;

/// Of a curve, in pixels: the picture, and the room above and below it.
constexpr int kHeight = 180;
constexpr int kMargin = 20;
constexpr int kMostTicks = 5;
/// Letters below a curve that fit side by side on a phone.
constexpr std::size_t kMostLetters = 40;

void add_row(Element body, const Tune& tune, const TunedPoint& point) {
  Element tr = body.add("tr");
  for (const entrants::Parameter& parameter : tune.space().at(point.point))
    tr.add("td", parameter.kind == entrants::Parameter::Kind::Word ? "" : "n")
        .text(parameter.value);
  const auto& [state, deals, field, behind, alike, reason] = point.standing;
  tr.add("td", "n").text(
      field ? fmt::format("{} ± {:.1f}", site::show_signed(field->elo), field->half_width) : "");
  tr.add("td", "n").text(behind ? fmt::format("{:.1f} ± {:.1f}", behind->elo, behind->half_width)
                                : "");
  tr.add("td", "n").text(words::show_count(deals));
  tr.add("td", state == CandidateState::Failed ? "bad" : "").bot(describe(point.standing, tune));
}

void add_table(Element main, const Tune& tune) {
  Element table = site::add_box(main, "The candidates").add("table", "narrow");
  Element head = table.add("thead").add("tr");
  const auto add = [&](std::string_view text, std::string_view classes) {
    head.add("th", classes).set("scope", "col").text(text);
  };
  for (const Dimension& axis : tune.space().axes())
    add(axis.name, axis.is_number() ? "n" : "");
  add("Elo, 95 %", "n");
  add("Behind the best", "n");
  add("Deals", "n");
  add("State", "");
  Element body = table.add("tbody");
  for (const TunedPoint& point : rows_of(tune))
    add_row(body, tune, point);
}

/// Percent of the width, of which the numbers on the left need some.
std::string x(double share) { return fmt::format("{:.1f}%", 9 + 90 * share); }

void add_line(Element parent, std::string_view classes, double from, long top, double to,
              long bottom) {
  parent.add("line", classes)
      .set("x1", x(from))
      .set("y1", fmt::to_string(top))
      .set("x2", x(to))
      .set("y2", fmt::to_string(bottom));
}

void add_label(Element svg, std::string_view place, long y, const std::string& text) {
  svg.add("text").set("x", place).set("y", fmt::to_string(y)).text(text);
}

/// The candidates along one axis, through the best, with their intervals.
void add_curve(Element main, const Tune& tune, std::size_t axis) {
  const auto curve = curve_along(tune, axis);
  if (!curve) return;
  const Dimension& range = tune.space().axes()[axis];
  Element figure = main.add("figure", "curve");
  Element svg = figure.add("svg", "elo");
  svg.set("height", fmt::to_string(kHeight + 2 * kMargin)).set("role", "img");
  svg.set("aria-label", fmt::format("Elo by {}; the figures are in the table", range.name));
  const auto down = [&](double elo) {
    return kMargin + std::lround(kHeight * (curve->high - elo) / (curve->high - curve->low));
  };
  for (const double tick : site::round_ticks(curve->low, curve->high, kMostTicks)) {
    add_line(svg, "grid", 0, down(tick), 1, down(tick));
    add_label(svg, "4.2%", down(tick) + 4, tick == 0 ? "0" : site::show_whole(tick));
  }
  const auto size = curve->points.size();
  const auto across = [&](std::size_t i) {
    return (static_cast<double>(i) + 0.5) / static_cast<double>(size);
  };
  std::size_t widest = 1;
  for (const TunedPoint& point : curve->points)
    widest = std::max(widest, range.values[point.point[axis]].size());
  const std::size_t every = 1 + size * (widest + 1) / kMostLetters;
  for (std::size_t i = 0; i < size; ++i) {
    const TunedPoint& point = curve->points[i];
    const EloEstimate& elo = *point.standing.field;
    const bool is_best = point.standing.state == CandidateState::Best;
    if (i > 0)
      add_line(svg, "zero", across(i - 1), down(curve->points[i - 1].standing.field->elo),
               across(i), down(elo.elo));
    Element mark = svg.add("g", is_best ? "best" : "other");
    add_line(mark, "", across(i), down(elo.elo + elo.half_width), across(i),
             down(elo.elo - elo.half_width));
    mark.add("circle")
        .set("cx", x(across(i)))
        .set("cy", fmt::to_string(down(elo.elo)))
        .set("r", "4.5");
    if (is_best || i % every == 0)
      add_label(svg, x(across(i)), kHeight + 2 * kMargin - 2, range.values[point.point[axis]]);
  }
  figure.add("figcaption", "soft small")
      .add("div")
      .text(range.name + ": Elo against ")
      .bot(opponents_of(tune))
      .text(", with 95 % intervals");
}

}  // namespace

site::Page tune_page(const Tune& tune) {
  site::Page page{fmt::format("{}, tuned for {}", tune.bot().agent.name, tune.rules().id()),
                  headline(tune),
                  "",
                  {}};
  Element main = page.body.root().add("main");
  main.add("p", "soft small").text(fmt::format("{}, {}", tune.rules().id(), luck_of(tune)));
  main.add("h1").bot(tune.bot().agent.name);
  main.add("p").add("strong").bot(headline(tune));
  const std::string gain = describe_gain(tune);
  if (!gain.empty()) main.add("p").bot(gain);
  add_table(main, tune);
  for (std::size_t axis = 0; axis < tune.space().axes().size(); ++axis)
    add_curve(main, tune, axis);
  for (const std::string& hint : hints(tune))
    main.add("p").text("Hint: " + hint + ".");
  return page;
}

}  // namespace danno::leagues::tune
