// The coach's sentences at positions whose numbers can be checked by hand.
#include "referee/solver/coach.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace danno::solver {
namespace {

using rules::Action;
using rules::Position;
using rules::RuleSet;

/// Seat 0 is asked about these dice, with these totals and points of its turn.
Position asked(const RuleSet& rules, rules::Points own, rules::Points other, rules::Points turn,
               std::string_view dice) {
  Position position = rules::start_game(rules, 0);
  set_score(position, 0, own, true);
  set_score(position, 1, other, true);
  position.turn.points = turn;
  position.turn.dice = static_cast<std::uint8_t>(dice.size());
  EXPECT_EQ(throw_dice(rules, position, *rules::parse_dice(dice, rules.faces())),
            rules::Thrown::Choice);
  return position;
}

Choice find(const Coach& coach, const Position& position, Action action) {
  const std::vector<Choice> all = coach.choices(position);
  return *std::ranges::find(all, action, &Choice::action);
}

class Coached : public testing::Test {
 protected:
  RuleSet rules_ = rules::make_rule_set(*rules::find_definition("koans"), 2);
  Coach coach_{rules_};
};

TEST_F(Coached, BustsAreCountedOverAllThrows) {
  EXPECT_NEAR(bust_chance(rules_, 1, false), 4.0 / 6, 1e-12);  // but a 1 or a 5
  EXPECT_NEAR(bust_chance(rules_, 2, false), 16.0 / 36, 1e-12);
}

TEST_F(Coached, AnEarlyBankIsWeighedInPoints) {
  const Position position = asked(rules_, 1400, 1250, 0, "23456");
  const std::string said = coach_.reason(position, find(coach_, position, Action::Bank),
                                         find(coach_, position, Action::Roll));
  EXPECT_EQ(said.find("Rolling 4 dice busts in 16 % of throws, but is worth more than a bank"), 0)
      << said;
  EXPECT_NE(said.find("points on average against 50."), std::string::npos) << said;
}

TEST_F(Coached, ALongRollIsWeighedWithWhatItRisks) {
  const Position position = asked(rules_, 1400, 1250, 600, "55");
  Position one_left = asked(rules_, 1400, 1250, 600, "25");
  for (const Position& at : {position, one_left}) {
    const std::string said =
        coach_.reason(at, find(coach_, at, Action::Roll), find(coach_, at, Action::Bank));
    EXPECT_EQ(said.find("Rolling "), 0) << said;
    EXPECT_NE(said.find(" points"), std::string::npos) << said;
  }
  EXPECT_NE(coach_
                .reason(one_left, find(coach_, one_left, Action::Roll),
                        find(coach_, one_left, Action::Bank))
                .find("busts in 67 % of throws and then loses 650 points"),
            std::string::npos);
}

TEST_F(Coached, InTheLastTurnsTheTotalToBeatCounts) {
  Position position = asked(rules_, 2900, 3050, 0, "23456");
  position.closer = 1;
  const Choice bank = find(coach_, position, Action::Bank);
  const Choice roll = find(coach_, position, Action::Roll);
  EXPECT_EQ(coach_.reason(position, bank, roll),
            "A bank ends the game at 2,950, and 3,050 is to beat.");
  position.totals[0] = 3010;
  EXPECT_EQ(coach_.reason(position, roll, bank), "A bank makes 3,060 and wins at once.");
}

TEST_F(Coached, ItKnowsAllChoicesAndThatOfOdds) {
  const Position position = asked(rules_, 1400, 1250, 0, "23456");
  EXPECT_EQ(coach_.choices(position).size(), 2U);
  EXPECT_EQ(coach_.odds_choice(position).action, Action::Roll);
  EXPECT_GT(*coach_.worth(position, find(coach_, position, Action::Roll)),
            *coach_.worth(position, find(coach_, position, Action::Bank)));
}

}  // namespace
}  // namespace danno::solver
