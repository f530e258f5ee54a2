// Where 'danno gate' tells what it found: stdout, --junit, --summary, --grade, --log.
#pragma once

#include <string>
#include <vector>

#include "leagues/cli/flags/gate_flags.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/gate/reports.hpp"

namespace danno::leagues::cli::flags {

/// Before hours of play, not after. Throws UsageError where a file could not be written.
void prepare_outputs(const GateArguments& arguments);

/// The log's file; empty: none.
[[nodiscard]] std::string log_file(const GateArguments& arguments);

/// Tells the verdict everywhere. Returns the exit code; `interrupted` is that of a signal.
[[nodiscard]] int tell_verdict(const GateArguments& arguments, const gate::GateReport& report,
                               const terminal::Invocation& invocation, int interrupted);
/// Of a gate that gives a mark, against baselines of these Elo.
[[nodiscard]] int tell_score(const GateArguments& arguments, const gate::GateReport& report,
                             const std::vector<double>& anchors,
                             const terminal::Invocation& invocation, int interrupted);

}  // namespace danno::leagues::cli::flags
