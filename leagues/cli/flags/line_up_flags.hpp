// The flags of verbs that play line-ups named on the command line: rules, limits, reports.
#pragma once

#include <string>
#include <vector>

#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::cli::flags {

struct LineUpFlags {
  std::string rules = "koans";
  std::vector<std::string> parameters;  ///< Parameters as NAME=VALUE.
  int answer_ms = 100;
  int bank_ms = 0;
  std::string isolation;
  std::string log;      ///< The file of the log; empty if none.
  std::string reports;  ///< A folder for the reports of faults; empty if none.
  RunFlags run;

  LineUpFlags();
  /// Returns the rule set for `seats` seats. Throws UsageError.
  [[nodiscard]] rules::RuleSet rule_set(int seats) const;
  /// Returns the isolation level. Throws UsageError.
  [[nodiscard]] referee::sandbox::Isolation isolation_level() const;
  /// Returns a line-up without agents and seed; `rules` must outlive it. Throws UsageError.
  [[nodiscard]] referee::play::LineUp line_up(const rules::RuleSet& rules) const;
};

/// Adds --answer-ms and --bank-ms; the numbers must live as long as the verb.
void add_clock_flags(Verb verb, int& answer_ms, int& bank_ms);
/// Adds --rules, --answer-ms and --isolation.
void add_rules_flags(Verb verb, LineUpFlags& flags);
/// Adds the flags for the rules, with --set for their parameters, and for the agents' limits.
void add_game_flags(Verb verb, LineUpFlags& flags);
/// Adds these flags and those for the amount of parallel play, the log and the reports; `flags`
/// must live as long as the verb.
void add_line_up_flags(Verb verb, LineUpFlags& flags);

}  // namespace danno::leagues::cli::flags
