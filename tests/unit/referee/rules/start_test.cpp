#include "referee/rules/position.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace danno::rules {
namespace {

/// Gives what `rounds[round]` holds for the seat, and notes who threw.
Start start_with(const RuleSet& rules, const std::vector<std::vector<std::string>>& rounds,
                 std::string& thrown) {
  return roll_for_start(rules, [&](int seat, int round, int dice) {
    const std::string& text =
        rounds.at(static_cast<std::size_t>(round)).at(static_cast<std::size_t>(seat));
    EXPECT_EQ(static_cast<int>(text.size()), dice);
    thrown += std::to_string(round) + std::to_string(seat) + " ";
    return *parse_dice(text, rules.faces());
  });
}

TEST(Start, IsTheHighestAndOnlyThoseTiedForHighestRollAgain) {
  const RuleSet rules = make_rule_set(*find_definition("koans"), 4);
  std::string thrown;
  const Start start =
      start_with(rules, {{"6", "2", "6", "2"}, {"3", "", "3", ""}, {"1", "", "4", ""}}, thrown);
  EXPECT_EQ(start.first, 2);
  EXPECT_EQ(start.lowest, 1);
  EXPECT_EQ(thrown, "00 01 02 03 10 12 20 22 ");
}

TEST(Start, OfDollarIsTheBestScoreOfAllSixDice) {
  const RuleSet rules = make_rule_set(*find_definition("dollar"), 3);
  std::string thrown;
  const Start start = start_with(rules, {{"$$RREE", "GD$$RR", "DDDDGG"}}, thrown);
  EXPECT_EQ(start.first, 2);
  EXPECT_EQ(start.lowest, 0);
}

}  // namespace
}  // namespace danno::rules
