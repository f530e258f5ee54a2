// The outputs of 'danno gate': stdout, --junit, --summary, --grade, --log.
#pragma once

#include <string>
#include <vector>

#include "leagues/cli/flags/gate_flags.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/gate/reports.hpp"

namespace danno::leagues::cli::flags {

/// Prepares the outputs before hours of play. Throws UsageError if a file cannot be written.
void prepare_outputs(const GateArguments& arguments);

/// Returns the log's file; empty if there is none.
[[nodiscard]] std::string log_file(const GateArguments& arguments);

/// Writes the verdict everywhere. Returns the exit code; `interrupted` is that of a signal, or 0.
[[nodiscard]] int tell_verdict(const GateArguments& arguments, const gate::GateReport& report,
                               const terminal::Invocation& invocation, int interrupted);
/// Does the same for a gate that gives a score, against baselines of these Elo values.
[[nodiscard]] int tell_score(const GateArguments& arguments, const gate::GateReport& report,
                             const std::vector<double>& anchors,
                             const terminal::Invocation& invocation, int interrupted);

}  // namespace danno::leagues::cli::flags
