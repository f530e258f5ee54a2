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

Position against(const Position& position, int rival) {
  const auto put = [&](auto& by_seat) {
    by_seat = {by_seat[position.mover], by_seat[static_cast<std::size_t>(rival)]};
  };
  Position two = position;
  two.seats = 2;
  two.mover = 0;
  two.forfeited = 0;
  two.in_game = static_cast<std::uint8_t>((position.is_in(position.mover) ? 1U : 0U) |
                                          (position.is_in(rival) ? 2U : 0U));
  put(two.totals);
  put(two.turns);
  put(two.reached);
  two.forfeit_order = {};
  if (position.closer) two.closer = std::uint8_t{1};
  return two;
}

double luck_of_throw(Evaluator& evaluator, const Position& position, int rival,
                     rules::Dice thrown) {
  assert(position.phase == rules::Phase::Throw && rival != position.mover);
  if (position.is_out(rival)) return 0;
  Position two = against(position, rival);
  if (two.closer && two.totals[0] >= two.totals[1]) return 0;
  const double expected = evaluator.winning_chance(two, 0);
  throw_dice(evaluator.rules(), two, thrown);
  return evaluator.winning_chance(two, 0) - expected;
}

}  // namespace danno::solver
