#include "agents/position.hpp"

#include <stdexcept>
#include <string>

#include "referee/rules/rule_text.hpp"

namespace danno::agents {
namespace {

using rules::Dice;

std::string written_value(const rules::Definition& definition, const v1::Parameter& parameter) {
  const std::string& name = parameter.name();
  // The wire has units; set_parameter() reads points as people write them.
  if (name == "target" || name == "entry") return format_points(definition, parameter.value());
  if (name == "max_turns") return std::to_string(parameter.value());
  return parameter.value() != 0 ? "true" : "false";
}

Dice kept_dice(const v1::Ask& ask, std::uint32_t keep) {
  Dice dice;
  for (int die = 0; die < ask.dice_size(); ++die) {
    if (((keep >> die) & 1U) != 0) dice.add(static_cast<int>(ask.dice(die)) - 1);
  }
  return dice;
}

/// Returns whether the keep holds a die that scores by itself.
bool holds_single(const rules::RuleSet& rules, Dice keep) {
  for (int face = 0; face < rules::kFaces; ++face) {
    Dice single;
    single.add(face);
    if (keep.contains(single) && !rules.keep_table().keeps(single).empty()) return true;
  }
  return false;
}

}  // namespace

std::string rules_key(const v1::GameStart& game) {
  std::string key = game.rules() + ' ' + std::to_string(game.seats());
  for (const v1::Parameter& parameter : game.parameters())
    key += ' ' + parameter.name() + ' ' + std::to_string(parameter.value());
  return key + '\n' + game.rule_set();  // two files may share an id
}

rules::RuleSet make_rule_set(const v1::GameStart& game) {
  // A game under a rule file brings the rules along; an id alone names a bundled rule set.
  const auto house = read_rules(game);
  const auto found = rules::find_definition(game.rules(), house ? house->text : "");
  if (const auto* const problem = std::get_if<std::string>(&found))
    throw std::runtime_error(*problem);
  const auto* const definition = std::get<const rules::Definition*>(found);
  const int seats = static_cast<int>(game.seats());
  rules::Parameters parameters = definition->defaults(seats);
  for (const v1::Parameter& parameter : game.parameters()) {
    const auto wrong = set_parameter(*definition, parameters, parameter.name(),
                                     written_value(*definition, parameter));
    if (wrong) throw std::runtime_error(*wrong);
  }
  return {*definition, seats, parameters};
}

rules::Position make_position(const rules::RuleSet& rules, const v1::GameStart& game,
                              const v1::Ask& ask) {
  // A question goes to the mover, so the agent's own seat is to move.
  rules::Position position = rules::start_game(rules, static_cast<int>(game.seat()));
  for (int seat = 0; seat < ask.totals_size(); ++seat)
    position.totals[static_cast<std::size_t>(seat)] = static_cast<rules::Points>(ask.totals(seat));
  position.in_game = rules::SeatSet::from_bits(ask.in_game());
  for (int seat = 0; seat < ask.busts_size(); ++seat)
    position.busts.at(static_cast<std::size_t>(seat)) = static_cast<std::uint8_t>(ask.busts(seat));
  position.forfeited = rules::SeatSet::from_bits(ask.forfeited());
  if (ask.has_closer()) position.closer = static_cast<std::uint8_t>(ask.closer());
  if (ask.offer_dice() != 0) {
    position.phase = rules::Phase::Offer;
    position.offer = {static_cast<rules::Points>(ask.offer_points()),
                      static_cast<std::uint8_t>(ask.offer_dice())};
    return position;
  }
  position.phase = rules::Phase::Choose;
  for (const std::uint32_t face : ask.dice())
    position.thrown.add(static_cast<int>(face) - 1);
  rules::Turn& turn = position.turn;
  turn.points = static_cast<rules::Points>(ask.turn_points());
  turn.locked = static_cast<rules::Points>(ask.locked());
  turn.inherited = static_cast<rules::Points>(ask.inherited());
  turn.dice = static_cast<std::uint8_t>(ask.dice_size());
  // Every keep scores: only before the first one are there no points but those taken over.
  turn.attempt = ask.unproven() && turn.points == turn.inherited;
  turn.unproven = ask.unproven() && !turn.attempt;
  return position;
}

void make_options(const rules::RuleSet& rules, const v1::Ask& ask, rules::Options& options) {
  options.clear();
  for (int i = 0; i < ask.keep_size(); ++i) {
    rules::Option option;
    option.keep = kept_dice(ask, ask.keep(i));
    option.points = static_cast<rules::Points>(ask.points(i));
    option.next_dice = static_cast<std::uint8_t>(ask.next_dice(i));
    option.one_or_five = holds_single(rules, option.keep);
    option.may_roll = (ask.may(i) & 1U) != 0;
    option.may_bank = (ask.may(i) & 2U) != 0;
    options.add(option);
  }
}

}  // namespace danno::agents
