// A league on stdout: its tables, and how far it is.
#pragma once

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/plan/shown.hpp"

namespace danno::leagues::cli::terminal {

/// As JSON where the invocation asks for it.
void show(const plan::ShownTables& tables, const Invocation& invocation);
void show(const plan::LeagueStatus& status, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
