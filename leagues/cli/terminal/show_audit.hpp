// Shows an audited game on stdout.
#pragma once

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli::terminal {

/// Shows the players and the turns as a table.
void show_turns(const referee::record::WrittenGame& game, const referee::record::Audit& audit);

/// The position that a written game has reached.
struct AuditedGame {
  const referee::record::WrittenGame& game;
  const rules::RuleSet& rules;
  const rules::Position& position;
};
/// Shows JSON if the invocation asks for it, otherwise the standing and what is next.
void show_end(const AuditedGame& audited, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
