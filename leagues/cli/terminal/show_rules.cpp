#include "leagues/cli/terminal/show_rules.hpp"

#include <fmt/format.h>

#include <string>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"
#include "leagues/files/shown_points.hpp"
#include "referee/rules/duties.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using rules::Definition;

/// The table's entries; the 6 entries of six alike and the like stand as they are.
std::vector<rules::Combination> combinations(const Definition& definition) {
  return definition.keep_rules(definition.defaults(2)).combinations;
}

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
  for (const auto& entry : combinations(definition)) {
    json["combinations"].push_back({{"dice", rules::to_string(entry.dice, definition.faces)},
                                    {"points", files::shown_points(definition, entry.points)}});
  }
  json["duties"] = rules::duties(definition);
  return json;
}

void print_list() {
  std::vector<std::vector<std::string>> rows;
  for (const Definition* definition : rules::all_definitions())
    rows.push_back({std::string(definition->id), std::string(definition->summary)});
  fmt::print("{}", text_table({Align::Left, Align::Left}, rows));
}

std::string target_note(const Definition& definition) {
  const auto two = definition.defaults(2).target;
  const auto more = definition.defaults(3).target;
  return two == more ? "" : rules::show_points(definition, more) + " for three players or more";
}

void print_full(const Definition& definition) {
  fmt::print("{}: {}\n{}\n", definition.id, definition.title, definition.summary);
  fmt::print("\n{} dice, faces {}; 2 to {} players\n\nscores\n", definition.dice, definition.faces,
             rules::kMaxSeats);
  std::vector<std::vector<std::string>> rows;
  for (const auto& entry : combinations(definition)) {
    rows.push_back({"  " + rules::to_string(entry.dice, definition.faces),
                    rules::show_points(definition, entry.points)});
  }
  fmt::print("{}\nrules\n", text_table({Align::Left, Align::Right}, rows));
  for (const std::string& sentence : rules::duties(definition))
    fmt::print("  {}\n", sentence);
  rows.clear();
  for (const auto& parameter : rules::list_parameters(definition, definition.defaults(2))) {
    rows.push_back({"  " + std::string(parameter.name), parameter.value,
                    parameter.name == "target" ? target_note(definition) : ""});
  }
  fmt::print("\nparameters, with their defaults\n{}",
             text_table({Align::Left, Align::Left, Align::Left}, rows));
}

}  // namespace

void show_rule_sets(const Invocation& invocation) {
  if (!invocation.json) return print_list();
  files::Json list = files::Json::array();
  for (const Definition* definition : rules::all_definitions())
    list.push_back(head_json(*definition));
  fmt::print("{}\n", list.dump());
}

void show_rule_set(const Definition& definition, const Invocation& invocation) {
  invocation.json ? fmt::print("{}\n", full_json(definition).dump()) : print_full(definition);
}

}  // namespace danno::leagues::cli::terminal
