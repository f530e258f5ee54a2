// danno keeps ID DICE: what may be kept of a roll.
#include <string>

#include "leagues/base/json.hpp"
#include "leagues/base/points.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/text_table.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::commands::rule_sets {
namespace {

rules::Dice make_dice(const rules::Definition& definition, const std::string& text) {
  if (const auto dice = rules::parse_throw(definition, text)) return *dice;
  throw cli::UsageError("'{}' is not a roll of {}; expected 1 to {} dice of the faces {}", text,
                        definition.id, definition.dice, definition.faces);
}

int next_dice(const rules::RuleSet& rules, rules::Dice roll, const rules::Keep& keep) {
  if (rules.wins_at_once(roll)) return 0;
  return keep.hot ? rules.dice() : roll.size() - keep.size;
}

void print_json(const rules::RuleSet& rules, rules::Dice roll) {
  const auto keeps = rules.keep_table().keeps(roll);
  base::Json json{
      {"bust", keeps.empty()}, {"best", 0}, {"hot", false}, {"keeps", base::Json::array()}};
  if (!keeps.empty()) json["best"] = base::shown_points(rules.definition(), keeps.front().points);
  for (const rules::Keep& keep : keeps) {
    if (keep.hot) json["hot"] = true;
    json["keeps"].push_back({{"keep", rules::to_string(keep.dice, rules.faces())},
                             {"points", base::shown_points(rules.definition(), keep.points)},
                             {"next_dice", next_dice(rules, roll, keep)}});
  }
  cli::print("{}\n", base::dump(json));
}

void print_text(const rules::RuleSet& rules, rules::Dice roll) {
  const auto keeps = rules.keep_table().keeps(roll);
  if (keeps.empty()) {
    cli::print_text("bust: {} has no keep in {}\n", rules::to_string(roll, rules.faces()),
                    rules.id());
    return;
  }
  cli::Rows rows{{"keep", "points", "next dice"}};
  for (const rules::Keep& keep : keeps) {
    rows.push_back({rules::to_string(keep.dice, rules.faces()),
                    rules::format_points(rules.definition(), keep.points),
                    std::to_string(next_dice(rules, roll, keep))});
  }
  cli::print_text("{}", cli::text_table("lrr", rows));
}

struct KeepsArguments {
  std::string id;
  std::string dice;
};

void run_keeps(const KeepsArguments& arguments, const cli::Invocation& invocation) {
  const rules::Definition& definition = cli::resolve_rules(arguments.id);
  const rules::Dice roll = make_dice(definition, arguments.dice);
  const rules::RuleSet rules = rules::make_rule_set(definition, 2);
  invocation.json ? print_json(rules, roll) : print_text(rules, roll);
}

}  // namespace

void add_keeps(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] = app.add(invocation, run_keeps,
                                            {.name = "keeps",
                                             .summary = "list the legal keeps of a roll",
                                             .group = cli::kMore,
                                             .examples = "  danno keeps official 12341\n"
                                                         "  danno keeps dollar '$GRDDE' --json"});
  command.json_flag(invocation);
  command.option("ID", arguments.id, "a rule set, as listed by 'danno rules'").required();
  command.option("DICE", arguments.dice, "the roll: its faces in any order, no separators")
      .required();
}

}  // namespace danno::leagues::commands::rule_sets
