// Hints for the author of a faulty agent: common mistakes of beginners, recognised by the fault and
// by the last lines of stderr.
#pragma once

#include <span>
#include <string>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/record/evidence.hpp"

namespace danno::leagues::entrants {

/// Returns one line that names the mistake and what to do; the agent's words are not escaped. The
/// fault must have evidence, as the referee saw it.
[[nodiscard]] std::string hint(const referee::record::Fault& fault, const Entrant& entrant);

/// Returns the most informative of the last lines of stderr: the exception, or the last line,
/// without the blanks before it; empty if there are none.
[[nodiscard]] std::string most_informative_line(std::span<const std::string> lines);

}  // namespace danno::leagues::entrants
