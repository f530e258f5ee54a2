// The flags of commands that play line-ups named on the command line: rules, limits, reports.
#pragma once

#include <string>
#include <vector>

#include "leagues/cli/command.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/store/league.hpp"
#include "referee/play/line_up.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli {

struct LineUpFlags {
  std::string rules = "koans";
  std::vector<std::string> parameters;  ///< Parameters as NAME=VALUE.
  int answer_ms = 100;
  int bank_ms = 0;
  std::string isolation{referee::sandbox::to_string(store::kDefaultIsolation)};
  std::string log;      ///< The file of the log; empty if none.
  std::string reports;  ///< A folder for the reports of faults; empty if none.
  RunFlags run;

  /// Returns the rule set for `seats` seats. Throws UsageError.
  [[nodiscard]] rules::RuleSet rule_set(int seats) const;
  /// Returns a line-up without agents and seed; `rules` must outlive it. Throws UsageError.
  [[nodiscard]] referee::play::LineUp line_up(const rules::RuleSet& rules) const;
};

/// Adds --answer-ms and --bank-ms; the numbers must live as long as the command.
void add_clock_flags(Command command, int& answer_ms, int& bank_ms);
/// Adds --rules, --answer-ms and --isolation.
void add_rules_flags(Command command, LineUpFlags& flags);
/// Adds the flags for the rules, with --set for their parameters, and for the agents' limits.
void add_game_flags(Command command, LineUpFlags& flags);
/// Adds these flags and those for the amount of parallel play, the log and the reports; `flags`
/// must live as long as the command.
void add_line_up_flags(Command command, LineUpFlags& flags);

/// The bundled rule set with that id, or that of a file: a path has a '/' or ends in ".toml".
/// Throws UsageError if there is none, or with all that is wrong with the file.
[[nodiscard]] const rules::Definition& resolve_rules(const std::string& id);

/// Adds --isolation LEVEL. `text` must live as long as the command, and holds the default.
void add_isolation_flag(Command command, std::string& text);

/// Parses the level. Throws UsageError.
[[nodiscard]] referee::sandbox::Isolation resolve_isolation(const std::string& text);

}  // namespace danno::leagues::cli
