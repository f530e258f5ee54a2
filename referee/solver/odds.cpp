// The policy `odds` looks one turn ahead, with the values of turn_tables.hpp.
//
//   judge        value of a bank                    value of a roll
//   for points   the points recorded, less what     the expected points of the turn
//                the next seat gets
//   to win       the chance that no seat passes     the best over thresholds: the chance to reach
//                the total                          one, times that it stands
//
// A newcomer's values include entry_worth as soon as the entry is certain. `judge` plays to win in
// the last turns, and when a bank may begin them. Pig has good policies of the same kind: Neller
// and Presser, Practical Play of the Dice Game Pig, 2010.

#include "referee/solver/odds.hpp"

#include <algorithm>
#include <cassert>

namespace danno::solver {
namespace {

using rules::Action;
using rules::at;
using rules::Offer;
using rules::Option;
using rules::Points;
using rules::Position;
using rules::RuleSet;

/// Points of the turn that count to the entry.
Points own_points(const RuleSet& rules, const Position& position, const Option& option) {
  const Points points = position.turn.points + option.points;
  return rules.definition().inherited_enters ? points : points - position.turn.inherited;
}

bool is_proven(const Position& position, const Option& option) {
  const rules::Turn& turn = position.turn;
  return !turn.attempt && (!turn.unproven || option.one_or_five);
}

const TurnTable& after_accepting(const RuleSet& rules, const TurnStates& states) {
  return rules.definition().attempt ? states.attempt : states.free;
}

bool locks(const RuleSet& rules, const Option& option) { return rules.locks(option.keep); }

}  // namespace

double Odds::points_of_bank(const Position& position, const Option& option) const {
  const Points points = position.turn.points + option.points;
  const Points gain = recorded(*rules_, position, position.mover, points, position.turn.inherited);
  const int left = position.thrown.size() - option.keep.size();
  const double handed = handed_on(*rules_, tables_, tables_.to_level(points), left);
  const bool enters = gain > 0 && !position.is_in(position.mover);
  return static_cast<double>(gain) / tables_.step - handed + (enters ? tables_.entry_worth : 0);
}

double Odds::points_of_roll(const Position& position, const Option& option) const {
  const Points points = position.turn.points + option.points;
  const Points locked = locks(*rules_, option) ? points : position.turn.locked;
  const std::size_t dice = option.next_dice;
  const std::size_t level = tables_.to_level(points - locked);
  const TurnTable& table =
      is_proven(position, option) ? tables_.points.free : tables_.points.unproven;
  const double base = static_cast<double>(locked) / tables_.step;
  if (position.is_in(position.mover)) return base + table[level][dice];
  // A bust books locked points, so the seat counts as having entered.
  if (locked > 0) return base + table[level][dice] + tables_.entry_worth;
  const Points own = own_points(*rules_, position, option);
  if (own == points) return tables_.outside[level][dice];
  // Inherited points do not count to the entry here. The seat must first reach it with points of
  // its own, and is assumed to bank then.
  const TurnTable& reach =
      is_proven(position, option) ? tables_.reach.free : tables_.reach.unproven;
  const Points missing = std::max(rules_->parameters().entry - own, 0);
  const double chance = reach[tables_.levels_for(missing)][dice];
  if (missing == 0) return table[level][dice] + chance * tables_.entry_worth;
  return chance * (static_cast<double>(points + missing) / tables_.step + tables_.entry_worth);
}

double Odds::points_of_offer(const Position& position) const {
  const std::size_t dice = position.offer.dice;
  const std::size_t level = tables_.to_level(position.offer.points);
  if (position.is_in(position.mover)) return after_accepting(*rules_, tables_.points)[level][dice];
  if (rules_->definition().inherited_enters) return tables_.outside[level][dice];
  const Points entry = rules_->parameters().entry;
  return after_accepting(*rules_, tables_.reach)[tables_.levels_for(entry)][dice] *
         (static_cast<double>(position.offer.points + entry) / tables_.step + tables_.entry_worth);
}

double Odds::points_of_new_turn(const Position& position) const {
  return position.is_in(position.mover) ? tables_.fresh : tables_.outside[0][at(rules_->dice())];
}

std::optional<double> Odds::expected_points(const Position& position,
                                            std::span<const Option> options,
                                            const Judgement& decision) const {
  if (plays_to_win(position, options)) return std::nullopt;
  const auto levels = [&] {
    if (decision.action == Action::Accept) return points_of_offer(position);
    if (decision.action == Action::Decline) return points_of_new_turn(position);
    const Option& option = options[decision.option];
    return decision.action == Action::Bank ? points_of_bank(position, option)
                                           : points_of_roll(position, option);
  };
  return levels() * tables_.step;
}

/// Returns the chance that no seat with a turn still to come passes `total`. `left` is the offer to
/// the next seat. The seats count as independent, each playing only for `total`.
double Odds::chance_to_stand(const Position& position, Points total, Offer left) const {
  const rules::Definition& definition = rules_->definition();
  if (definition.ending == rules::Ending::AtOnce) return 1;
  // If the bank begins the last turns or beats the score to beat, all others have a turn. Otherwise
  // play ends at the closer.
  const bool counted_anew = !position.closer || definition.ending == rules::Ending::UntilNoneBeats;
  const int stop = counted_anew ? position.mover : *position.closer;
  double stands = 1;
  Offer offer = left;
  for (int seat = (position.mover + 1) % position.seats; seat != stop;
       seat = (seat + 1) % position.seats) {
    if (position.is_out(seat)) continue;
    const Points entry = position.is_in(seat) ? 0 : rules_->parameters().entry;
    const Points missing = total + 1 - position.totals[at(seat)];
    double beats =
        tables_.reach.free[tables_.levels_for(std::max(missing, entry))][at(rules_->dice())];
    // Only the next seat has the offer, and it takes the better way.
    if (offer.dice > 0) {
      const Points own = definition.inherited_enters ? entry - offer.points : entry;
      const std::size_t level = tables_.levels_for(std::max(missing - offer.points, own));
      beats = std::max(beats, after_accepting(*rules_, tables_.reach)[level][offer.dice]);
      offer = {};
    }
    stands *= 1 - beats;
  }
  return stands;
}

bool Odds::plays_to_win(const Position& position, std::span<const Option> options) const {
  if (position.closer) return true;
  return std::ranges::any_of(options, [&](const Option& option) {
    return option.may_bank && rules_->reaches_target(position.totals[position.mover] +
                                                     position.turn.points + option.points);
  });
}

double Odds::chance_of_bank(const Position& position, const Option& option) const {
  const Points points = position.turn.points + option.points;
  const Points total = position.totals[position.mover] +
                       recorded(*rules_, position, position.mover, points, position.turn.inherited);
  if (total <= best_other_total(position) || (!position.closer && !rules_->reaches_target(total)))
    return 0;
  const int left = position.thrown.size() - option.keep.size();
  Offer offer;
  if (rules_->definition().passes_on && left > 0) offer = {points, static_cast<std::uint8_t>(left)};
  return chance_to_stand(position, total, offer);
}

/// Returns the best chance of these policies: roll until a threshold is reached, then bank.
double Odds::chance_of_push(const Position& position, const TurnTable& reach, int dice,
                            Points points, Points own) const {
  const Points total = position.totals[position.mover] + points;
  const Points missing = best_other_total(position) + 1 - total;
  const Points outside = position.is_in(position.mover) ? 0 : rules_->parameters().entry - own;
  const std::size_t least = tables_.levels_for(std::max({missing, outside, 0}));
  double best = 0;
  for (std::size_t more = least; more <= at(tables_.levels); ++more) {
    const double chance = reach[more][at(dice)];
    // A higher threshold is reached no more often, so it cannot be better either.
    if (chance <= best) break;
    const Points after = total + static_cast<Points>(more) * tables_.step;
    best = std::max(best, chance * chance_to_stand(position, after, Offer()));
  }
  return best;
}

double Odds::chance_of_roll(const Position& position, const Option& option) const {
  const TurnTable& reach =
      is_proven(position, option) ? tables_.reach.free : tables_.reach.unproven;
  return chance_of_push(position, reach, option.next_dice, position.turn.points + option.points,
                        own_points(*rules_, position, option));
}

Judgement Odds::judge_offer(const Position& position, bool to_win) const {
  const TurnTable& reach = after_accepting(*rules_, tables_.reach);
  const Offer offer = position.offer;
  const Points own = rules_->definition().inherited_enters ? offer.points : 0;
  const double taken = to_win ? chance_of_push(position, reach, offer.dice, offer.points, own)
                              : points_of_offer(position);
  const double declined = to_win
                              ? chance_of_push(position, tables_.reach.free, rules_->dice(), 0, 0)
                              : points_of_new_turn(position);
  return {0, taken > declined ? Action::Accept : Action::Decline};
}

Judgement Odds::judge(const Position& position, std::span<const Option> options) const {
  const bool to_win = plays_to_win(position, options);
  if (position.phase == rules::Phase::Offer) return judge_offer(position, to_win);
  assert(position.phase == rules::Phase::Choose && !options.empty());
  Judgement best;
  double most = -1e9;
  const auto consider = [&](std::size_t option, Action action, double value) {
    if (value <= most) return;
    most = value;
    best = {option, action};
  };
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Option& option = options[i];
    if (option.may_bank)
      consider(i, Action::Bank,
               to_win ? chance_of_bank(position, option) : points_of_bank(position, option));
    if (option.may_roll)
      consider(i, Action::Roll,
               to_win ? chance_of_roll(position, option) : points_of_roll(position, option));
  }
  return best;
}

}  // namespace danno::solver
