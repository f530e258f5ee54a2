#include "leagues/tune/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "leagues/files/json.hpp"
#include "leagues/words/number.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::tune {
namespace {

using entrants::Parameter;
using files::Json;

Json value_json(const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::Integer:
      return words::parse_whole<std::int64_t>(parameter.value);
    case Parameter::Kind::Decimal:
      return words::parse_decimal(parameter.value);
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

void add_estimate(Json& json, const std::string& key, const std::optional<EloEstimate>& estimate) {
  json[key] = estimate ? Json(estimate->elo) : Json();
  json[key + "_low"] = estimate ? Json(estimate->elo - estimate->half_width) : Json();
  json[key + "_high"] = estimate ? Json(estimate->elo + estimate->half_width) : Json();
}

std::string_view word_of(CandidateState state) {
  switch (state) {
    case CandidateState::Racing:
      return "open";
    case CandidateState::Best:
      return "best";
    case CandidateState::Within:
      return "within";
    case CandidateState::Dropped:
      return "dropped";
    case CandidateState::Failed:
      break;
  }
  return "failed";
}

/// Whether nothing is called better than anything else.
bool is_alike(const Tune& tune) { return end_of(tune) == TuneEnd::AllAlike; }

std::string hint_along(const Tune& tune, const Point& best, std::size_t axis) {
  const auto curve = curve_along(tune, axis);
  if (!curve || (curve->points.front().point != best && curve->points.back().point != best))
    return {};
  const Dimension& range = tune.space().axes()[axis];
  return fmt::format("the best {} is at the end of its range: try values beyond {}", range.name,
                     range.values[best[axis]]);
}

}  // namespace

TuneEnd end_of(const Tune& tune) {
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
  switch (end) {
    case TuneEnd::Decided:
      return "decided";
    case TuneEnd::OutOfDeals:
      return "max-deals";
    case TuneEnd::AllAlike:
      return "alike";
    case TuneEnd::NoneCanPlay:
      return "none-can-play";
    case TuneEnd::Broken:
      return "opponent-failed";
    case TuneEnd::Interrupted:
      break;
  }
  return "interrupted";
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

std::vector<TunedPoint> rows_of(const Tune& tune) {
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

std::string show_values(const Tune& tune, const Point& point) {
  std::string text;
  for (const Parameter& parameter : tune.space().at(point))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", parameter.name, parameter.value);
  return text;
}

std::string opponents_of(const Tune& tune) {
  std::vector<std::string> names;
  for (const entrants::Entrant& opponent : tune.opponents())
    names.push_back(opponent.agent.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string headline(const Tune& tune) {
  const std::string& bot = tune.bot().agent.name;
  const std::size_t count = tune.points().size();
  const std::string of = fmt::format("of {} against {}", count, opponents_of(tune));
  const std::string deals = words::show_count(tune.deals()) + " deals";
  const auto best = tune.best();
  const std::string values = best ? show_values(tune, *best) : "";
  switch (end_of(tune)) {
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
      "gain on fresh dice: {:+.1f} ±{:.1f} Elo over the bot as it is ({} deals of each)", gain->elo,
      gain->half_width, tune.terms().gain_deals);
  if (std::abs(gain->elo) <= gain->half_width) return sentence + ", which may be nothing";
  return gain->elo < 0 ? sentence + ": it is better as it is" : sentence;
}

std::string luck_of(const Tune& tune) {
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
  Json candidates = Json::array();
  for (const TunedPoint& point : tune.points()) {
    const CandidateStanding& standing = point.standing;
    Json candidate{{"values", values_json(tune, point.point)},
                   {"name", tune.name_of(point)},
                   {"race", point.race},
                   {"state", is_alike(tune) && standing.state != CandidateState::Failed
                                 ? "alike"
                                 : word_of(standing.state)},
                   {"deals", standing.deals}};
    add_estimate(candidate, "elo", standing.field);
    add_estimate(candidate, "behind", standing.behind);
    candidate["reason"] = standing.reason.empty() ? Json() : Json(standing.reason);
    candidates.push_back(candidate);
  }
  Json gain;
  if (const auto estimate = tune.gain()) {
    gain = Json::object();
    add_estimate(gain, "elo", estimate);
    gain["deals"] = tune.terms().gain_deals;
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
                  {"luck", luck_of(tune)},
                  {"end", to_string(end_of(tune))},
                  {"complete", tune.is_over()},
                  {"races", tune.races()},
                  {"deals", tune.deals()},
                  {"best", best ? values_json(tune, *best) : Json()},
                  {"present", best ? Json(tune.is_present(*best)) : Json()},
                  {"gain", gain},
                  {"candidates", candidates},
                  {"hints", Json(hints(tune))},
                  {"line", advice.empty() ? Json() : Json(entrants::parameters_line(advice))}};
  return files::dump(json, 2);
}

std::string tune_csv(const Tune& tune) {
  std::string text;
  for (const Dimension& axis : tune.space().axes())
    text += axis.name + ",";
  text += "race,state,deals,elo,elo_low,elo_high,behind,behind_low,behind_high\n";
  const auto add = [&](const std::optional<EloEstimate>& estimate) {
    text += estimate ? fmt::format(",{:.2f},{:.2f},{:.2f}", estimate->elo,
                                   estimate->elo - estimate->half_width,
                                   estimate->elo + estimate->half_width)
                     : ",,,";
  };
  for (const TunedPoint& point : tune.points()) {
    for (const Parameter& parameter : tune.space().at(point.point))
      text += parameter.value + ",";
    text +=
        fmt::format("{},{},{}", point.race, word_of(point.standing.state), point.standing.deals);
    add(point.standing.field);
    add(point.standing.behind);
    text += "\n";
  }
  return text;
}

}  // namespace danno::leagues::tune
