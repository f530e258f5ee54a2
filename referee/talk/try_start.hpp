// Checks whether an agent starts on this machine.
#pragma once

#include <optional>

#include "referee/record/fault.hpp"
#include "referee/talk/agent.hpp"

namespace danno::referee::talk {

/// Starts the agent, waits for its Ready, and ends it. Returns the fault if it did not get ready.
/// Throws if the harness fails.
[[nodiscard]] std::optional<record::Fault> try_start(const Agent& agent, const Limits& limits);

}  // namespace danno::referee::talk
