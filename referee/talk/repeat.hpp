// Recorded questions, put to an agent again: no seed, no opponent.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "referee/record/evidence.hpp"
#include "referee/talk/agent.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::talk {

/// An answer that came, beside the exchange that asked for it.
struct Repeated {
  const record::Exchange& then;
  AnswerIn now;
  std::chrono::nanoseconds time{0};  ///< Wall time from the question to the answer.
};

/// What the agent did this time.
struct Repetition {
  std::optional<record::Fault> fault;  ///< Empty if every answer was legal.
  std::size_t questions = 0;           ///< Answered.
};

/// Starts `agent`, sends it the frames that are recorded, one question at a time, under the
/// recorded limits, and calls `told` for each legal answer. The first frame is a Hello; the agent
/// gets one of its own instead. Throws std::runtime_error if the harness fails.
[[nodiscard]] Repetition repeat(const record::Evidence& recorded, const Agent& agent,
                                sandbox::Isolation isolation,
                                const std::function<void(const Repeated&)>& told);

}  // namespace danno::referee::talk
