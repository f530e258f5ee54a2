// Shows a league on stdout: its tables and its progress.
#pragma once

#include <string>

#include "leagues/cli/invocation.hpp"
#include "leagues/report/league_tables.hpp"

namespace danno::leagues::cli {

/// Says whether notes are shown under the tables.
enum class Notes { Shown, LeftOut };
/// Returns the tables for people, as wide as the terminal on stdout.
[[nodiscard]] std::string format_tables(const report::LeagueTables& tables, Notes notes,
                                        const Invocation& invocation);

/// Returns the status for people.
[[nodiscard]] std::string format_status(const report::LeagueStatus& status);

/// These show JSON if the invocation asks for it.
void show(const report::LeagueTables& tables, const Invocation& invocation);
void show(const report::LeagueStatus& status, const Invocation& invocation);

}  // namespace danno::leagues::cli
