// Asks an agent one question about a position without a game.
#pragma once

#include <chrono>
#include <optional>

#include "referee/record/evidence.hpp"
#include "referee/rules/position.hpp"
#include "referee/talk/agent.hpp"

namespace danno::referee::talk {

/// The agent's answer.
struct Reply {
  std::optional<record::Fault> fault;  ///< If set, with evidence, and `action` has no meaning.
  rules::Action action = rules::Action::Roll;
  rules::Option option;              ///< Set for Roll and Bank.
  std::chrono::nanoseconds time{0};  ///< Wall time from the question to the answer.
};

/// Starts `agent`, asks it the question of `position` (phase Choose or Offer) as the mover, and
/// ends it. Only the limits for answer, start, memory and isolation are used. The seed for the
/// agent's own randomness is 0. Throws std::runtime_error if the harness fails.
[[nodiscard]] Reply ask(const Agent& agent, const Limits& limits, const rules::RuleSet& rules,
                        const rules::Position& position);

}  // namespace danno::referee::talk
