// Shows a fault on stdout during a match: what the agent's author wants to know first.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "leagues/cli/invocation.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "referee/record/fault.hpp"

namespace danno::leagues::cli {

/// The agents of a match, and the arguments by which the user named them.
struct Players {
  std::span<const entrants::Entrant> entrants;
  std::span<const std::string> named;
  std::size_t people = 0;  ///< The number of people, who come before them in the line-up.
};

/// Shows what happened to an agent of the line-up and what to do. Writes the report for the shown
/// command below `folder`.
void print_fault(const Players& players, std::size_t agent, const referee::record::Fault& fault,
                 const std::filesystem::path& folder, const Invocation& invocation);

/// Shows that the agent's faults ended the match, and what to do next.
void print_end_by(const std::string& named, const Invocation& invocation);

}  // namespace danno::leagues::cli
