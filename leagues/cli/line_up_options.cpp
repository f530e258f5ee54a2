#include "leagues/cli/line_up_options.hpp"

#include "leagues/base/suggest.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/run_log.hpp"
#include "leagues/schedule/rule_file.hpp"

namespace danno::leagues::cli {
namespace {

/// Reads a rule file. Throws UsageError with all its problems.
const rules::Definition& rules_of_file(const std::string& file) {
  std::vector<std::string> problems;
  const rules::Definition* const definition = schedule::read_rule_file(file, problems);
  if (definition != nullptr) return *definition;
  throw usage_error(escaped(problems));
}

}  // namespace

rules::RuleSet LineUpFlags::rule_set(int seats) const {
  const rules::Definition& definition = resolve_rules(rules);
  rules::Parameters settled = definition.defaults(seats);
  for (const std::string& text : parameters) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos)
      throw UsageError("--set '{}'; expected NAME=VALUE, as in --set target=5000", text);
    const auto problem =
        rules::set_parameter(definition, settled, text.substr(0, sign), text.substr(sign + 1));
    if (problem) throw UsageError("--set {}: {}", text, *problem);
  }
  // Values that are legal one by one may contradict each other.
  const std::string problem = schedule::parameters_problem(definition, settled);
  if (!problem.empty()) throw UsageError("--set: " + problem);
  return rules::RuleSet(definition, seats, settled);
}

referee::play::LineUp LineUpFlags::line_up(const rules::RuleSet& rule_set) const {
  referee::play::LineUp line_up;
  line_up.rules = &rule_set;
  line_up.limits.answer = std::chrono::milliseconds(answer_ms);
  line_up.limits.bank = std::chrono::milliseconds(bank_ms);
  line_up.limits.isolation = resolve_isolation(isolation);
  line_up.limits.freeze = run.freeze;
  line_up.in_flight = run.games_in_flight();
  line_up.exact_clock = run.exact_clock();
  return line_up;
}

void add_clock_flags(Command command, int& answer_ms, int& bank_ms) {
  command.option("--answer-ms", answer_ms, "thinking time per answer, in ms; default 100")
      .range(1, 600'000);
  command.option("--bank-ms", bank_ms, "a game's time bank for long answers, in ms; default 0")
      .range(0, 600'000)
      .advanced();
}

void add_rules_flags(Command command, LineUpFlags& flags) {
  command.option("--rules ID|FILE", flags.rules, "the rule set; default koans");
  add_clock_flags(command, flags.answer_ms, flags.bank_ms);
  add_isolation_flag(command, flags.isolation);
}

void add_game_flags(Command command, LineUpFlags& flags) {
  add_rules_flags(command, flags);
  command
      .option("--set NAME=VALUE", flags.parameters,
              "a parameter of the rule set, as in target=5000")
      .repeated();
}

void add_line_up_flags(Command command, LineUpFlags& flags) {
  add_game_flags(command, flags);
  add_run_flags(command, flags.run);
  add_log_flag(command, flags.log);
  command.option("--reports DIR", flags.reports, "write a report of every fault there").advanced();
}

const rules::Definition& resolve_rules(const std::string& id) {
  if (schedule::names_rule_file(id)) return rules_of_file(id);
  if (const rules::Definition* const found = rules::find_definition(id)) return *found;
  std::vector<std::string> ids;
  for (const rules::Definition* definition : rules::all_definitions())
    ids.emplace_back(definition->id);
  throw UsageError("no rule set '{}'; {}", id, base::describe_choices(id, ids));
}

void add_isolation_flag(Command command, std::string& text) {
  command.option("--isolation LEVEL", text, "strict, confined or none");
}

referee::sandbox::Isolation resolve_isolation(const std::string& text) {
  if (const auto level = referee::sandbox::parse_isolation(text)) return *level;
  throw UsageError("--isolation '{}'; expected strict, confined or none", text);
}

}  // namespace danno::leagues::cli
