// Deals that no agent played: real dice, and a policy that banks at a share of the target.
#pragma once

#include <array>
#include <cstdint>

#include "referee/play/line_up.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::bench {

/// Returns a mirrored deal of two agents. `number` names its dice. Agent a banks from at[a] percent
/// of the target on, and accepts offers of at least four dice.
[[nodiscard]] referee::play::DealResult made_up_deal(const rules::RuleSet& rules,
                                                     std::uint64_t number, std::uint64_t deal,
                                                     std::array<int, 2> at);

}  // namespace danno::leagues::bench
