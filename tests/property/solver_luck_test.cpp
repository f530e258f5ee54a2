// Luck and skill add up to the result of every game, and luck has no mean, however badly one plays.
#include <gtest/gtest.h>

#include <cmath>

#include "referee/solver/luck.hpp"
#include "tests/property/solved_game.hpp"

namespace danno::solver {
namespace {

using rules::Action;
using rules::Phase;
using rules::Position;
using rules::RuleSet;

/// A game of random decisions, as events.
std::vector<Event> random_game(const RuleSet& rules, int first, RandomPlay& play) {
  std::vector<Event> events;
  Position position = start_game(rules, first);
  while (position.phase != Phase::Over) {
    if (position.phase == Phase::Throw) {
      const rules::Dice thrown = play.dice(position.turn.dice);
      throw_dice(rules, position, thrown);
      events.emplace_back(thrown);
    } else if (position.phase == Phase::Offer) {
      const bool accepts = play.pick(2) == 0;
      accepts ? accept_offer(rules, position) : decline_offer(rules, position);
      events.emplace_back(Played{accepts ? Action::Accept : Action::Decline, {}});
    } else {
      rules::Options options;
      list_options(rules, position, options);
      const rules::Option& option = options[play.pick(options.size())];
      const bool banks = option.may_bank && (!option.may_roll || play.pick(2) == 0);
      banks ? keep_and_bank(rules, position, option) : keep_and_roll(rules, position, option);
      events.emplace_back(Played{banks ? Action::Bank : Action::Roll, option.keep});
    }
  }
  return events;
}

class SolverLuck : public testing::TestWithParam<Game> {};

TEST_P(SolverLuck, StartAndLuckAndSkillAreTheResult) {
  const RuleSet rules = make_rules(GetParam());
  const TableFile file(rules);
  const ValueTable table(rules, file.path());
  Evaluator evaluator(table);
  RandomPlay play(rules, 5);
  constexpr int kGames = 400;
  double sum = 0;
  double squares = 0;
  for (int game = 0; game < kGames; ++game) {
    const Position start = start_game(rules, game % 2);
    const std::vector<Event> events = random_game(rules, game % 2, play);
    const Account account = solver::account(evaluator, rules, start, events);
    ASSERT_NEAR(account.start + account.luck - account.lost[0] + account.lost[1], account.result,
                1e-9);
    ASSERT_TRUE(account.result == 0 || account.result == 0.5 || account.result == 1);
    // No decision gains: what is lost is lost.
    ASSERT_GE(account.lost[0], -1e-11);
    ASSERT_GE(account.lost[1], -1e-11);
    sum += account.luck;
    squares += account.luck * account.luck;
  }
  EXPECT_LT(std::abs(sum), 4 * std::sqrt(squares)) << "the mean luck is not 0";
}

INSTANTIATE_TEST_SUITE_P(AllRuleSets, SolverLuck,
                         testing::Values(Game{"koans", "3000"}, Game{"true-greed", "20"},
                                         Game{"dollar", "1000"}, Game{"tyghe", "700"},
                                         Game{"official", "700", {{"entry", "300"}}}),
                         [](const auto& tested) { return name_of(tested.param); });

}  // namespace
}  // namespace danno::solver
