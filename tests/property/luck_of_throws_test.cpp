// The luck of many throws is that of each alone, to the last bit: with two seats and three,
// wherever random play goes, on one thread and three, with room for all turns and for few.
#include "referee/solver/luck_of_throws.hpp"
#include "referee/solver/value_file.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/property/solved_game.hpp"

namespace danno::solver {
namespace {

using rules::Phase;
using rules::Position;
using rules::RuleSet;

constexpr std::size_t kThrows = 400;

/// Returns the throws of random games, each against every rival.
std::vector<ThrowOfTwo> random_throws(const RuleSet& of_two, int seats) {
  rules::Parameters parameters = of_two.parameters();
  parameters.max_turns = std::numeric_limits<int>::max();
  const RuleSet rules(of_two.definition(), seats, parameters);
  RandomPlay play(rules, 11);
  std::vector<ThrowOfTwo> throws;
  while (throws.size() < kThrows) {
    Position position = start_game(rules, 0);
    for (; position.phase != Phase::Over; play.step(position)) {
      if (position.phase != Phase::Throw) continue;
      const rules::Dice thrown = play.dice(position.turn.dice);
      for (int rival = 0; rival < seats; ++rival) {
        if (rival != position.mover) throws.push_back(throw_of_two(position, rival, thrown));
      }
    }
  }
  return throws;
}

class LuckOfThrowsTest : public testing::TestWithParam<Game> {};

TEST_P(LuckOfThrowsTest, IsThatOfEachThrowAlone) {
  const RuleSet rules = make_rules(GetParam());
  const TableFile file(rules);
  const ValueTable table(rules, map_table(file.path()));
  Evaluator evaluator(table);
  LuckOfThrows roomy(table, 3);
  LuckOfThrows narrow(table, 1, 20'000);
  for (const int seats : {2, 3}) {
    const std::vector<ThrowOfTwo> throws = random_throws(rules, seats);
    std::vector<double> expected;
    for (const ThrowOfTwo& one : throws)
      expected.push_back(compute_luck(evaluator, one));
    for (LuckOfThrows* const many : {&roomy, &narrow, &roomy}) {
      PackedThrows packed;
      PackedThrows rest;
      for (const ThrowOfTwo& one : throws)
        (packed.size() < throws.size() / 2 ? packed : rest).add(one);
      packed.add(rest);
      many->compute(packed);
      for (std::size_t i = 0; i < throws.size(); ++i)
        ASSERT_EQ(packed.luck(i), expected[i]) << seats << " seats, throw " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllRuleSets, LuckOfThrowsTest,
    testing::Values(Game{"koans", "600", {{"entry", "100"}}},
                    Game{"true-greed", "30.5", {{"spare_dice_score", "true"}, {"entry", "12"}}},
                    Game{"dollar", "1000", {{"bank_below_entry", "true"}}}, Game{"tyghe", "1000"},
                    Game{"tyghe", "800", {{"newcomer_accepts", "false"}}},
                    Game{"official", "300", {{"entry", "200"}}}, Game{"penalty-of-three", "600"},
                    Game{"bonus-until-none-beats", "600"}),
    [](const auto& tested) { return game_name(tested.param); });

}  // namespace
}  // namespace danno::solver
