// Shows a league on stdout: its tables and its progress.
#pragma once

#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/plan/shown.hpp"

namespace danno::leagues::cli::terminal {

/// Says whether notes are shown under the tables.
enum class Notes { Shown, LeftOut };
/// Returns the tables for people, as wide as the terminal on stdout.
[[nodiscard]] std::string format_tables(const plan::ShownTables& tables, Notes notes,
                                        const Invocation& invocation);

/// Returns the status for people.
[[nodiscard]] std::string format_status(const plan::LeagueStatus& status);

/// These show JSON if the invocation asks for it.
void show(const plan::ShownTables& tables, const Invocation& invocation);
void show(const plan::LeagueStatus& status, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
