// The agent that a user named.
#pragma once

#include <string>

#include "leagues/agent_folder.hpp"

namespace danno::cli {

/// Found, and where its agent.toml has a `build`, built in the sandbox of that level, in a copy
/// under the user's cache. A build that fails is an Entrant::problem. Throws UsageError where there
/// is no such agent.
[[nodiscard]] leagues::Entrant chosen_agent(const std::string& agent, referee::Isolation level);

}  // namespace danno::cli
