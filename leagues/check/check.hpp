// Whether a league would take an agent: tried with the league's own referee, limits and isolation.
//
// It fails closed: what could not be tried is a failure.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::check {

struct CheckLine {
  enum class State { Ok, Warn, Fail };
  State state = State::Ok;
  std::string what;         ///< What was tried.
  std::string detail = {};  ///< The result; the agent's words are not escaped.
  std::string advice = {};  ///< What to do; empty if all is well.
  std::vector<std::string> evidence =
      {};  ///< Of a fault its question and last lines of stderr; what a build said.
  std::vector<std::string> log = {};  ///< The last lines that a sound agent wrote to stderr.
};

/// "ok", "warn", "fail".
[[nodiscard]] std::string_view to_string(CheckLine::State state);

struct Strength {
  std::string opponent;
  std::string rules;
  std::uint64_t deals = 0;
  double score = 0;             ///< Mean pair score, 0..1.
  ratings::MatchRating rating;  ///< The difference.
  bool adjusted = false;        ///< With the luck of the dice taken out.
};

struct CheckReport {
  std::string agent;
  referee::sandbox::Isolation isolation = referee::sandbox::Isolation::Strict;
  std::vector<CheckLine> lines;
  std::vector<Strength> strengths;  ///< If asked for; empty if it failed.
  bool complete = false;            ///< All was tried.

  [[nodiscard]] bool passed() const;
};

struct CheckOrder {
  entrants::Entrant entrant;
  std::vector<const rules::Definition*>
      rules;  ///< At least one; strength is measured in the first.
  referee::talk::Limits limits;
  bool strength = true;  ///< Whether it is to be measured.
};

/// Of an agent that is unreadable there is a line for each problem. `told` sees each line as soon
/// as it is settled. Throws if the harness fails.
[[nodiscard]] CheckReport check_agent(const CheckOrder& order,
                                      const std::function<void(const CheckLine&)>& told);

}  // namespace danno::leagues::check
