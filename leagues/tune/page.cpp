#include "leagues/tune/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/site/chart.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/tune/report.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::tune {
namespace {

using site::Element;

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

/// The candidates along one axis, through the best, with their intervals.
void add_curve(Element main, const Tune& tune, std::size_t axis) {
  const auto curve = curve_along(tune, axis);
  if (!curve) return;
  const Dimension& range = tune.space().axes()[axis];
  Element figure = main.add("figure", "curve");
  site::RatingChart chart(figure,
                          fmt::format("Elo by {}; the figures are in the table", range.name),
                          curve->low, curve->high);
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
      site::add_line(chart.add_marks("zero"),
                     chart.at(across(i - 1), curve->points[i - 1].standing.field->elo),
                     chart.at(across(i), elo.elo));
    chart.add_rating(chart.add_marks(is_best ? "best" : "other"), across(i), elo.elo,
                     elo.elo - elo.half_width, elo.elo + elo.half_width);
    if (is_best || i % every == 0) chart.add_label(across(i), range.values[point.point[axis]]);
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
