// danno keeps ID DICE: what may be kept of a roll.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/shown_points.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::cli {
namespace {

rules::Dice chosen_dice(const rules::Definition& definition, const std::string& text) {
  const auto dice = rules::parse_dice(text, definition.faces);
  if (dice && !dice->empty() && dice->size() <= definition.dice) return *dice;
  throw UsageError(fmt::format("'{}' is no roll of {}; expected 1 to {} dice of the faces {}", text,
                               definition.id, definition.dice, definition.faces));
}

int next_dice(const rules::RuleSet& rules, rules::Dice roll, const rules::Keep& keep) {
  if (rules.wins_at_once(roll)) return 0;
  return keep.hot ? rules.dice() : roll.size() - keep.size;
}

void print_json(const rules::RuleSet& rules, rules::Dice roll) {
  const auto keeps = rules.keep_table().keeps(roll);
  nlohmann::ordered_json json{
      {"bust", keeps.empty()}, {"best", 0}, {"hot", false}, {"keeps", nlohmann::json::array()}};
  if (!keeps.empty())
    json["best"] = leagues::shown_points(rules.definition(), keeps.front().points);
  for (const rules::Keep& keep : keeps) {
    if (keep.hot) json["hot"] = true;
    json["keeps"].push_back({{"keep", rules::to_string(keep.dice, rules.faces())},
                             {"points", leagues::shown_points(rules.definition(), keep.points)},
                             {"next_dice", next_dice(rules, roll, keep)}});
  }
  fmt::print("{}\n", json.dump());
}

void print_text(const rules::RuleSet& rules, rules::Dice roll) {
  const auto keeps = rules.keep_table().keeps(roll);
  if (keeps.empty()) {
    fmt::print("bust: {} has no keep in {}\n", rules::to_string(roll, rules.faces()), rules.id());
    return;
  }
  std::vector<std::vector<std::string>> rows{{"keep", "points", "next dice"}};
  for (const rules::Keep& keep : keeps) {
    rows.push_back({rules::to_string(keep.dice, rules.faces()),
                    rules::show_points(rules.definition(), keep.points),
                    std::to_string(next_dice(rules, roll, keep))});
  }
  fmt::print("{}", text_table({Align::Left, Align::Right, Align::Right}, rows));
}

}  // namespace

void add_keeps(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "keeps",
                             .summary = "the legal keeps of a roll",
                             .group = "The games",
                             .examples = "  danno keeps official 12341\n"
                                         "  danno keeps dollar '$GRDDE' --json"});
  add_json_flag(verb, session);
  struct Arguments {
    std::string id;
    std::string dice;
  };
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("ID", arguments->id, "a rule set, as 'danno rules' lists them")->required();
  verb.add_option("DICE", arguments->dice, "the roll: its faces in any order, no separators")
      ->required();
  verb.callback([arguments, &session] {
    const rules::Definition& definition = chosen_rules(arguments->id);
    const rules::Dice roll = chosen_dice(definition, arguments->dice);
    const rules::RuleSet rules = rules::make_rule_set(definition, 2);
    session.json ? print_json(rules, roll) : print_text(rules, roll);
  });
}

}  // namespace danno::cli
