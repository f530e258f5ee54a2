// A reported fault, fed to the agent again: the recorded questions, no seed, no opponent.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "referee/record/evidence.hpp"
#include "referee/talk/agent.hpp"

namespace danno::referee::talk {

/// What the agent did this time.
struct Repetition {
  std::optional<record::Fault> fault;  ///< None: it answered every question, as far as form goes.
  std::size_t questions = 0;           ///< Answered.
};

/// Starts `agent` and sends it what a report recorded (its limits and exchanges), one question at a
/// time. `told` is called for each answer with the recorded one and what came now. Throws where the
/// harness fails.
[[nodiscard]] Repetition repeat(
    const record::Evidence& reported, const Agent& agent, sandbox::Isolation isolation,
    const std::function<void(const std::string& then, const std::string& now)>& told);

}  // namespace danno::referee::talk
