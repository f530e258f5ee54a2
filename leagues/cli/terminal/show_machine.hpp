// Shows on stdout which isolation a machine can provide.
#pragma once

#include <span>
#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::terminal {

/// An interpreter for which agents may be written.
struct ToolTrial {
  std::string name;
  std::string path;  ///< The path; empty if not found.
  bool starts = false;
  std::string state;  ///< Text for people.
};

/// Shows the states and trials, as JSON if the invocation asks for it.
void show(std::span<const referee::sandbox::IsolationState> states,
          std::span<const ToolTrial> trials, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
