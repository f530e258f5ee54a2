// A reported fault, fed to the agent again: the recorded questions, no seed, no opponent.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "referee/report.hpp"
#include "referee/play/session.hpp"

namespace danno::referee {

/// What the agent did this time.
struct Repetition {
  std::optional<FaultKind> fault;  ///< Nothing: it answered every question, as far as form goes.
  std::string detail;              ///< What happened, for people.
  std::vector<std::string> stderr_lines;
  std::size_t questions = 0;  ///< Answered.
};

/// Starts `agent` and sends it what the report recorded, one question at a time. `told` is called
/// for each answer with the recorded one and what came now. Throws where the harness fails.
[[nodiscard]] Repetition repeat(
    const Report& report, const Agent& agent, Isolation isolation,
    const std::function<void(const std::string& then, const std::string& now)>& told);

}  // namespace danno::referee
