// A fault on stdout, while a match goes on: what its agent's author wants to know first.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "referee/record/fault.hpp"

namespace danno::leagues::cli::terminal {

/// Who plays a match, as the user named them.
struct Players {
  std::span<const entrants::Entrant> entrants;
  std::span<const std::string> named;
};

/// What happened and what to do; its report is kept below `folder` for the command that is shown.
void show_fault(const Players& players, std::size_t agent, const referee::record::Fault& fault,
                const std::filesystem::path& folder, const Invocation& invocation);

/// That the agent's faults ended the match, and what to do next.
void show_end_by(const std::string& named, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
