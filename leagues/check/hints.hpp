// What the author of a faulty agent should do next: the mistakes that beginners make, told from the
// fault and from the last lines of stderr.
#pragma once

#include <span>
#include <string>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/fault.hpp"

namespace danno::leagues {

/// One line that names the mistake and the way out; the agent's words are as they are.
[[nodiscard]] std::string hint(const referee::Fault& fault,
                               std::span<const std::string> stderr_lines, const Entrant& entrant);

}  // namespace danno::leagues
