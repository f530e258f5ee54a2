// What the author of a faulty agent should do next: the mistakes that beginners make, told from the
// fault and from the last lines of stderr.
#pragma once

#include <string>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/record/evidence.hpp"

namespace danno::leagues::check {

/// One line that names the mistake and the way out; the agent's words are as they are. Of a fault
/// with evidence, as the referee saw it.
[[nodiscard]] std::string hint(const referee::record::Fault& fault,
                               const entrants::Entrant& entrant);

}  // namespace danno::leagues::check
