// Sends recorded questions to an agent again, without seed or opponent.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "referee/record/evidence.hpp"
#include "referee/talk/agent.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::talk {

/// An answer, and the recorded exchange with its question.
struct Repeated {
  const record::Exchange& then;
  AnswerIn now;
  std::chrono::nanoseconds time{0};  ///< Wall time from the question to the answer.
};

/// The result of a repetition.
struct Repetition {
  std::optional<record::Fault> fault;  ///< Empty if every answer was legal.
  std::size_t questions = 0;           ///< The number of questions answered.
};

/// Starts `agent`, sends it the recorded frames, one question at a time, under the recorded limits,
/// and calls `told` for each legal answer. Instead of the first frame, a Hello, the agent gets a
/// new one. Throws std::runtime_error if the harness fails.
[[nodiscard]] Repetition repeat(const record::Evidence& recorded, const Agent& agent,
                                sandbox::Isolation isolation,
                                const std::function<void(const Repeated&)>& told);

}  // namespace danno::referee::talk
