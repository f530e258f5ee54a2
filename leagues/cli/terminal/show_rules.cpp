#include "leagues/cli/terminal/show_rules.hpp"

#include <fmt/format.h>

#include <string>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"
#include "leagues/files/shown_points.hpp"
#include "leagues/plan/rule_warnings.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/chances.hpp"
#include "referee/rules/duties.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using rules::Definition;

files::Json parameter_json(const Definition& definition, const rules::NamedParameter& parameter) {
  if (parameter.value == "true" || parameter.value == "false") return parameter.value == "true";
  if (parameter.name == "max_turns") return parameter.wire;
  return files::shown_points(definition, parameter.wire);
}

files::Json head_json(const Definition& definition) {
  return {{"id", definition.id},
          {"title", definition.title},
          {"summary", definition.summary},
          {"dice", definition.dice},
          {"faces", definition.faces}};
}

files::Json full_json(const Definition& definition) {
  files::Json json = head_json(definition);
  for (const auto& parameter : rules::list_parameters(definition, definition.defaults(2)))
    json["parameters"][std::string(parameter.name)] = parameter_json(definition, parameter);
  for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
    json["target_by_seats"][std::to_string(seats)] =
        files::shown_points(definition, definition.defaults(seats).target);
  }
  for (const auto& entry : definition.combinations) {
    json["combinations"].push_back({{"dice", rules::to_string(entry.dice, definition.faces)},
                                    {"points", files::shown_points(definition, entry.points)}});
  }
  json["duties"] = rules::duties(definition);
  const rules::RuleSet set = rules::make_rule_set(definition, 2);
  for (int dice = definition.dice; dice >= 1; --dice)
    json["bust_chances"][std::to_string(dice)] = rules::bust_chance(set, dice);
  json["first_throw_mean"] = rules::mean_of_first_throw(set);
  if (!definition.is_bundled()) json["hash"] = referee::record::rules_hash(definition);
  return json;
}

void print_list() {
  std::vector<std::vector<std::string>> rows;
  for (const Definition* definition : rules::all_definitions())
    rows.push_back({std::string(definition->id), std::string(definition->summary)});
  print_text("{}", text_table({Align::Left, Align::Left}, rows));
}

std::string target_note(const Definition& definition) {
  const auto two = definition.defaults(2).target;
  const auto more = definition.defaults(3).target;
  return two == more ? "" : rules::show_points(definition, more) + " for three players or more";
}

void print_chances(const Definition& definition) {
  const rules::RuleSet set = rules::make_rule_set(definition, 2);
  std::vector<std::vector<std::string>> rows;
  for (int dice = definition.dice; dice >= 1; --dice) {
    rows.push_back({fmt::format("  {} {}", dice, dice == 1 ? "die" : "dice"),
                    fmt::format("{:.1f} %", 100 * rules::bust_chance(set, dice))});
  }
  print_text("\nchance of a bust\n{}", text_table({Align::Left, Align::Right}, rows));
  print_text("\nthe first throw is worth {:.1f} on average\n", rules::mean_of_first_throw(set));
}

void print_full(const Definition& definition) {
  print_text("{}: {}\n{}\n", definition.id, words::escape_terminal(definition.title),
             words::escape_terminal(definition.summary));
  print_text("\n{} dice, faces {}; 2 to {} players\n\nscores\n", definition.dice, definition.faces,
             rules::kMaxSeats);
  std::vector<std::vector<std::string>> rows;
  for (const auto& entry : definition.combinations) {
    rows.push_back({"  " + rules::to_string(entry.dice, definition.faces),
                    rules::show_points(definition, entry.points)});
  }
  print_text("{}\nrules\n", text_table({Align::Left, Align::Right}, rows));
  for (const std::string& sentence : rules::duties(definition))
    print_text("  {}\n", sentence);
  rows.clear();
  for (const auto& parameter : rules::list_parameters(definition, definition.defaults(2))) {
    rows.push_back({"  " + std::string(parameter.name), parameter.value,
                    parameter.name == "target" ? target_note(definition) : ""});
  }
  print_text("\nparameters, with their defaults\n{}",
             text_table({Align::Left, Align::Left, Align::Left}, rows));
  print_chances(definition);
  if (!definition.is_bundled()) print_text("\nhash {}\n", referee::record::rules_hash(definition));
}

}  // namespace

void show_rule_sets(const Invocation& invocation) {
  if (!invocation.json) return print_list();
  files::Json list = files::Json::array();
  for (const Definition* definition : rules::all_definitions())
    list.push_back(head_json(*definition));
  print("{}\n", list.dump());
}

void show_rule_warnings(const Definition& definition, const Invocation& invocation) {
  const std::vector<std::string> warnings = plan::rule_warnings(definition);
  if (invocation.json) {
    const files::Json json{{"id", definition.id}, {"warnings", warnings}};
    print("{}\n", json.dump());
    return;
  }
  for (const std::string& sentence : warnings)
    print_text("warning: {}\n", sentence);
  if (warnings.empty()) print_text("{}: no warnings\n", definition.id);
}

void show_rule_set(const Definition& definition, const Invocation& invocation) {
  invocation.json ? print("{}\n", full_json(definition).dump()) : print_full(definition);
}

}  // namespace danno::leagues::cli::terminal
