#include "referee/embed/game_rules.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "referee/rules/rule_text.hpp"

namespace danno::referee::embed {
namespace {

using rules::Definition;

std::string bundled_ids() {
  std::string ids;
  for (const Definition* const definition : rules::all_definitions())
    ids.append(ids.empty() ? "" : ", ").append(definition->id);
  return ids;
}

std::shared_ptr<const Definition> find_rules(std::string_view text) {
  if (const Definition* const bundled = rules::find_definition(text))
    return {std::shared_ptr<const Definition>(), bundled};
  if (text.find('\n') == std::string_view::npos) {
    throw std::invalid_argument("no rule set '" + std::string(text.substr(0, 60)) + "'; expected " +
                                bundled_ids() + " or a rule file");
  }
  auto parsed = rules::parse_rules(text);
  if (const auto* const problem = std::get_if<std::string>(&parsed))
    throw std::invalid_argument(*problem);
  auto definition = std::get<Definition>(std::move(parsed));
  if (rules::find_definition(definition.id) != nullptr) {
    throw std::invalid_argument("'id' is '" + definition.id +
                                "', which is a bundled rule set; expected another");
  }
  return std::make_shared<const Definition>(std::move(definition));
}

void set_parameters(const Definition& definition, std::string_view lines,
                    rules::Parameters& parameters) {
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line.empty()) continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      throw std::invalid_argument("the parameter '" + std::string(line.substr(0, 60)) +
                                  "' has no value; expected NAME=VALUE");
    }
    const auto problem = rules::set_parameter(definition, parameters, line.substr(0, equals),
                                              line.substr(equals + 1));
    if (problem) throw std::invalid_argument(*problem);
  }
}

int count_most_options(const rules::RuleSet& rules) {
  std::size_t most = 0;
  for (int size = 1; size <= rules.dice(); ++size) {
    rules::for_each_roll(size, [&](rules::Dice roll) {
      most = std::max(most, rules.keep_table().keeps(roll).size());
    });
  }
  return static_cast<int>(most);
}

}  // namespace

GameRules::GameRules(std::string_view rules, int seats, std::string_view parameters)
    : definition_(find_rules(rules)) {
  if (seats < 2 || seats > rules::kMaxSeats) {
    throw std::invalid_argument(std::to_string(seats) + " seats; expected 2 to " +
                                std::to_string(rules::kMaxSeats));
  }
  rules::Parameters set = definition_->defaults(seats);
  set_parameters(*definition_, parameters, set);
  rules_ = std::make_unique<const rules::RuleSet>(*definition_, seats, set);
  options_ = count_most_options(*rules_);
}

std::string GameRules::parameters() const {
  std::string lines;
  for (const auto& [name, value, wire] :
       rules::list_parameters(rules_->definition(), rules_->parameters()))
    lines.append(name).append("=").append(value).append("\n");
  return lines;
}

std::string GameRules::identity() const {
  const rules::Definition& definition = rules_->definition();
  return definition.id + "\n" + definition.text + "\n" + parameters() + std::to_string(seats());
}

}  // namespace danno::referee::embed
