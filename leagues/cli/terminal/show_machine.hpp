// What a machine can promise about agents, on stdout.
#pragma once

#include <span>
#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::terminal {

/// An interpreter that agents may be written for.
struct ToolTrial {
  std::string name;
  std::string path;  ///< Empty: not found.
  bool starts = false;
  std::string state;  ///< For people.
};

/// As JSON where the invocation asks for it.
void show(std::span<const referee::sandbox::IsolationState> states,
          std::span<const ToolTrial> trials, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
