// Who begins: each seat throws in seat order, the highest starts; only those tied for the highest
// throw again, until one is left. One die each; where the rule set says so (`dollar`) all dice, by
// the best score of the throw.
#pragma once

#include <functional>

#include "referee/rules/rule_set.hpp"

namespace danno::rules {

struct Start {
  int first = 0;   ///< The highest.
  int lowest = 0;  ///< The lowest of the first round; of equal ones the first in seat order.
};

/// `throw_start(seat, round, dice)` gives what a seat throws; rounds count from 0.
[[nodiscard]] Start roll_for_start(
    const RuleSet& rules, const std::function<Dice(int seat, int round, int dice)>& throw_start);

}  // namespace danno::rules
