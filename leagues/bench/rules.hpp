// The games alone: dice and rules, self-play of two holding policies in one thread, no wire.
#pragma once

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::bench {

/// Decisions a second of CPU time, over about `seconds`.
[[nodiscard]] double rules_decisions_per_s(const rules::Definition& definition, double seconds);

}  // namespace danno::leagues::bench
