// The policy of the agent `stops`, and its Elo against the best policy of koans.
#pragma once

#include "leagues/commands/tune/race.hpp"
#include "tests/bench/stops.hpp"
#include "tests/property/mirrored_deals.hpp"

namespace danno::bench {

inline solver::Policy make_policy(const rules::RuleSet& rules, Stops stops) {
  return [&rules, stops](const rules::Position& position,
                         std::span<const rules::Option> options) -> solver::Judgement {
    const rules::Option& option = options.front();
    const rules::Points points = position.turn.points + option.points;
    const bool counts = recorded(rules, position, position.mover, points, 0) > 0;
    const bool banks = option.may_bank && counts && stops(points, option.next_dice);
    return {0, banks || !option.may_roll ? rules::Action::Bank : rules::Action::Roll};
  };
}

/// Returns the difference in the limit of all deals. Takes some ten seconds.
inline double exact_elo(const rules::RuleSet& rules, Stops stops, const solver::Policy& best) {
  return leagues::commands::tune::score_to_elo(
      solver::exact_chances(rules, make_policy(rules, stops), best).mean());
}

}  // namespace danno::bench
