// The agents that a user named on the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/agent_folder.hpp"

namespace danno::cli {

/// Agents as leagues::find_agent takes them, namesakes numbered. Throws UsageError where one is not
/// there or cannot start.
[[nodiscard]] std::vector<leagues::Entrant> chosen_agents(std::span<const std::string> agents);

}  // namespace danno::cli
