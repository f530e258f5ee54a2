// Shows a gate and its progress on stdout.
#pragma once

#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/gate/reports.hpp"
#include "leagues/gate/score.hpp"

namespace danno::leagues::cli::terminal {

/// Returns "LLR main +1.23 (-2.94, 2.94) Elo +4.1 ±9.8", for the end of a progress line.
[[nodiscard]] std::string live_note(const gate::GateReport& report);

/// Shows the report, as JSON if the invocation asks for it.
void show(const gate::GateReport& report, const Invocation& invocation);
/// Shows a gate that gives a score.
void show(const gate::GateReport& report, const gate::GateScore& score,
          const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
