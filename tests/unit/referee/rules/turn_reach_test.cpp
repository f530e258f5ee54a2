#include "referee/rules/turn_reach.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "referee/rules/position.hpp"

namespace danno::rules {
namespace {

using ::testing::ElementsAre;

TEST(TurnReach, ATurnBeginsWithAllDiceAndNoPoints) {
  const RuleSet koans = make_rule_set(*find_definition("koans"), 2);
  EXPECT_THAT(reachable_turn_points(koans, koans.dice(), 0), ElementsAre(0));
}

TEST(TurnReach, EachDieThatIsKeptScores) {
  const RuleSet koans = make_rule_set(*find_definition("koans"), 2);
  EXPECT_THAT(reachable_turn_points(koans, 4, 250), ElementsAre(50, 100));
  EXPECT_THAT(reachable_turn_points(koans, 3, 250), ElementsAre(100, 150, 200));
}

TEST(TurnReach, PlayedTurnsAreFound) {
  for (const Definition* definition : all_definitions()) {
    const RuleSet rules = make_rule_set(*definition, 2);
    std::map<int, std::set<Points>> reached;
    for (int dice = 1; dice <= rules.dice(); ++dice)
      reached[dice] = reachable_turn_points(rules, dice, 1000 * definition->unit);
    std::mt19937 random(7);
    Position position = start_game(rules, 0);
    for (int event = 0; event < 20'000 && position.phase != Phase::Over; ++event) {
      if (position.phase == Phase::Offer) {
        accept_offer(rules, position);
      } else if (position.phase == Phase::Throw) {
        if (position.turn.points <= 1000 * definition->unit) {
          EXPECT_TRUE(reached[position.turn.dice].contains(position.turn.points))
              << definition->id << " " << position.turn.points << " " << int{position.turn.dice};
        }
        Dice thrown;
        for (int die = 0; die < position.turn.dice; ++die)
          thrown.add(std::uniform_int_distribution(0, kFaces - 1)(random));
        throw_dice(rules, position, thrown);
      } else {
        Options options;
        list_options(rules, position, options);
        const Option& option =
            options[std::uniform_int_distribution<std::size_t>(0, options.size() - 1)(random)];
        if (option.may_roll && (!option.may_bank || random() % 4 != 0))
          keep_and_roll(rules, position, option);
        else
          keep_and_bank(rules, position, option);
      }
      if (position.phase == Phase::Over) position = start_game(rules, 0);
    }
  }
}

}  // namespace
}  // namespace danno::rules
