// A conversation that tries how an agent reads the wire: opening questions of real games in frames
// that come split, many at once, as long as they may be, and with fields of a later version.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/record/evidence.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/talk/agent.hpp"

namespace danno::referee::talk {

/// One way of asking; every question of it was answered legally unless it is the last one and
/// Examination::fault is set.
struct Trial {
  std::string name;  ///< "split frames", …
  int questions = 0;
};

struct Examination {
  std::optional<std::chrono::nanoseconds> greeting;  ///< From the launch to Ready.
  std::uint32_t games = 0;                           ///< As told in Ready.
  std::vector<Trial> trials;                         ///< Those that were begun, in order.
  std::chrono::nanoseconds slowest{0};  ///< Answer to a single question, by the clock on the wall.
  std::uint64_t answers = 0;
  std::uint64_t stderr_bytes = 0;
  std::vector<std::string> stderr_lines;  ///< The last ones.
  std::optional<record::Fault> fault;     ///< With evidence of no game.
};

/// Starts the agent and holds the conversation, up to the first fault; an answer to a single
/// question far beyond the limit is one, too. `rules` gives the questions. `told` sees how far it
/// is when the agent has greeted, and after each trial that it passed. After request_stop() it ends
/// soon, wherever it is. Throws where the harness fails.
[[nodiscard]] Examination examine(const Agent& agent, const Limits& limits,
                                  const rules::RuleSet& rules,
                                  const std::function<void(const Examination&)>& told);

}  // namespace danno::referee::talk
