#include "leagues/cli/flags/line_up_flags.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/store/league.hpp"

namespace danno::cli {

LineUpFlags::LineUpFlags() : isolation(referee::to_string(leagues::kDefaultIsolation)) {}

rules::RuleSet LineUpFlags::rule_set(int seats) const {
  const rules::Definition& definition = chosen_rules(rules);
  rules::Parameters settled = definition.defaults(seats);
  for (const std::string& text : parameters) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos)
      throw UsageError(
          fmt::format("--set '{}'; expected NAME=VALUE, as in --set target=5000", text));
    const auto problem =
        rules::set_parameter(definition, settled, text.substr(0, sign), text.substr(sign + 1));
    if (problem) throw UsageError(fmt::format("--set {}: {}", text, *problem));
  }
  return rules::RuleSet(definition, seats, settled);
}

referee::Isolation LineUpFlags::isolation_level() const { return chosen_isolation(isolation); }

referee::LineUp LineUpFlags::line_up(const rules::RuleSet& rule_set) const {
  referee::LineUp line_up;
  line_up.rules = &rule_set;
  line_up.limits.answer = std::chrono::milliseconds(answer_ms);
  line_up.limits.isolation = isolation_level();
  line_up.limits.freeze = run.freeze;
  line_up.in_flight = run.games_in_flight();
  line_up.exact_clock = run.exact_clock();
  return line_up;
}

void add_line_up_flags(CLI::App& verb, LineUpFlags& flags) {
  verb.add_option("--rules", flags.rules, "the rule set; default koans")->type_name("ID");
  add_run_flags(verb, flags.run);
  verb.add_option("--answer-ms", flags.answer_ms, "thinking time of an answer; default 100")
      ->type_name("1..600000")
      ->check(CLI::Range(1, 600'000).description(""));
  add_isolation_flag(verb, flags.isolation);
  verb.add_option("--set", flags.parameters, "a parameter of the rule set, as in target=5000")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
  verb.add_option("--reports", flags.reports, "keep the report of every fault there")
      ->type_name("DIR");
}

}  // namespace danno::cli
