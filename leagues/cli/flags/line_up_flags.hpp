// The flags of verbs that play line-ups named on the command line: rules, limits, reports.
#pragma once

#include <string>
#include <vector>

#include "leagues/cli/run_flags.hpp"
#include "referee/play/line_up.hpp"

namespace danno::cli {

struct LineUpFlags {
  std::string rules = "koans";
  std::vector<std::string> parameters;  ///< NAME=VALUE.
  int answer_ms = 100;
  std::string isolation;
  std::string reports;  ///< A folder for the reports of faults; empty: none.
  RunFlags run;

  LineUpFlags();
  /// The rule set for so many seats. Throws UsageError.
  [[nodiscard]] rules::RuleSet rule_set(int seats) const;
  /// Throws UsageError.
  [[nodiscard]] referee::Isolation isolation_level() const;
  /// All of a line-up but its agents and seed; `rules` outlives it. Throws UsageError.
  [[nodiscard]] referee::LineUp line_up(const rules::RuleSet& rules) const;
};

/// Gives the verb the flags; `flags` lives as long as the verb.
void add_line_up_flags(CLI::App& verb, LineUpFlags& flags);

}  // namespace danno::cli
