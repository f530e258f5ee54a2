// Decides who begins. Each seat throws, in seat order, and the highest begins; those tied for the
// highest throw again, until one is left. A seat throws one die; if the rule set has
// start_by_score, it throws all dice and their best score counts.
#pragma once

#include <functional>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

struct Start {
  int first = 0;   ///< The seat that begins.
  int lowest = 0;  ///< The seat with the lowest first throw; of equal ones the first in seat order.
};

/// Returns who begins. `throw_start(seat, round, dice)` returns the throw of a seat; rounds count
/// from 0.
[[nodiscard]] Start roll_for_start(
    const RuleSet& rules, const std::function<Dice(int seat, int round, int dice)>& throw_start);

}  // namespace danno::rules
