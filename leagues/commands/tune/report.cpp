#include "leagues/commands/tune/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "leagues/base/count.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/number.hpp"
#include "leagues/site/chart.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"

namespace danno::leagues::commands::tune {

namespace {

using base::Json;
using entrants::Parameter;
using report::OutputTable;
using site::Element;

/// Returns a parameter's value as JSON, numbers as numbers.
Json value_json(const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::Integer:
      return base::parse_whole<std::int64_t>(parameter.value);
    case Parameter::Kind::Decimal:
      return base::parse_decimal(parameter.value);
    case Parameter::Kind::Word:
      break;
  }
  return parameter.value;
}

Json values_json(const Tune& tune, const Point& point) {
  Json values = Json::object();
  for (const Parameter& parameter : tune.space().at(point))
    values[parameter.name] = value_json(parameter);
  return values;
}

std::string_view state_word(CandidateState state) {
  constexpr std::array<std::string_view, 5> kWords{"open", "best", "within", "dropped", "failed"};
  return kWords.at(static_cast<std::size_t>(state));
}

/// Returns whether no candidate is called better than another.
bool is_alike(const Tune& tune) { return tune_end(tune) == TuneEnd::AllAlike; }

report::EloInterval interval(const std::optional<EloEstimate>& estimate) {
  if (!estimate) return {};
  const auto& [elo, half_width] = *estimate;
  return {elo, elo - half_width, elo + half_width};
}

/// Adds an estimate: programs get the ends of its interval, people its half width.
void add_estimate(OutputTable& table, const std::string& key, const std::string& heading,
                  const std::optional<EloEstimate>& estimate, std::string_view form) {
  const report::EloInterval ends = interval(estimate);
  const auto add = [&](const std::string& name, std::optional<double> value) {
    table.add({.json = name, .csv = name, .digits = 2}, value);
  };
  add(key, ends.elo);
  add(key + "_low", ends.low);
  add(key + "_high", ends.high);
  table.add({.heading = heading},
            estimate ? Json(fmt::format(fmt::runtime(form), estimate->elo, estimate->half_width))
                     : Json());
}

void add_candidate(OutputTable& table, const Tune& tune, const TunedPoint& point) {
  const auto& [state, deals, field, behind, alike_best, reason] = point.standing;
  const bool alike = is_alike(tune) && state != CandidateState::Failed;
  table.rows.emplace_back();
  for (const Parameter& parameter : tune.space().at(point.point))
    table.add({.csv = parameter.name,
               .heading = parameter.name,
               .is_text = parameter.kind == Parameter::Kind::Word},
              parameter.value);
  table.add({.json = "values"}, values_json(tune, point.point));
  table.add({.json = "name"}, tune.point_name(point));
  table.add({.json = "race", .csv = "race"}, point.race);
  table.add({.csv = "state"}, state_word(state));
  table.add({.json = "state"}, alike ? "alike" : state_word(state));
  table.add({.json = "deals", .csv = "deals"}, deals);
  add_estimate(table, "elo", "Elo ±95 %", field, "{:+.1f} ±{:.1f}");
  add_estimate(table, "behind", "behind", behind, "{:.1f} ±{:.1f}");
  table.add({.heading = "deals"}, base::format_count(deals));
  table.add({.heading = "state", .is_text = true}, describe(point.standing, tune));
  table.add({.json = "reason"}, reason.empty() ? Json() : Json(reason));
}

/// Letters below a curve that fit side by side on a phone.
constexpr std::size_t kMostLetters = 40;

/// Adds "+12.1 ± 3.4", whose interval may go to a second line where there is little room.
void add_estimate_cell(Element cell, const std::string& figure, double half_width) {
  cell.text(figure).add("span", "soft").text(fmt::format(" ± {:.1f}", half_width));
}

void add_row(Element body, const Tune& tune, const TunedPoint& point) {
  Element tr = body.add("tr");
  for (const entrants::Parameter& parameter : tune.space().at(point.point))
    tr.add("td", parameter.kind == entrants::Parameter::Kind::Word ? "" : "n")
        .text(parameter.value);
  const auto& [state, deals, field, behind, alike, reason] = point.standing;
  if (state == CandidateState::Failed) {  // It has no figures, and its reason needs their room.
    Element why = tr.add("td", "bad").set("colspan", "4").bot(describe(point.standing, tune));
    if (deals > 0) why.text(", after " + base::format_count(deals, "deal"));
    return;
  }
  Element elo = tr.add("td", "n");
  if (field) add_estimate_cell(elo, site::format_signed(field->elo), field->half_width);
  Element distance = tr.add("td", "n");
  if (behind) add_estimate_cell(distance, fmt::format("{:.1f}", behind->elo), behind->half_width);
  tr.add("td", "n").text(base::format_count(deals));
  tr.add("td").bot(describe(point.standing, tune));
}

void add_table(Element main, const Tune& tune) {
  Element table = site::add_box(main, "The candidates").add("table", "narrow tuned");
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
  for (const TunedPoint& point : tuned_points(tune))
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
  // Labels that would overlap are left out; the best one always has its label.
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
      .bot(format_opponents(tune))
      .text(", with 95 % intervals");
}

/// Returns a hint if the best candidate is the first or last along an axis; else nothing.
std::string hint_along(const Tune& tune, const Point& best, std::size_t axis) {
  const auto curve = curve_along(tune, axis);
  if (!curve || (curve->points.front().point != best && curve->points.back().point != best))
    return {};
  const Dimension& range = tune.space().axes()[axis];
  return fmt::format("the best {} is at the end of its range: try values beyond {}", range.name,
                     range.values[best[axis]]);
}

}  // namespace

site::Page tune_page(const Tune& tune) {
  site::Page page{fmt::format("{}, tuned for {}", tune.bot().agent.name, tune.rules().id()),
                  headline(tune),
                  "",
                  {}};
  Element main = page.body.root().add("main");
  main.add("p", "soft small").text(fmt::format("{}, {}", tune.rules().id(), format_luck(tune)));
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

TuneEnd tune_end(const Tune& tune) {
  if (!tune.broken().empty()) return TuneEnd::Broken;
  if (!tune.is_over()) return TuneEnd::Interrupted;
  const std::vector<TunedPoint> points = tune.points();
  const auto any = [&](CandidateState state) {
    return std::ranges::any_of(
        points, [&](const TunedPoint& point) { return point.standing.state == state; });
  };
  if (!any(CandidateState::Best)) return TuneEnd::NoneCanPlay;
  if (!tune.best()) return TuneEnd::AllAlike;
  const bool open = tune.lacks_deals() || any(CandidateState::Racing);
  return open ? TuneEnd::OutOfDeals : TuneEnd::Decided;
}

std::string_view to_string(TuneEnd end) {
  constexpr std::array<std::string_view, 6> kWords{
      "decided", "max-deals", "alike", "none-can-play", "opponent-failed", "interrupted"};
  return kWords.at(static_cast<std::size_t>(end));
}

std::string describe(const CandidateStanding& standing, const Tune& tune) {
  if (standing.state != CandidateState::Failed && is_alike(tune)) return "decides like the others";
  switch (standing.state) {
    case CandidateState::Racing:
      return "still in";
    case CandidateState::Best:
      return "best";
    case CandidateState::Within:
      return fmt::format("within {} Elo", tune.terms().race.within);
    case CandidateState::Dropped:
      return "dropped";
    case CandidateState::Failed:
      break;
  }
  return standing.reason;
}

std::vector<TunedPoint> tuned_points(const Tune& tune) {
  std::vector<TunedPoint> points = tune.points();
  if (points.size() <= kFewCandidates) return points;
  const auto rank = [](const TunedPoint& point) {
    if (point.standing.state == CandidateState::Best) return -1e9;
    return point.standing.behind ? point.standing.behind->elo : 1e9;
  };
  std::ranges::stable_sort(points, {}, rank);
  return points;
}

std::optional<AxisCurve> curve_along(const Tune& tune, std::size_t axis) {
  const auto best = tune.best();
  if (!best) return std::nullopt;
  AxisCurve curve{tune.points(), 1e9, -1e9};
  std::erase_if(curve.points, [&](const TunedPoint& point) {
    Point moved = point.point;
    moved[axis] = (*best)[axis];
    return moved != *best || !point.standing.field;
  });
  if (curve.points.size() < 3) return std::nullopt;
  for (const TunedPoint& point : curve.points) {
    const auto& [elo, half_width] = *point.standing.field;
    curve.low = std::min(curve.low, elo - half_width);
    curve.high = std::max(curve.high, elo + half_width);
  }
  if (curve.high <= curve.low) return std::nullopt;
  return curve;
}

std::vector<std::string> hints(const Tune& tune) {
  std::vector<std::string> lines;
  const auto best = tune.best();
  for (std::size_t axis = 0; best && axis < tune.space().axes().size(); ++axis) {
    if (!tune.space().axes()[axis].is_number()) continue;
    std::string line = hint_along(tune, *best, axis);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

std::string format_values(const Tune& tune, const Point& point) {
  std::string text;
  for (const Parameter& parameter : tune.space().at(point))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", parameter.name, parameter.value);
  return text;
}

std::string format_opponents(const Tune& tune) {
  std::vector<std::string> names;
  for (const entrants::Entrant& opponent : tune.opponents())
    names.push_back(opponent.agent.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string headline(const Tune& tune) {
  const std::string& bot = tune.bot().agent.name;
  const std::size_t count = tune.points().size();
  const std::string of = fmt::format("of {} against {}", count, format_opponents(tune));
  const std::string deals = base::format_count(tune.deals()) + " deals";
  const auto best = tune.best();
  const std::string values = best ? format_values(tune, *best) : "";
  switch (tune_end(tune)) {
    case TuneEnd::Decided:
      return fmt::format("{}: {} is the best {}, after {}", bot, values, of, deals);
    case TuneEnd::OutOfDeals:
      return fmt::format("{}: {} leads {}, undecided after {}", bot, values, of, deals);
    case TuneEnd::AllAlike:
      return fmt::format("{}: all {} decided alike in {}: does its code use the parameter?", bot,
                         count, deals);
    case TuneEnd::NoneCanPlay:
      return fmt::format("{}: none of {} candidates can play", bot, count);
    case TuneEnd::Broken:
      return fmt::format("{}: an opponent failed, {}", bot, tune.broken());
    case TuneEnd::Interrupted:
      break;
  }
  return best ? fmt::format("{}: {} leads {}, interrupted after {}", bot, values, of, deals)
              : fmt::format("{}: interrupted after {}", bot, deals);
}

std::string describe_gain(const Tune& tune) {
  const auto best = tune.best();
  if (!best) return {};
  if (tune.is_present(*best)) return "this is how it plays now";
  const auto gain = tune.gain();
  if (!gain) return tune.no_gain().empty() ? "" : "no gain is measured: " + tune.no_gain();
  const std::string sentence = fmt::format(
      "gain on fresh dice: {:+.1f} ±{:.1f} Elo over the present values ({} deals of each)",
      gain->elo, gain->half_width, tune.terms().gain_deals);
  if (std::abs(gain->elo) <= gain->half_width) return sentence + ", which may be nothing";
  return gain->elo < 0 ? sentence + ": the present values are better" : sentence;
}

std::string format_luck(const Tune& tune) {
  return tune.values() != nullptr
             ? "luck-adjusted, values " + tune.values()->name()
             : "not luck-adjusted: the values of this game are not known here; it takes more deals";
}

std::string tune_json(const Tune& tune) {
  const auto best = tune.best();
  Json parameters = Json::object();
  for (const Dimension& axis : tune.space().axes()) {
    Json values = Json::array();
    for (const std::string& value : axis.values)
      values.push_back(value_json({axis.name, value, axis.kind}));
    parameters[axis.name] = values;
  }
  Json against = Json::array();
  for (const entrants::Entrant& opponent : tune.opponents())
    against.push_back(opponent.agent.name);
  Json gain;
  if (const auto estimate = tune.gain()) {
    const report::EloInterval rating = interval(estimate);
    gain = Json{{"elo", rating.elo},
                {"elo_low", rating.low},
                {"elo_high", rating.high},
                {"deals", tune.terms().gain_deals}};
  }
  const auto advice = tune.advice();
  const store::Epoch& epoch = tune.epoch();
  const Json json{{"bot", tune.bot().agent.name},
                  {"rules", tune.rules().id()},
                  {"seats", tune.terms().seats},
                  {"against", against},
                  {"parameters", parameters},
                  {"within", tune.terms().race.within},
                  {"max_deals", tune.terms().max_deals},
                  {"seed", epoch.open ? Json(epoch.seed) : Json()},
                  {"commitment", epoch.commitment},
                  {"luck", format_luck(tune)},
                  {"end", to_string(tune_end(tune))},
                  {"complete", tune.is_over()},
                  {"races", tune.races()},
                  {"deals", tune.deals()},
                  {"best", best ? values_json(tune, *best) : Json()},
                  {"present", best ? Json(tune.is_present(*best)) : Json()},
                  {"gain", gain},
                  {"candidates", report::to_json(describe_candidates(tune, tune.points()))},
                  {"hints", Json(hints(tune))},
                  {"line", advice.empty() ? Json() : Json(entrants::parameters_line(advice))}};
  return base::dump(json, 2);
}

std::string tune_csv(const Tune& tune) {
  return report::to_csv(describe_candidates(tune, tune.points()), "\n");
}

OutputTable describe_candidates(const Tune& tune, const std::vector<TunedPoint>& points) {
  OutputTable table;
  for (const TunedPoint& point : points)
    add_candidate(table, tune, point);
  return table;
}

}  // namespace danno::leagues::commands::tune
