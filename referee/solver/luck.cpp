#include "referee/solver/luck.hpp"

#include <cassert>
#include <limits>

namespace danno::solver {

using rules::Position;

rules::RuleSet uncapped_for_two(const rules::Definition& definition,
                                const rules::Parameters& parameters) {
  rules::Parameters uncapped = parameters;
  uncapped.max_turns = std::numeric_limits<int>::max();
  return {definition, 2, uncapped};
}

namespace {

/// The position before the throw, as far as it counts.
Position make_position(const ThrowOfTwo& of_two) {
  Position two;
  two.in_game = of_two.in_game;
  two.totals = {of_two.totals[0], of_two.totals[1]};
  two.busts = {of_two.busts[0], of_two.busts[1]};
  two.turn = of_two.turn;
  two.roll = of_two.turn.points > 0 ? 1 : 0;  // only whether it is the turn's first throw counts
  if (of_two.last_turns) two.closer = std::uint8_t{1};
  return two;
}

/// Returns whether the throw matters for the two seats in the solved game. If the target must be
/// met exactly, the solved last turns are about a rival who has met it.
bool matters(const Evaluator& evaluator, const ThrowOfTwo& of_two) {
  if (of_two.thrown.empty()) return false;
  const rules::RuleSet& rules = evaluator.rules();
  return !rules.definition().exact || !of_two.last_turns ||
         of_two.totals[1] == rules.parameters().target;
}

}  // namespace

Position against(const Position& position, int rival) {
  const auto put = [&](auto& by_seat) {
    by_seat = {by_seat[position.mover], by_seat[static_cast<std::size_t>(rival)]};
  };
  Position two = position;
  two.seats = 2;
  two.mover = 0;
  two.forfeited = {};
  two.in_game = {};
  if (position.is_in(position.mover)) two.in_game.add(0);
  if (position.is_in(rival)) two.in_game.add(1);
  put(two.totals);
  put(two.busts);
  put(two.turns);
  put(two.reached);
  two.forfeit_order = {};
  if (position.closer) two.closer = std::uint8_t{1};
  return two;
}

std::vector<int> list_rivals(const Position& position) {
  std::optional<int> next;
  std::optional<int> highest;
  for (int step = 1; step < position.seats; ++step) {
    const int seat = (position.mover + step) % position.seats;
    if (position.is_out(seat)) continue;
    if (!next) next = seat;
    if (!highest || position.totals[rules::at(seat)] > position.totals[rules::at(*highest)])
      highest = seat;
  }
  assert(next);
  if (position.closer || next == highest) return {*highest};
  return {*highest, *next};
}

ThrowOfTwo throw_of_two(const Position& position, int rival, rules::Dice thrown) {
  assert(position.phase == rules::Phase::Throw && rival != position.mover);
  // Millions of throws pass here, so this is against() without the members that do not count.
  const std::size_t mover = position.mover;
  const std::size_t other = rules::at(rival);
  ThrowOfTwo two{.totals = {position.totals[mover], position.totals[other]},
                 .turn = position.turn,
                 .thrown = thrown,
                 .busts = {position.busts[mover], position.busts[other]},
                 .last_turns = position.closer.has_value()};
  if (position.is_in(position.mover)) two.in_game.add(0);
  if (position.is_in(rival)) two.in_game.add(1);
  if (position.is_out(rival) || (two.last_turns && two.totals[0] >= two.totals[1]))
    two.thrown = rules::Dice();
  return two;
}

double compute_luck(Evaluator& evaluator, const ThrowOfTwo& of_two) {
  if (!matters(evaluator, of_two)) return 0;
  Position two = make_position(of_two);
  return evaluator.throw_luck(two, of_two.thrown);
}

double luck_of_throw(Evaluator& evaluator, const Position& position, int rival,
                     rules::Dice thrown) {
  return compute_luck(evaluator, throw_of_two(position, rival, thrown));
}

std::optional<Question> find_question(const Evaluator& evaluator, const ThrowOfTwo& of_two) {
  if (!matters(evaluator, of_two)) return std::nullopt;
  return evaluator.find_question(make_position(of_two));
}

}  // namespace danno::solver
