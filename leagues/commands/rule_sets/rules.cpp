// danno rules [ID|FILE]: the rule sets; one in full; warnings about a file.
#include <fmt/format.h>

#include <string>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/points.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/schedule/rule_file.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/description.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::leagues::commands::rule_sets {
namespace {

using rules::Definition;

base::Json parameter_json(const Definition& definition, const rules::NamedParameter& parameter) {
  if (parameter.value == "true" || parameter.value == "false") return parameter.value == "true";
  if (parameter.name == "max_turns") return parameter.wire;
  return base::shown_points(definition, parameter.wire);
}

base::Json head_json(const Definition& definition) {
  return {{"id", definition.id},
          {"title", definition.title},
          {"summary", definition.summary},
          {"dice", definition.dice},
          {"faces", definition.faces}};
}

/// Returns all that is known of a rule set, for programs.
base::Json full_json(const Definition& definition) {
  base::Json json = head_json(definition);
  for (const auto& parameter : rules::list_parameters(definition, definition.defaults(2)))
    json["parameters"][std::string(parameter.name)] = parameter_json(definition, parameter);
  for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
    json["target_by_seats"][std::to_string(seats)] =
        base::shown_points(definition, definition.defaults(seats).target);
  }
  for (const auto& entry : definition.combinations) {
    json["combinations"].push_back({{"dice", rules::to_string(entry.dice, definition.faces)},
                                    {"points", base::shown_points(definition, entry.points)}});
  }
  json["duties"] = rules::describe_rules(definition);
  const rules::RuleSet set = rules::make_rule_set(definition, 2);
  for (int dice = definition.dice; dice >= 1; --dice)
    json["bust_chances"][std::to_string(dice)] = rules::bust_chance(set, dice);
  json["first_throw_mean"] = rules::mean_of_first_throw(set);
  if (!definition.is_bundled()) json["hash"] = referee::record::rules_hash(definition);
  return json;
}

void print_list() {
  cli::Rows rows;
  for (const Definition* definition : rules::all_definitions())
    rows.push_back({std::string(definition->id), std::string(definition->summary)});
  cli::print_text("{}", cli::text_table("ll", rows));
}

/// Returns the target of larger games if it differs from that of two.
std::string target_note(const Definition& definition) {
  const auto two = definition.defaults(2).target;
  const auto more = definition.defaults(3).target;
  return two == more ? "" : rules::format_points(definition, more) + " for three players or more";
}

/// Prints the chance of a bust by the number of dice, and the mean of the first throw.
void print_chances(const Definition& definition) {
  const rules::RuleSet set = rules::make_rule_set(definition, 2);
  cli::Rows rows;
  for (int dice = definition.dice; dice >= 1; --dice) {
    rows.push_back({fmt::format("  {} {}", dice, dice == 1 ? "die" : "dice"),
                    base::format_chance(rules::bust_chance(set, dice))});
  }
  cli::print_text("\nchance of a bust\n{}", cli::text_table("lr", rows));
  cli::print_text("\nthe first throw is worth {:.1f} on average\n",
                  rules::mean_of_first_throw(set));
}

/// Prints a rule set for people: scores, rules, parameters, chances.
void print_full(const Definition& definition) {
  cli::print_text("{}: {}\n{}\n", definition.id, base::escape_terminal(definition.title),
                  base::escape_terminal(definition.summary));
  cli::print_text("\n{} dice, faces {}; 2 to {} players\n\nscores\n", definition.dice,
                  definition.faces, rules::kMaxSeats);
  cli::Rows rows;
  for (const auto& entry : definition.combinations) {
    rows.push_back({"  " + rules::to_string(entry.dice, definition.faces),
                    rules::format_points(definition, entry.points)});
  }
  cli::print_text("{}\nrules\n", cli::text_table("lr", rows));
  for (const std::string& sentence : rules::describe_rules(definition))
    cli::print_text("  {}\n", sentence);
  rows.clear();
  for (const auto& parameter : rules::list_parameters(definition, definition.defaults(2))) {
    rows.push_back({"  " + std::string(parameter.name), parameter.value,
                    parameter.name == "target" ? target_note(definition) : ""});
  }
  cli::print_text("\nparameters, with their defaults\n{}", cli::text_table("lll", rows));
  print_chances(definition);
  if (!definition.is_bundled())
    cli::print_text("\nhash {}\n", referee::record::rules_hash(definition));
}

/// Shows all rule sets, one line each; as JSON if the invocation asks for it.
void print_rule_sets(const cli::Invocation& invocation) {
  if (!invocation.json) return print_list();
  base::Json list = base::Json::array();
  for (const Definition* definition : rules::all_definitions())
    list.push_back(head_json(*definition));
  cli::print("{}\n", base::dump(list));
}

/// Shows what cannot be meant in a rule set.
void print_rule_warnings(const Definition& definition, const cli::Invocation& invocation) {
  const std::vector<std::string> warnings = schedule::rule_warnings(definition);
  if (invocation.json) {
    const base::Json json{{"id", definition.id}, {"warnings", warnings}};
    cli::print("{}\n", base::dump(json));
    return;
  }
  for (const std::string& sentence : warnings)
    cli::print_text("warning: {}\n", sentence);
  if (warnings.empty()) cli::print_text("{}: no warnings\n", definition.id);
}

/// Shows one rule set in full.
void print_rule_set(const Definition& definition, const cli::Invocation& invocation) {
  invocation.json ? cli::print("{}\n", base::dump(full_json(definition))) : print_full(definition);
}

struct Arguments {
  std::vector<std::string> words;  ///< ID or FILE; or "check" and one.
  bool toml = false;
};

void show(const Arguments& arguments, const cli::Invocation& invocation) {
  const auto& words = arguments.words;
  const bool checks = !words.empty() && words.front() == "check";
  if (words.size() > (checks ? 2U : 1U))
    throw cli::UsageError("'{}' is one word too many; expected one ID or FILE",
                          words[checks ? 2 : 1]);
  if (checks && words.size() == 1)
    throw cli::UsageError("no file to check; expected 'danno rules check FILE'");
  if (arguments.toml && invocation.json)
    throw cli::UsageError("--toml and --json exclude each other; expected one of them");
  if (words.empty()) {
    if (arguments.toml)
      throw cli::UsageError("--toml prints one rule set; expected its ID or FILE");
    return print_rule_sets(invocation);
  }
  const rules::Definition& definition = cli::resolve_rules(words.back());
  if (checks) return print_rule_warnings(definition, invocation);
  if (arguments.toml) {
    cli::print("{}", rules::print_rules(definition));
  } else {
    print_rule_set(definition, invocation);
  }
}

}  // namespace

void add_rules(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] = app.add(invocation, show,
                                            {.name = "rules",
                                             .summary = "list the rule sets; print or check one",
                                             .group = "The games",
                                             .examples = "  danno rules\n"
                                                         "  danno rules true-greed\n"
                                                         "  danno rules koans --toml > ours.toml\n"
                                                         "  danno rules check ./ours.toml"});
  command.json_flag(invocation);
  command.option(
      "ID", arguments.words,
      "a rule set or its file; default: list all rule sets; 'check FILE' prints errors and "
      "warnings of a file");
  command.flag("--toml", arguments.toml, "print the rule set as a rule file");
}

}  // namespace danno::leagues::commands::rule_sets
