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
  std::vector<std::string> parameters;  ///< NAME=VALUE.
  int answer_ms = 100;
  std::string isolation;
  std::string log;      ///< The file of the log; empty: none.
  std::string reports;  ///< A folder for the reports of faults; empty: none.
  RunFlags run;

  LineUpFlags();
  /// The rule set for so many seats. Throws UsageError.
  [[nodiscard]] rules::RuleSet rule_set(int seats) const;
  /// Throws UsageError.
  [[nodiscard]] referee::sandbox::Isolation isolation_level() const;
  /// All of a line-up but its agents and seed; `rules` outlives it. Throws UsageError.
  [[nodiscard]] referee::play::LineUp line_up(const rules::RuleSet& rules) const;
};

/// Gives the verb the flags of the rules and of what agents are held to.
void add_game_flags(Verb verb, LineUpFlags& flags);
/// These and how much is played at once, the log, the reports; `flags` lives as long as the verb.
void add_line_up_flags(Verb verb, LineUpFlags& flags);

}  // namespace danno::leagues::cli::flags
