// Shows rule sets on stdout.
#pragma once

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::terminal {

/// Shows all rule sets, one line each; as JSON if the invocation asks for it.
void show_rule_sets(const Invocation& invocation);
/// Shows one rule set in full.
void show_rule_set(const rules::Definition& definition, const Invocation& invocation);
/// Shows what cannot be meant in a rule set.
void show_rule_warnings(const rules::Definition& definition, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
