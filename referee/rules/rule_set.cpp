#include "referee/rules/rule_set.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <string>

namespace danno::rules {

extern const Definition kTrueGreed;
extern const Definition kDollar;
extern const Definition kTyghe;
extern const Definition kOfficial;
extern const Definition kKoans;

namespace {

constexpr std::array<const Definition*, 5> kDefinitions{&kTrueGreed, &kDollar, &kTyghe, &kOfficial,
                                                        &kKoans};

struct Switch {
  std::string_view name;
  bool Parameters::*field;
};
constexpr std::array<Switch, 8> kSwitches{{
    {"over_target", &Parameters::over_target},
    {"spare_dice_score", &Parameters::spare_dice_score},
    {"break_triples", &Parameters::break_triples},
    {"dead_dice", &Parameters::dead_dice},
    {"choose_attempt", &Parameters::choose_attempt},
    {"newcomer_accepts", &Parameters::newcomer_accepts},
    {"six_alike_ends_turn", &Parameters::six_alike_ends_turn},
    {"bank_below_entry", &Parameters::bank_below_entry},
}};

bool uses(const Definition& definition, const Switch& option) {
  return option.name == "over_target" ||
         std::ranges::find(definition.options, option.name) != definition.options.end();
}

std::string known_names(const Definition& definition) {
  std::string names = "target, entry, max_turns";
  for (const Switch& option : kSwitches) {
    if (uses(definition, option)) names.append(", ").append(option.name);
  }
  return names;
}

std::string wrong_value(std::string_view name, std::string_view value, std::string_view expected) {
  return std::string(name) + " is '" + std::string(value) + "'; expected " + std::string(expected);
}

std::optional<std::int32_t> parse_whole(std::string_view text) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

RuleSet::RuleSet(const Definition& definition, int seats, const Parameters& parameters)
    : definition_(&definition),
      seats_(seats),
      parameters_(parameters),
      keeps_(definition.keep_rules(parameters)) {
  assert(seats >= 2 && seats <= kMaxSeats);
}

bool RuleSet::wins_at_once(Dice rolled) const {
  return definition_->six_alike_wins && is_six_alike(rolled);
}

std::span<const Definition* const> all_definitions() { return kDefinitions; }

const Definition* find_definition(std::string_view id) {
  const auto* const found = std::ranges::find(kDefinitions, id, &Definition::id);
  return found == kDefinitions.end() ? nullptr : *found;
}

RuleSet make_rule_set(const Definition& definition, int seats) {
  return {definition, seats, definition.defaults(seats)};
}

std::vector<NamedParameter> list_parameters(const Definition& definition,
                                            const Parameters& parameters) {
  std::vector<NamedParameter> list{
      {"target", show_points(definition, parameters.target), parameters.target},
      {"entry", show_points(definition, parameters.entry), parameters.entry},
      {"max_turns", std::to_string(parameters.max_turns), parameters.max_turns},
  };
  for (const Switch& option : kSwitches) {
    if (!uses(definition, option)) continue;
    const bool on = parameters.*option.field;
    list.push_back({option.name, on ? "true" : "false", on ? 1 : 0});
  }
  return list;
}

std::optional<std::string> set_parameter(const Definition& definition, Parameters& parameters,
                                         std::string_view name, std::string_view value) {
  if (name == "target" || name == "entry") {
    const auto points = parse_points(definition, value);
    if (!points || (name == "target" && *points == 0)) {
      return wrong_value(name, value,
                         definition.unit == 1 ? "whole points" : "points, halves allowed");
    }
    (name == "target" ? parameters.target : parameters.entry) = *points;
    return std::nullopt;
  }
  if (name == "max_turns") {
    const auto turns = parse_whole(value);
    if (!turns || *turns < 1 || *turns > 1'000'000) return wrong_value(name, value, "1 to 1000000");
    parameters.max_turns = *turns;
    return std::nullopt;
  }
  for (const Switch& option : kSwitches) {
    if (option.name != name || !uses(definition, option)) continue;
    if (value != "true" && value != "false") return wrong_value(name, value, "true or false");
    parameters.*option.field = value == "true";
    return std::nullopt;
  }
  return std::string(definition.id) + " has no parameter '" + std::string(name) + "'; it has " +
         known_names(definition);
}

std::string show_points(const Definition& definition, Points points) {
  assert(definition.unit == 1 || definition.unit == 2);
  std::string text = std::to_string(points / definition.unit);
  if (points % definition.unit != 0) text += ".5";
  return text;
}

std::optional<Points> parse_points(const Definition& definition, std::string_view text) {
  bool half = false;
  const std::size_t dot = text.find('.');
  if (dot != std::string_view::npos) {
    const std::string_view fraction = text.substr(dot + 1);
    if (fraction != "0" && fraction != "5") return std::nullopt;
    half = fraction == "5";
    text = text.substr(0, dot);
  }
  const auto whole = parse_whole(text);
  if (!whole || text.front() == '-' || *whole > kMaxPoints / 2 || (half && definition.unit == 1))
    return std::nullopt;
  return *whole * definition.unit + (half ? 1 : 0);
}

}  // namespace danno::rules
