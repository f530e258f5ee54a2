#include "referee/solver/evaluator.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

#include "referee/solver/pose.hpp"

namespace danno::solver {
namespace {

using rules::Action;
using rules::Phase;
using rules::Position;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int other_than(int seat) { return 1 - seat; }

bool is_fresh(const Position& position, int dice) {
  return position.turn.points == 0 && position.turn.dice == dice && !position.turn.attempt;
}

/// Of a game that is over.
double result(const rules::RuleSet& rules, const Position& position, int seat) {
  const auto places = rules::places(rules, position);
  if (places[at(seat)] == places[at(other_than(seat))]) return 0.5;
  return places[at(seat)] == 1 ? 1 : 0;
}

}  // namespace

Evaluator::Evaluator(const ValueTable& table)
    : table_(table), solver_(table.rules(), table.throws()) {}

double Evaluator::winning_chance(const Position& position, int seat) {
  if (position.phase == Phase::Over) return result(table_.rules(), position, seat);
  const double chance = mover_chance(position);
  return seat == position.mover ? chance : 1 - chance;
}

const std::vector<Choice>& Evaluator::choices(const Position& position) {
  const rules::RuleSet& rules = table_.rules();
  choices_.clear();
  const auto consider = [&](Action action, const rules::Option& option, const auto& apply) {
    Position after = position;
    apply(after);
    choices_.push_back({action, option, winning_chance(after, position.mover)});
  };
  if (position.phase == Phase::Offer) {
    consider(Action::Accept, {}, [&](Position& after) { accept_offer(rules, after); });
    consider(Action::Decline, {}, [&](Position& after) { decline_offer(rules, after); });
    return choices_;
  }
  assert(position.phase == Phase::Choose);
  rules::Options options;
  list_options(rules, position, options);
  for (const rules::Option& option : options.all()) {
    if (option.may_bank) {
      consider(Action::Bank, option, [&](Position& after) { keep_and_bank(rules, after, option); });
    }
    if (option.may_roll) {
      consider(Action::Roll, option, [&](Position& after) { keep_and_roll(rules, after, option); });
    }
  }
  return choices_;
}

Choice Evaluator::best_decision(const Position& position) {
  return *std::ranges::max_element(choices(position), {}, &Choice::chance);
}

double Evaluator::mover_chance(const Position& position) {
  switch (position.phase) {
    case Phase::Throw:
      return throw_chance(position);
    case Phase::Offer:
      return offer_chance(position);
    case Phase::Choose:
      return best_decision(position).chance;
    case Phase::Over:
      break;
  }
  return result(table_.rules(), position, position.mover);
}

double Evaluator::offer_chance(const Position& position) const {
  const Between& between = table_.between();
  const int level = level_of(position.offer.points);
  const int left = position.offer.dice;
  if (position.closer)
    return between.last_offered(need_of(position), level, left, !position.is_in(position.mover));
  return between.offered(standing_of(position), level, left);
}

double Evaluator::throw_chance(const Position& position) {
  if (position.closer) return last_throw_chance(position);
  const Between& between = table_.between();
  Standing standing = standing_of(position);
  if (is_fresh(position, table_.rules().dice())) return between.fresh(standing);
  int level = level_of(position.turn.points);
  const int locked = level_of(position.turn.locked);
  if (locked > 0 && (standing.mover > 0 || locked >= between.layout().entry)) {
    // As good as banked: this is a turn of a seat that has them.
    const int total = levels_of(standing.mover) + locked;
    if (total >= between.layout().closing) return 1;
    standing.mover = total + 1;
    level -= locked;
    if (level == 0 && position.turn.dice == table_.rules().dice()) return between.fresh(standing);
  }
  return look_up(solved({standing, taken_over(position)}), position, level);
}

double Evaluator::last_throw_chance(const Position& position) {
  const Between& between = table_.between();
  const int reach = between.layout().reach;
  int need = need_of(position);
  int level = level_of(position.turn.points);
  if (table_.rules().definition().ending == rules::Ending::OthersOneTurn) {
    level = std::min(level + reach - need, reach + 1);
    return level < 0 ? 0 : between.cell(between.layout().last_throw(level, position.turn.dice));
  }
  if (is_fresh(position, table_.rules().dice())) return between.last_fresh(need);
  const int beyond = std::max(0, need - reach);
  const int inherited = taken_over(position);
  if (level < beyond || (inherited > 0 && inherited < beyond)) return 0;
  need -= beyond;
  const Question question{{need, kLastTurns}, inherited == 0 ? 0 : inherited - beyond};
  return look_up(solved(question), position, level - beyond);
}

double Evaluator::look_up(const Turn& turn, const Position& position, int level) const {
  const std::size_t index =
      at(std::min(level, turn.top)) * at(table_.rules().dice()) + at(position.turn.dice) - 1;
  if (position.turn.attempt) return turn.attempt[index];
  return position.turn.unproven ? turn.unproven[index] : turn.free[index];
}

const Evaluator::Turn& Evaluator::solved(const Question& question) {
  constexpr std::size_t kMostCached = std::size_t{1} << 25;
  constexpr int kBits = 20;
  const auto part = [](int number) { return static_cast<std::uint64_t>(number) + 1; };
  const std::uint64_t key = (part(question.standing.mover) << (2 * kBits)) |
                            (part(question.standing.other) << kBits) | part(question.taken_over);
  const auto known = turns_.find(key);
  if (known != turns_.end()) return known->second;
  if (cached_ > kMostCached) {
    turns_.clear();
    cached_ = 0;
  }
  Turn turn = solve(question);
  cached_ += turn.free.size() + turn.unproven.size() + turn.attempt.size();
  return turns_.emplace(key, std::move(turn)).first->second;
}

Evaluator::Turn Evaluator::solve(const Question& question) {
  const Between& between = table_.between();
  const auto [mover, other] = question.standing;
  const bool attempts = table_.rules().definition().attempt;
  Lanes bust;
  if (other == kLastTurns) {
    pose_last(between, mover, solver_);
  } else {
    Standings standings;
    standings.fill(question.standing);
    pose(between, standings, solver_);
    bust.lane.fill(1 - between.fresh({other, mover}));
  }
  solver_.solve(bust);
  if (attempts) solver_.solve_attempts(bust);
  if (question.taken_over > 0) {
    std::array<int, kLanes> first{};
    first.fill(question.taken_over);
    solver_.forbid_banks(first, between.layout().entry, bust);
  }
  Turn turn;
  turn.top = solver_.top();
  for (int level = 0; level <= turn.top; ++level) {
    for (int dice = 1; dice <= table_.rules().dice(); ++dice) {
      turn.free.push_back(solver_.free(level, dice)[0]);
      if (!attempts) continue;
      turn.unproven.push_back(solver_.unproven(level, dice)[0]);
      turn.attempt.push_back(solver_.attempt(level, dice, bust)[0]);
    }
  }
  return turn;
}

int Evaluator::level_of(rules::Points points) const {
  const rules::Points step = table_.throws().step;
  if (points % step != 0) {
    throw std::invalid_argument("points that no play reaches are not solved: " +
                                rules::show_points(table_.rules().definition(), points));
  }
  return points / step;
}

Standing Evaluator::standing_of(const Position& position) const {
  const auto index = [&](int seat) {
    const int level = level_of(position.totals[at(seat)]);
    if (level >= table_.between().layout().closing)
      throw std::invalid_argument("a total past the end before the last turns is not solved");
    return position.is_in(seat) ? level + 1 : 0;
  };
  assert(position.seats == 2);
  return {index(position.mover), index(other_than(position.mover))};
}

int Evaluator::need_of(const Position& position) const {
  const int mover = position.mover;
  return level_of(position.totals[at(other_than(mover))]) - level_of(position.totals[at(mover)]);
}

/// Levels that the mover took over, while they keep him from banking.
int Evaluator::taken_over(const Position& position) const {
  const bool newcomer = table_.between().layout().newcomers && !position.is_in(position.mover);
  const rules::Turn& turn = position.turn;
  if (!newcomer || turn.points - turn.inherited >= table_.rules().parameters().entry) return 0;
  return level_of(turn.inherited);
}

}  // namespace danno::solver
