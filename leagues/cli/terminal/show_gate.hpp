// A gate on stdout, and how far it is.
#pragma once

#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/gate/reports.hpp"
#include "leagues/gate/score.hpp"

namespace danno::leagues::cli::terminal {

/// "LLR main +1.23 (-2.94, 2.94) Elo +4.1 ±9.8", for the end of a progress line.
[[nodiscard]] std::string live_note(const gate::GateReport& report);

/// As JSON where the invocation asks for it.
void show(const gate::GateReport& report, const Invocation& invocation);
/// Of a gate that gives a mark.
void show(const gate::GateReport& report, const gate::GateScore& score,
          const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
