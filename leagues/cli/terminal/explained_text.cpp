#include "leagues/cli/terminal/explained_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "leagues/archive/review.hpp"
#include "leagues/text/json.hpp"
#include "leagues/text/shown_points.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using referee::record::Step;
using rules::Action;
using rules::Definition;

std::string_view name_of(Action action) {
  switch (action) {
    case Action::Roll:
      return "roll";
    case Action::Bank:
      return "bank";
    case Action::Accept:
      return "accept";
    case Action::Decline:
      break;
  }
  return "decline";
}

std::string_view name_of(rules::Thrown outcome) {
  switch (outcome) {
    case rules::Thrown::Choice:
      return "choice";
    case rules::Thrown::Bust:
      return "bust";
    case rules::Thrown::Attempt:
      return "attempt succeeds";
    case rules::Thrown::Win:
      break;
  }
  return "six alike win";
}

bool is_decision(const Step& step) {
  return step.kind == Step::Kind::Choice || step.kind == Step::Kind::Offer;
}

std::string show_played(const Definition& definition, const Step& step) {
  if (is_decision(step)) return show_decision(definition, step.action, step.option.keep);
  if (step.kind == Step::Kind::Forfeit) return "forfeit";
  return std::string(name_of(step.outcome));
}

}  // namespace

std::string show_chance(double chance) { return fmt::format("{:.1f} %", 100 * chance); }

/// What rounds to nothing has no sign of minus.
std::string show_change(double change) {
  return fmt::format("{:+.1f} %", std::round(1000 * change) / 10 + 0.0);
}

std::string show_decision(const Definition& definition, Action action, rules::Dice keep) {
  const bool keeps =
      (action == Action::Roll || action == Action::Bank) && !definition.automatic_keeps;
  return fmt::format("{}{}", keeps ? "keep " + rules::to_string(keep, definition.faces) + " " : "",
                     name_of(action));
}

std::string show_best(const Definition& definition, const solver::Choice& best) {
  return show_decision(definition, best.action, best.option.keep);
}

std::string show_standing(const Definition& definition, const ToldStep& told) {
  const rules::Position& before = told.before;
  const auto own = static_cast<std::size_t>(told.step.seat);
  const auto points = [&](rules::Points value) { return rules::show_points(definition, value); };
  std::string text =
      fmt::format("{}:{}", points(before.totals[own]), points(before.totals[1 - own]));
  if (before.phase == rules::Phase::Offer)
    return text +
           fmt::format(", offered {} with {} dice", points(before.offer.points), before.offer.dice);
  if (before.turn.points > 0) text += ", turn " + points(before.turn.points);
  if (!before.is_in(told.step.seat)) text += ", not in";
  if (before.closer) text += ", last turns";
  return text;
}

text::Json step_json(const Definition& definition, const ToldStep& told) {
  const auto& [step, explained, before] = told;
  text::Json json{{"seat", step.seat},
                  {"totals",
                   {text::shown_points(definition, before.totals[0]),
                    text::shown_points(definition, before.totals[1])}},
                  {"turn", text::shown_points(definition, before.turn.points)}};
  if (step.kind == Step::Kind::Throw || step.kind == Step::Kind::Choice)
    json["dice"] = rules::to_string(step.thrown, definition.faces);
  json["played"] = show_played(definition, step);
  json["before"] = explained.before;
  json["after"] = explained.after;
  json[step.kind == Step::Kind::Throw ? "luck" : "cost"] =
      step.kind == Step::Kind::Throw ? explained.luck : explained.cost;
  if (explained.best) {
    json["choices"] = explained.choices;
    json["best"] = show_best(definition, *explained.best);
    json["best_chance"] = explained.best->chance;
  }
  return json;
}

std::vector<std::vector<std::string>> step_rows(const Definition& definition,
                                                const std::vector<std::string>& players,
                                                const std::vector<ToldStep>& steps) {
  std::vector<std::vector<std::string>> rows{
      {"step", "player", "standing", "dice", "luck", "chance", "played", "after", "cost", "best"}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ToldStep* told = &steps[i];
    std::string luck;
    if (told->step.kind == Step::Kind::Throw) {
      luck = show_change(told->explained.luck);
      const bool decided = i + 1 < steps.size() && steps[i + 1].step.kind == Step::Kind::Choice;
      if (decided) told = &steps[++i];
    }
    const auto& [step, explained, before] = *told;
    const bool threw = step.thrown.size() > 0;
    const bool lost = explained.cost > archive::kNoLoss;  // of a throw it is 0
    rows.push_back({std::to_string(i + 1), players[static_cast<std::size_t>(step.seat)],
                    show_standing(definition, *told),
                    threw ? rules::to_string(step.thrown, definition.faces) : "", luck,
                    is_decision(step) ? show_chance(explained.before) : "",
                    show_played(definition, step), show_chance(explained.after),
                    lost ? show_chance(explained.cost) : "",
                    lost && explained.best ? show_best(definition, *explained.best) : ""});
  }
  return rows;
}

}  // namespace danno::leagues::cli::terminal
