// Converts a question of the wire to a position of the rules, for agents that know the rules.
#pragma once

#include <string>

#include "referee/rules/position.hpp"
#include "sdk/cpp/danno.hpp"

namespace danno::agents {

/// Returns what games by the same rules have in common and others have not: the id, a file's text,
/// the seats and all parameters.
[[nodiscard]] std::string rules_key(const v1::GameStart& game);

/// Returns the rule set with the game's parameters. Throws std::runtime_error if it is unknown.
[[nodiscard]] rules::RuleSet make_rule_set(const v1::GameStart& game);

/// Returns a position with everything that matters for the decision. History that a question does
/// not contain (turns, when totals were reached) is as at the start.
[[nodiscard]] rules::Position make_position(const rules::RuleSet& rules, const v1::GameStart& game,
                                            const v1::Ask& ask);

/// Sets `options` to the options of `ask`, with the same indices; none for an offer.
void make_options(const rules::RuleSet& rules, const v1::Ask& ask, rules::Options& options);

}  // namespace danno::agents
