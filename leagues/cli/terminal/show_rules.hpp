// Rule sets on stdout.
#pragma once

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::terminal {

/// All of them, a line each; as JSON where the invocation asks for it.
void show_rule_sets(const Invocation& invocation);
/// One in full.
void show_rule_set(const rules::Definition& definition, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
