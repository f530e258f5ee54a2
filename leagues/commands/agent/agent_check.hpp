// Checks whether a league would accept an agent, with its own referee, limits and isolation.
//
// It fails closed: what could not be tried is a failure.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::commands::agent {

struct CheckLine {
  /// A line that has begun says what is tried now, and comes again with its result.
  enum class State { Ok, Warn, Fail, Begun };
  State state = State::Ok;
  std::string what;         ///< What was tried.
  std::string detail = {};  ///< The result; the agent's words are not escaped.
  std::string advice = {};  ///< What to do; empty if the line is ok.
  std::vector<std::string> evidence =
      {};              ///< A fault's question and last lines of stderr; a build's output.
  double seconds = 0;  ///< Wall time since the line before.
  std::vector<std::string> log = {};  ///< The last lines that a sound agent wrote to stderr.
};

/// Returns "ok", "warn" or "fail"; empty if it has begun.
[[nodiscard]] std::string_view to_string(CheckLine::State state);

struct Strength {
  std::string opponent;
  std::string rules;
  std::uint64_t deals = 0;
  double score = 0;             ///< The mean pair score, 0 to 1.
  ratings::MatchRating rating;  ///< The difference.
  bool adjusted = false;        ///< True if the luck of the dice was removed.
};

struct CheckReport {
  std::string agent;
  referee::sandbox::Isolation isolation = referee::sandbox::Isolation::Strict;
  std::vector<CheckLine> lines;
  std::vector<Strength> strengths;  ///< The strengths if requested; empty if the check failed.
  bool complete = false;            ///< True if everything was tried.

  [[nodiscard]] bool passed() const;
};

struct CheckOptions {
  entrants::Entrant entrant;
  std::vector<const rules::Definition*> rules;  ///< One or more; strength is measured in the first.
  referee::protocol::Limits limits;
  bool strength = true;  ///< True if strength is measured.
};

/// Returns how a league checks agents: by its rules and limits, from `file` or, if that is empty,
/// from league.toml if it exists. `rules` go before those of the file; "all" is each bundled one.
/// Throws cli::UsageError.
[[nodiscard]] CheckOptions make_check_options(const std::string& file,
                                              const std::vector<std::string>& rules);

/// Returns the command with which an author repeats such a check: "danno check AGENT --rules
/// koans".
[[nodiscard]] std::string check_command(const CheckOptions& options);

/// Checks an agent; an unreadable one gives a line for each problem. `on_line` is called with each
/// line when it begins and as soon as it is final. Throws if the harness fails.
[[nodiscard]] CheckReport check_agent(const CheckOptions& options,
                                      const std::function<void(const CheckLine&)>& on_line);

/// Returns "hold: 62.5 % of 200 deals koans, Elo +88 ±40": its strength against that opponent.
[[nodiscard]] std::string format_strength(const Strength& strength);

[[nodiscard]] std::string check_json(const CheckReport& report);
/// Returns JUnit XML with one test case per line; a warning passes and is noted in system-out.
[[nodiscard]] std::string check_junit(const CheckReport& report);

/// A refusal. The agent's words are not escaped.
struct Refusal {
  std::string reason;
  std::string advice = {};
  std::vector<std::string> evidence = {};  ///< The same as CheckLine::evidence.
};

/// Returns the refusal for a check that did not pass.
[[nodiscard]] Refusal make_refusal(const CheckReport& report);

/// Returns a letter in Markdown: the reason, the evidence, what to do, and the `command` that
/// checks the agent again; if that is empty, the agent was not checked.
[[nodiscard]] std::string refusal_letter(std::string_view agent, const Refusal& refusal,
                                         std::string_view command);

}  // namespace danno::leagues::commands::agent
