#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/flags/verb.hpp"

#include <fmt/format.h>

#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/plan/rule_warnings.hpp"
#include "leagues/store/league.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::flags {

LineUpFlags::LineUpFlags() : isolation(referee::sandbox::to_string(store::kDefaultIsolation)) {}

rules::RuleSet LineUpFlags::rule_set(int seats) const {
  const rules::Definition& definition = chosen_rules(rules);
  rules::Parameters settled = definition.defaults(seats);
  for (const std::string& text : parameters) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos)
      throw terminal::UsageError(
          fmt::format("--set '{}'; expected NAME=VALUE, as in --set target=5000",
                      words::escape_terminal(text)));
    const auto problem =
        rules::set_parameter(definition, settled, text.substr(0, sign), text.substr(sign + 1));
    if (problem)
      throw terminal::UsageError(fmt::format("--set {}: {}", words::escape_terminal(text),
                                             words::escape_terminal(*problem)));
  }
  const std::string problem = plan::parameters_problem(definition, settled);
  if (!problem.empty()) throw terminal::UsageError("--set: " + problem);
  return rules::RuleSet(definition, seats, settled);
}

referee::sandbox::Isolation LineUpFlags::isolation_level() const {
  return chosen_isolation(isolation);
}

referee::play::LineUp LineUpFlags::line_up(const rules::RuleSet& rule_set) const {
  referee::play::LineUp line_up;
  line_up.rules = &rule_set;
  line_up.limits.answer = std::chrono::milliseconds(answer_ms);
  line_up.limits.bank = std::chrono::milliseconds(bank_ms);
  line_up.limits.isolation = isolation_level();
  line_up.limits.freeze = run.freeze;
  line_up.in_flight = run.games_in_flight();
  line_up.exact_clock = run.exact_clock();
  return line_up;
}

void add_clock_flags(Verb verb, int& answer_ms, int& bank_ms) {
  verb.option("--answer-ms", answer_ms, "thinking time of an answer; default 100")
      .range(1, 600'000);
  verb.option("--bank-ms", bank_ms, "a game's time bank beyond --answer-ms; default 0")
      .range(0, 600'000);
}

void add_rules_flags(Verb verb, LineUpFlags& flags) {
  verb.option("--rules", flags.rules, "the rule set; default koans").takes("ID|FILE");
  add_clock_flags(verb, flags.answer_ms, flags.bank_ms);
  add_isolation_flag(verb, flags.isolation);
}

void add_game_flags(Verb verb, LineUpFlags& flags) {
  add_rules_flags(verb, flags);
  verb.option("--set", flags.parameters, "a parameter of the rule set, as in target=5000")
      .takes("NAME=VALUE")
      .repeated();
}

void add_line_up_flags(Verb verb, LineUpFlags& flags) {
  add_game_flags(verb, flags);
  add_run_flags(verb, flags.run);
  add_log_flag(verb, flags.log);
  verb.option("--reports", flags.reports, "keep the report of every fault there").takes("DIR");
}

}  // namespace danno::leagues::cli::flags
