// Your agent on a few positions. Run: sh build.sh test && ./test_agent
#undef NDEBUG
#include <cassert>
#include <cstdio>
#include <vector>

#include "agent.hpp"

namespace {

constexpr unsigned kRoll = 1;  // in `may`, an entry an option; 3 is both
constexpr unsigned kBank = 2;

struct Option {
  unsigned points;
  unsigned next_dice;
  unsigned may;
};

danno::Decision answer_to(const std::vector<Option>& options, unsigned turn_points = 0) {
  danno::v1::GameStart game;
  game.set_seats(2);
  danno::v1::Parameter& target = *game.add_parameters();
  target.set_name("target");
  target.set_value(3000);
  danno::v1::Ask ask;
  for (const unsigned total : {400U, 900U})
    ask.add_totals(total);
  ask.set_in_game(0b11);
  ask.set_turn_points(turn_points);
  for (const Option& option : options) {
    ask.add_keep(1);
    ask.add_points(option.points);
    ask.add_next_dice(option.next_dice);
    ask.add_may(option.may);
  }
  if (options.empty()) ask.set_offer_dice(3);
  return decide({game, ask});
}

bool is(const danno::Decision& decision, const danno::Decision& expected) {
  return decision.action == expected.action && decision.option == expected.option;
}

}  // namespace

int main() {
  // It rolls on with many dice.
  assert(is(answer_to({{100, 4, kRoll | kBank}, {50, 4, kRoll | kBank}}), danno::roll(0)));
  // It banks with few.
  assert(is(answer_to({{200, 2, kRoll | kBank}}, 300), danno::bank(0)));
  // It chooses only what is legal.
  assert(is(answer_to({{1000, 0, kBank}, {500, 2, kRoll}}), danno::bank(0)));
  assert(is(answer_to({{1000, 6, kRoll}}), danno::roll(0)));
  // It declines an offer.
  assert(is(answer_to({}), danno::decline()));
  std::puts("all is well");
}
