// How a league checks agents, from its file and the command line.
#pragma once

#include <string>
#include <vector>

#include "leagues/commands/agent/agent_check.hpp"

namespace danno::leagues::commands::agent {

/// Returns how a league checks agents: by its rules and limits, from `file` or, if that is empty,
/// from league.toml if it exists. `rules` go before those of the file; "all" is each bundled one.
[[nodiscard]] CheckOptions make_check_options(const std::string& file,
                                              const std::vector<std::string>& rules);

}  // namespace danno::leagues::commands::agent
