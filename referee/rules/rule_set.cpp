#include "referee/rules/rule_set.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include "referee/rules/bundled.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::rules {
namespace {

constexpr std::array<std::string_view, 1> kTrueGreedOptions{"spare_dice_score"};
constexpr std::array<std::string_view, 2> kDollarOptions{"six_alike_ends_turn", "bank_below_entry"};
constexpr std::array<std::string_view, 3> kTygheOptions{"break_triples", "newcomer_accepts",
                                                        "bank_below_entry"};
constexpr std::array<std::string_view, 3> kOfficialOptions{"dead_dice", "choose_attempt",
                                                           "newcomer_accepts"};

Definition bundled(std::string_view text, std::span<const std::string_view> options) {
  auto definition = std::get<Definition>(parse_rules(text));
  // Only rule sets from files keep their text; an empty one marks a bundled rule set.
  definition.text.clear();
  definition.options = options;
  return definition;
}

const std::array<Definition, 5>& bundled_definitions() {
  static const std::array<Definition, 5> kDefinitions{
      bundled(kTrueGreedText, kTrueGreedOptions), bundled(kDollarText, kDollarOptions),
      bundled(kTygheText, kTygheOptions), bundled(kOfficialText, kOfficialOptions),
      bundled(kKoansText, {})};
  return kDefinitions;
}

/// The rule sets from files, the last one first. An entry never changes and stays for the life of
/// the process, so readers need no lock.
struct Registered {
  Definition definition;
  const Registered* next = nullptr;
};
std::atomic<const Registered*> last_registered = nullptr;

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
  if (option.name == "over_target") return !definition.exact;
  return std::ranges::find(definition.options, option.name) != definition.options.end();
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

/// Sets a parameter of at least `least`, in the definition's unit; returns what is wrong with it.
std::optional<std::string> set_points(const Definition& definition, std::string_view name,
                                      std::string_view value, Points least, Points& points) {
  const auto parsed = parse_points(definition, value);
  if (!parsed || *parsed < least)
    return wrong_value(name, value, describe_points(definition, least));
  points = *parsed;
  return std::nullopt;
}

/// Adds triples with one or two more of their face, where one alone scores nothing.
void add_spare_dice(const std::vector<Combination>& combinations, KeepRules& rules) {
  for (const auto& [dice, points] : combinations) {
    for (int face = 0; face < kFaces; ++face) {
      const bool triple = dice.count(face) == 3 && dice.size() == 3;
      if (!triple || ((rules.singles >> face) & 1U) != 0) continue;
      // Three more of the face would be a second triple.
      for (int spare = 1; spare <= 2; ++spare) {
        Dice with = dice;
        with.add(face, spare);
        rules.combinations.push_back({with, points});
      }
    }
  }
}

}  // namespace

RuleSet::RuleSet(const Definition& definition, int seats, const Parameters& parameters)
    : definition_(&definition),
      seats_(seats),
      has_wins_(!definition.wins.empty()),
      has_locks_(!definition.locks.empty()),
      parameters_(parameters),
      keeps_(definition.keep_rules(parameters)) {
  assert(seats >= 2 && seats <= kMaxSeats);
}

bool RuleSet::is_win(Dice rolled) const {
  return std::ranges::find(definition_->wins, rolled) != definition_->wins.end();
}

Points RuleSet::points_of_win(Dice rolled) const {
  assert(wins_at_once(rolled));
  return keeps_.keeps(rolled).front().points;
}

bool RuleSet::holds_lock(Dice kept) const {
  return std::ranges::any_of(definition_->locks, [&](Dice lock) { return kept.contains(lock); });
}

Parameters Definition::defaults(int seats) const {
  Parameters parameters = usual;
  parameters.target = targets.at(static_cast<std::size_t>(seats));
  return parameters;
}

KeepRules Definition::keep_rules(const Parameters& parameters) const {
  KeepRules rules;
  rules.combinations = combinations;
  for (const Combination& combination : combinations) {
    if (combination.dice.size() > 1) continue;
    for (int face = 0; face < kFaces; ++face)
      rules.singles |= combination.dice.count(face) > 0 ? 1U << face : 0U;
  }
  if (parameters.spare_dice_score) add_spare_dice(combinations, rules);
  rules.every_keep = every_keep;
  rules.whole_triples = parameters.break_triples ? 0 : rules.singles;
  rules.dead_dice = parameters.dead_dice;
  rules.automatic = automatic_keeps;
  rules.wins = wins;
  return rules;
}

std::span<const Definition* const> all_definitions() {
  static const auto kAll = [] {
    std::array<const Definition*, 5> all{};
    std::ranges::transform(bundled_definitions(), all.begin(),
                           [](const Definition& definition) { return &definition; });
    return all;
  }();
  return kAll;
}

const Definition* find_definition(std::string_view id) {
  const auto& all = bundled_definitions();
  const auto* const found = std::ranges::find(all, id, &Definition::id);
  return found == all.end() ? nullptr : found;
}

const Definition& register_definition(Definition definition) {
  assert(!definition.is_bundled());
  const std::string text = definition.text;
  auto entry = std::make_unique<Registered>(Registered{std::move(definition)});
  entry->next = last_registered;
  do {
    // The list may have grown since the last look.
    if (const Definition* const known = find_registered(text)) return *known;
  } while (!last_registered.compare_exchange_weak(entry->next, entry.get()));
  return entry.release()->definition;
}

const Definition* find_registered(std::string_view text) {
  for (const Registered* entry = last_registered; entry != nullptr; entry = entry->next) {
    if (entry->definition.text == text) return &entry->definition;
  }
  return nullptr;
}

RuleSet make_rule_set(const Definition& definition, int seats) {
  return {definition, seats, definition.defaults(seats)};
}

std::vector<NamedParameter> list_parameters(const Definition& definition,
                                            const Parameters& parameters) {
  std::vector<NamedParameter> list{
      {"target", format_points(definition, parameters.target), parameters.target},
      {"entry", format_points(definition, parameters.entry), parameters.entry},
      {"max_turns", std::to_string(parameters.max_turns), parameters.max_turns},
  };
  for (const Switch& option : kSwitches) {
    if (!uses(definition, option)) continue;
    // A switch goes over the wire as 0 or 1, as units and turns go as numbers.
    const bool on = parameters.*option.field;
    list.push_back({option.name, on ? "true" : "false", on ? 1 : 0});
  }
  return list;
}

std::optional<std::string> set_parameter(const Definition& definition, Parameters& parameters,
                                         std::string_view name, std::string_view value) {
  if (name == "target") return set_points(definition, name, value, 1, parameters.target);
  if (name == "entry") return set_points(definition, name, value, 0, parameters.entry);
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

std::optional<Dice> parse_throw(const Definition& definition, std::string_view text) {
  const auto dice = parse_dice(text, definition.faces);
  return dice && !dice->empty() && dice->size() <= definition.dice ? dice : std::nullopt;
}

std::string format_points(const Definition& definition, Points points) {
  assert(definition.unit == 1 || definition.unit == 2);
  if (points < 0) return "-" + format_points(definition, -points);
  std::string text = std::to_string(points / definition.unit);
  if (points % definition.unit != 0) text += ".5";
  return text;
}

std::string describe_points(const Definition& definition, Points least) {
  return std::string(definition.unit == 1 ? "whole points" : "points, halves allowed,") + " from " +
         format_points(definition, least) + " to " + std::to_string(kMaxPoints / definition.unit);
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
  if (!whole || text.front() == '-' || *whole > kMaxPoints / definition.unit ||
      (half && definition.unit == 1))
    return std::nullopt;
  return *whole * definition.unit + (half ? 1 : 0);
}

double bust_chance(const RuleSet& rules, int dice) {
  int busts = 0;
  for_each_roll(dice, [&](Dice roll) {
    if (rules.keep_table().keeps(roll).empty()) busts += ways(roll);
  });
  return busts / std::pow(kFaces, dice);
}

double mean_of_first_throw(const RuleSet& rules) {
  std::int64_t sum = 0;
  for_each_roll(rules.dice(), [&](Dice roll) {
    const auto keeps = rules.keep_table().keeps(roll);
    // Keeps are sorted by falling points, so the first one is the best.
    if (!keeps.empty()) sum += std::int64_t{keeps.front().points} * ways(roll);
  });
  return static_cast<double>(sum) / std::pow(kFaces, rules.dice()) / rules.definition().unit;
}

}  // namespace danno::rules
