// One question to an agent, about a position that no game has led to.
#pragma once

#include <chrono>
#include <optional>

#include "referee/record/evidence.hpp"
#include "referee/rules/position.hpp"
#include "referee/talk/agent.hpp"

namespace danno::referee::talk {

/// What the agent said.
struct Reply {
  std::optional<record::Fault> fault;  ///< With its evidence; the other members mean nothing then.
  rules::Action action = rules::Action::Roll;
  rules::Option option;              ///< Of Roll and Bank.
  std::chrono::nanoseconds time{0};  ///< Wall time from the question to the answer.
};

/// Starts `agent`, puts the question of `position` (phase Choose or Offer) to it as to the mover,
/// and ends it. Of `limits` the answer, the start, the memory and the isolation count. The seed for
/// the agent's own randomness is 0. Throws std::runtime_error if the harness fails.
[[nodiscard]] Reply ask(const Agent& agent, const Limits& limits, const rules::RuleSet& rules,
                        const rules::Position& position);

}  // namespace danno::referee::talk
