#include "referee/solver/evaluator.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace danno::solver {
namespace {

using rules::Action;
using rules::Phase;
using rules::Position;

int other_than(int seat) { return 1 - seat; }

bool is_fresh(const Position& position, int dice) {
  return position.turn.points == 0 && position.turn.dice == dice && !position.turn.attempt;
}

/// Returns the result of a game that is over.
double result(const rules::RuleSet& rules, const Position& position, int seat) {
  const auto places = rules::places(rules, position);
  if (places[at(seat)] == places[at(other_than(seat))]) return 0.5;
  return places[at(seat)] == 1 ? 1 : 0;
}

}  // namespace

Evaluator::Evaluator(const ValueTable& table, const SolvedTurns* shared)
    : table_(table),
      shared_(shared),
      levels_a_point_((std::uint64_t{1} << 32U) / static_cast<std::uint64_t>(table.throws().step) +
                      1),
      solver_(table.rules(), table.throws()) {}

double Evaluator::winning_chance(const Position& position, int seat) {
  if (position.phase == Phase::Over) return result(table_.rules(), position, seat);
  const double chance = mover_chance(position);
  return seat == position.mover ? chance : 1 - chance;
}

const std::vector<Choice>& Evaluator::choices(const Position& position) {
  choices_.clear();
  for_each_choice(position, [&](Action action, const rules::Option& option, double chance) {
    choices_.push_back({action, option, chance});
  });
  return choices_;
}

template <class Visit>
void Evaluator::for_each_choice(const Position& position, Visit visit) {
  if (position.phase == Phase::Choose) return for_each_keep(position, find_turn(position), visit);
  assert(position.phase == Phase::Offer);
  const auto consider = [&](Action action, const auto& apply) {
    Position after = position;
    apply(table_.rules(), after);
    visit(action, rules::Option(), winning_chance(after, position.mover));
  };
  consider(Action::Accept, rules::accept_offer);
  consider(Action::Decline, rules::decline_offer);
}

/// Visits the choices after a throw. All are about one turn, which is found once.
template <class Visit>
void Evaluator::for_each_keep(const Position& position, const std::optional<Question>& turn,
                              Visit visit) {
  const rules::RuleSet& rules = table_.rules();
  const bool reads_banks = turn && banks_in_full(position);
  list_options(rules, position, options_);
  for (const rules::Option& option : options_.all()) {
    if (option.may_bank && reads_banks) {
      visit(Action::Bank, option, bank_chance(*turn, position, option));
    } else if (option.may_bank) {
      Position after = position;
      keep_and_bank(rules, after, option);
      visit(Action::Bank, option, winning_chance(after, position.mover));
    }
    if (option.may_roll) {
      Position after = position;
      keep_and_roll(rules, after, option);
      visit(Action::Roll, option, turn_chance(turn, after));
    }
  }
}

/// Returns whether a legal bank books all points of the turn, so that its value is that of a cell.
bool Evaluator::banks_in_full(const Position& position) const {
  const rules::Definition& definition = table_.rules().definition();
  return position.is_in(position.mover) && !definition.exact && definition.hot != rules::Hot::Ends;
}

double Evaluator::bank_chance(const Question& turn, const Position& position,
                              const rules::Option& option) const {
  return table_.boundary().bank(turn.standing, to_level(position.turn.points + option.points),
                                position.thrown.size() - option.keep.size());
}

double Evaluator::best_chance(const Position& position, const std::optional<Question>& turn) {
  double best = 0;
  for_each_keep(position, turn, [&](Action, const rules::Option&, double chance) {
    best = std::max(best, chance);
  });
  return best;
}

double Evaluator::throw_luck(Position& position, rules::Dice thrown) {
  const int mover = position.mover;
  const std::optional<Question> turn = find_turn(position);
  const double expected = turn_chance(turn, position);
  const rules::Thrown outcome = throw_dice(table_.rules(), position, thrown);
  const double chance = outcome == rules::Thrown::Choice ? best_chance(position, turn)
                                                         : winning_chance(position, mover);
  return chance - expected;
}

Choice Evaluator::best_decision(const Position& position) {
  return *std::ranges::max_element(choices(position), {}, &Choice::chance);
}

double Evaluator::mover_chance(const Position& position) {
  switch (position.phase) {
    case Phase::Throw:
      return turn_chance(find_turn(position), position);
    case Phase::Offer:
      return offer_chance(position);
    case Phase::Choose:
      return best_chance(position, find_turn(position));
    case Phase::Over:
      break;
  }
  return result(table_.rules(), position, position.mover);
}

double Evaluator::offer_chance(const Position& position) const {
  const TurnBoundaryValues& boundary = table_.boundary();
  const int level = to_level(position.offer.points);
  const int left = position.offer.dice;
  if (position.closer)
    return boundary.last_offered(needed_levels(position), level, left,
                                 !position.is_in(position.mover));
  return boundary.offered(find_standing(position), level, left);
}

std::optional<Question> Evaluator::find_question(const Position& position) const {
  if (const std::optional<Question> turn = find_turn(position)) {
    const Question question = find_lookup(*turn, position.turn).question;
    if (is_closing(question.standing)) return std::nullopt;
    return question;
  }
  if (!table_.boundary().layout().by_need) return std::nullopt;
  return find_last_place(position).question;
}

/// Returns the chance before a throw of the turn that find_turn() has returned.
double Evaluator::turn_chance(const std::optional<Question>& turn, const Position& position) {
  if (!turn) return last_throw_chance(position);
  const Place place = find_lookup(*turn, position.turn);
  const Standing standing = place.question.standing;
  // Locked points that reach the target win: only games that end at once have locks that are
  // solved.
  if (is_closing(standing)) return 1;
  const bool fresh = place.level == 0 && place.dice == table_.rules().dice();
  return fresh ? table_.boundary().fresh(standing) : look_up(place, position.turn);
}

double Evaluator::last_throw_chance(const Position& position) {
  const TurnBoundaryValues& boundary = table_.boundary();
  const int reach = boundary.layout().reach;
  const int need = needed_levels(position);
  const int level = to_level(position.turn.points);
  if (!boundary.layout().by_need) {
    // One solved turn serves all needs, since only the difference between level and need counts.
    const int reached = std::min(level + reach - need, reach + 1);
    if (reached < 0 && !boundary.layout().wins) return 0;
    return boundary.cell(boundary.layout().last_throw(std::max(reached, 0), position.turn.dice));
  }
  if (is_fresh(position, table_.rules().dice())) return boundary.last_fresh(need);
  const int beyond = std::max(0, need - reach);
  const int inherited = to_level(position.turn.inherited);
  // A mover who lacks more than `reach` beyond the points of the turn cannot catch up by points.
  const bool lost = level < beyond || (keeps_from_banking(position) && inherited < beyond);
  if (lost && !boundary.layout().wins) return 0;
  return look_up(find_last_place(position), position.turn);
}

double Evaluator::look_up(const Place& place, const rules::Turn& turn) {
  const SolvedTurn& values = solved(place.question);
  const std::size_t index =
      at(std::min(place.level, values.top)) * at(table_.rules().dice()) + at(place.dice) - 1;
  if (turn.attempt) return values.attempt[index];
  return turn.unproven ? values.unproven[index] : values.free[index];
}

const SolvedTurn& Evaluator::solved(const Question& question) {
  // Throws of one turn follow each other, so the last turn is tried first.
  if (last_turn_ != nullptr && question == last_question_) return *last_turn_;
  last_question_ = question;
  last_turn_ = shared_ == nullptr ? nullptr : shared_->find(question);
  if (last_turn_ == nullptr) last_turn_ = own_.find(question);
  if (last_turn_ == nullptr) {
    if (own_.size() > kMostKept) own_.clear();
    auto turns = solve_turns(table_.boundary(), std::span(&question, 1), solver_);
    last_turn_ = &own_.add(question, std::move(turns.front()));
  }
  return *last_turn_;
}

/// Returns the whole turn of a position, as if no points were locked; empty in the last turns.
std::optional<Question> Evaluator::find_turn(const Position& position) const {
  if (position.closer) return std::nullopt;
  return Question{find_standing(position), inherited_levels(position)};
}

/// Finds the place of a throw in its turn outside the last turns. Locked points are as good as
/// banked, so the rest of the turn is that of a seat with these points in its total.
Evaluator::Place Evaluator::find_lookup(const Question& whole, const rules::Turn& turn) const {
  const int mover = whole.standing.mover;
  const int level = to_level(turn.points);
  const int locked = to_level(turn.locked);
  // A newcomer's lock below the entry saves nothing.
  if (locked == 0 || (mover == 0 && locked < table_.boundary().layout().entry))
    return {whole, level, turn.dice};
  const Standing after{total_levels(mover) + locked + 1, whole.standing.other};
  return {{after, whole.taken_over}, level - locked, turn.dice};
}

/// Finds the last turn in which a throw is looked up. A need beyond `reach` is looked up as
/// `reach`, with as many levels taken from the turn.
Evaluator::Place Evaluator::find_last_place(const Position& position) const {
  const int need = needed_levels(position);
  const int beyond = std::max(0, need - table_.boundary().layout().reach);
  return {{{need - beyond, kLastTurns}, std::max(0, inherited_levels(position) - beyond)},
          std::max(0, to_level(position.turn.points) - beyond),
          position.turn.dice};
}

bool Evaluator::is_closing(Standing standing) const {
  return total_levels(standing.mover) >= table_.boundary().layout().closing;
}

int Evaluator::to_level(rules::Points points) const {
  // The factor is a little too large, so multiples of the step keep their level; the next line
  // refuses all others.
  const int level = static_cast<int>((static_cast<std::uint64_t>(points) * levels_a_point_) >> 32U);
  if (level * table_.throws().step != points) {
    throw std::invalid_argument("points that no play reaches are not solved: " +
                                rules::format_points(table_.rules().definition(), points));
  }
  return level;
}

Standing Evaluator::find_standing(const Position& position) const {
  const auto index = [&](int seat) {
    const int level = to_level(position.totals[at(seat)]);
    if (level >= table_.boundary().layout().closing)
      throw std::invalid_argument("a total past the end before the last turns is not solved");
    return position.is_in(seat) ? level + 1 : 0;
  };
  assert(position.seats == 2);
  const int other = other_than(position.mover);
  if (table_.boundary().layout().counts == 1) return {index(position.mover), index(other)};
  return {index(position.mover), index(other), position.busts[position.mover],
          position.busts[at(other)]};
}

int Evaluator::needed_levels(const Position& position) const {
  const int mover = position.mover;
  return to_level(position.totals[at(other_than(mover))]) - to_level(position.totals[at(mover)]);
}

/// Returns the levels that a newcomer took over, which do not count to the entry. Once the
/// newcomer's own points reach it, they make no difference, but the throw still belongs to the same
/// turn.
int Evaluator::inherited_levels(const Position& position) const {
  const bool newcomer = table_.boundary().layout().newcomers && !position.is_in(position.mover);
  return newcomer ? to_level(position.turn.inherited) : 0;
}

/// Returns whether the points that a newcomer took over keep the newcomer from banking.
bool Evaluator::keeps_from_banking(const Position& position) const {
  const rules::Turn& turn = position.turn;
  return inherited_levels(position) > 0 &&
         turn.points - turn.inherited < table_.rules().parameters().entry;
}

}  // namespace danno::solver
