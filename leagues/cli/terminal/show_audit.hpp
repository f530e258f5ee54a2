// An adjudicated game on stdout.
#pragma once

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli::terminal {

/// Who plays what, and its turns, as a table.
void show_turns(const referee::record::WrittenGame& game, const referee::record::Audit& audit);

/// Where a written game stands.
struct AuditedGame {
  const referee::record::WrittenGame& game;
  const rules::RuleSet& rules;
  const rules::Position& position;
};
/// As JSON where the invocation asks for it, else the standing and what is next.
void show_end(const AuditedGame& audited, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
