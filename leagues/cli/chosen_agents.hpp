// The agents that a user named on the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::cli {

/// As leagues::find_agent; built in the cache where it has a build. Throws UsageError where it is
/// not there; what keeps it from playing is its `problem`.
[[nodiscard]] leagues::Entrant chosen_agent(const std::string& agent, referee::Isolation level);

/// All of them, namesakes numbered. Throws UsageError where one cannot play, too, or the user gave
/// two the same name.
[[nodiscard]] std::vector<leagues::Entrant> chosen_agents(std::span<const std::string> agents,
                                                          referee::Isolation level);

}  // namespace danno::cli
