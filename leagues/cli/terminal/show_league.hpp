// A league on stdout: its tables, and how far it is.
#pragma once

#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/plan/shown.hpp"

namespace danno::leagues::cli::terminal {

/// What stands under the tables.
enum class Notes { Shown, LeftOut };
/// The tables for people, as wide as the terminal on stdout.
[[nodiscard]] std::string text_of(const plan::ShownTables& tables, Notes notes,
                                  const Invocation& invocation);

/// As JSON where the invocation asks for it.
void show(const plan::ShownTables& tables, const Invocation& invocation);
void show(const plan::LeagueStatus& status, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
