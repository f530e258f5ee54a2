// A question of the wire as a position of the rules, for agents that know the rules.
#pragma once

#include "referee/rules/position.hpp"
#include "sdk/cpp/danno.hpp"

namespace danno::agents {

/// With the parameters of the game. Throws std::runtime_error for rules that this build does not
/// know.
[[nodiscard]] rules::RuleSet make_rule_set(const v1::GameStart& game);

/// All that bears on the decision; the history that a question does not tell (turns, when totals
/// were reached) is as at the start.
[[nodiscard]] rules::Position make_position(const rules::RuleSet& rules, const v1::GameStart& game,
                                            const v1::Ask& ask);

/// The options of `ask`, with its indices; none of an offer.
void make_options(const rules::RuleSet& rules, const v1::Ask& ask, rules::Options& options);

}  // namespace danno::agents
