// A conversation that tests how an agent reads the wire: opening questions of real games in frames
// that are split, sent many at once, of the largest size, or with fields of a later version.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/protocol/agent.hpp"
#include "referee/record/evidence.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/sandbox/machine.hpp"

namespace danno::referee::protocol {

/// One way of asking. All its questions were answered legally, except the last one if
/// Examination::fault is set.
struct Trial {
  std::string name;  ///< "split frames", …
  int questions = 0;
};

struct Examination {
  std::optional<std::chrono::nanoseconds> greeting;  ///< Time from the launch to Ready.
  std::uint32_t games = 0;                           ///< Games at once, as stated in Ready.
  std::vector<Trial> trials;                         ///< Trials that were begun, in order.
  std::chrono::nanoseconds slowest{0};  ///< Longest wall time of an answer to a single question.
  std::uint64_t answers = 0;
  std::uint64_t stderr_bytes = 0;
  std::vector<std::string> stderr_lines;  ///< The last ones.
  std::optional<record::Fault> fault;     ///< Its evidence names no game.
};

/// Starts the agent and holds the conversation up to the first fault. An answer to a single
/// question far beyond the limit is a fault, too. The questions come from games under `rules`.
/// `on_progress` is called with the state so far when the agent is Ready and after each trial that
/// it passed. Returns soon after request_stop(). Throws if the harness fails.
[[nodiscard]] Examination examine(const Agent& agent, const Limits& limits,
                                  const rules::RuleSet& rules,
                                  const std::function<void(const Examination&)>& on_progress,
                                  sandbox::Machine& machine = sandbox::real_machine());

}  // namespace danno::referee::protocol
