#include "leagues/cli/terminal/explained_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "leagues/archive/review.hpp"
#include "leagues/archive/step_words.hpp"
#include "leagues/files/shown_points.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using archive::ViewedStep;
using files::Json;
using referee::record::Step;
using rules::Definition;

/// null where there are none.
Json dice_json(const Definition& definition, rules::Dice dice) {
  return dice.empty() ? Json() : Json(rules::to_string(dice, definition.faces));
}

/// Where the seats stood before the step.
void add_standing(const Definition& definition, const rules::Position& before, Json& json) {
  const auto shown = [&](rules::Points points) { return files::shown_points(definition, points); };
  Json totals = Json::array();
  Json in_game = Json::array();
  for (std::size_t seat = 0; seat < before.seats; ++seat) {
    totals.push_back(shown(before.totals[seat]));
    in_game.push_back(before.is_in(static_cast<int>(seat)));
  }
  json["totals"] = totals;
  json["seat_totals"] = totals;
  json["in_game"] = in_game;
  json["turn"] = shown(before.turn.points);
  json["locked"] = shown(before.turn.locked);
  json["inherited"] = shown(before.turn.inherited);
  json["offer"] = nullptr;
  if (before.phase == rules::Phase::Offer)
    json["offer"] = {{"points", shown(before.offer.points)}, {"dice", before.offer.dice}};
  json["last_turns"] = before.closer;
}

void add_chances(const Definition& definition, const ViewedStep& step, Json& json) {
  const auto& explained = step.explained;
  const bool threw = step.made.kind == Step::Kind::Throw;
  json["before"] = explained ? Json(explained->before) : Json();
  json["after"] = explained ? Json(explained->after) : Json();
  json[threw ? "luck" : "cost"] =
      explained ? Json(threw ? explained->luck : explained->cost) : Json();
  if (!explained || !explained->best) return;
  json["choices"] = explained->choices;
  json["best"] = archive::show_choice(definition, *explained->best);
  json["best_chance"] = explained->best->chance;
  json["alternatives"] = Json::array();
  for (const solver::Choice& other : step.alternatives)
    json["alternatives"].push_back(
        {{"played", archive::show_choice(definition, other)}, {"chance", other.chance}});
}

std::vector<std::string> step_row(const Definition& definition, std::size_t number,
                                  const std::string& player, const ViewedStep& step,
                                  const std::string& luck) {
  const auto& explained = step.explained;
  const bool lost = explained && explained->cost > archive::kNoLoss;  // of a throw it is 0
  return {std::to_string(number),
          player,
          show_standing(definition, step),
          rules::to_string(step.made.thrown, definition.faces),
          luck,
          explained && step.is_decision() ? show_chance(explained->before) : "",
          archive::show_played(definition, step.made),
          explained ? show_chance(explained->after) : "",
          lost ? show_chance(explained->cost) : "",
          lost && explained->best ? archive::show_choice(definition, *explained->best) : ""};
}

}  // namespace

std::string show_chance(double chance) { return fmt::format("{:.1f} %", 100 * chance); }

/// What rounds to nothing has no sign of minus.
std::string show_change(double change) {
  return fmt::format("{:+.1f} %", std::round(1000 * change) / 10 + 0.0);
}

std::string show_standing(const Definition& definition, const ViewedStep& step) {
  const rules::Position& before = step.before;
  const auto points = [&](rules::Points value) { return rules::show_points(definition, value); };
  std::string text;
  for (int i = 0; i < before.seats; ++i) {
    const auto seat = static_cast<std::size_t>((step.made.seat + i) % before.seats);
    text += (i == 0 ? "" : ":") + points(before.totals[seat]);
  }
  if (before.phase == rules::Phase::Offer)
    return text + fmt::format(", offered {} with {}", points(before.offer.points),
                              words::show_dice(before.offer.dice));
  if (before.turn.points > 0) text += ", turn " + points(before.turn.points);
  if (!before.is_in(step.made.seat)) text += ", not in";
  if (before.closer) text += ", last turns";
  return text;
}

Json step_json(const Definition& definition, const ViewedStep& step) {
  const Step& made = step.made;
  Json json{{"seat", made.seat}, {"turn_number", step.turn}, {"roll", step.roll}};
  add_standing(definition, step.before, json);
  if (!made.thrown.empty()) json["dice"] = dice_json(definition, made.thrown);
  json["kept"] = dice_json(definition, step.kept);
  json["worth"] = files::shown_points(definition, step.worth);
  json["next_dice"] = step.next_dice;
  json["played"] = archive::show_played(definition, made);
  add_chances(definition, step, json);
  return json;
}

/// A throw and the choice after it are one row.
std::vector<std::vector<std::string>> step_rows(const Definition& definition,
                                                const std::vector<std::string>& players,
                                                const std::vector<ViewedStep>& steps) {
  std::vector<std::vector<std::string>> rows{
      {"step", "player", "standing", "dice", "luck", "chance", "played", "after", "cost", "best"}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ViewedStep* step = &steps[i];
    std::string luck;
    if (step->made.kind == Step::Kind::Throw) {
      if (step->explained) luck = show_change(step->explained->luck);
      const bool decided = i + 1 < steps.size() && steps[i + 1].made.kind == Step::Kind::Choice;
      if (decided) step = &steps[++i];
    }
    rows.push_back(step_row(definition, i + 1, players[static_cast<std::size_t>(step->made.seat)],
                            *step, luck));
  }
  return rows;
}

}  // namespace danno::leagues::cli::terminal
