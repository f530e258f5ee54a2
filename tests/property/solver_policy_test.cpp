// Policy evaluation against what is known otherwise: the solved value for two perfect players,
// played games for simple ones. `official` is left out: its lead goes to and fro through too many
// totals for a test.
#include <gtest/gtest.h>

#include <cmath>

#include "referee/solver/evaluator.hpp"
#include "referee/solver/value_file.hpp"
#include "tests/property/mirrored_deals.hpp"
#include "tests/property/policy.hpp"
#include "tests/property/solved_game.hpp"

namespace danno::solver {
namespace {

using rules::Phase;
using rules::Position;
using rules::RuleSet;

class SolverPolicy : public testing::TestWithParam<Game> {};

TEST_P(SolverPolicy, BestAgainstBestIsTheSolvedValue) {
  const RuleSet rules = make_rules(GetParam());
  const TableFile file(rules);
  const ValueTable table(rules, map_table(file.path()));
  Evaluator evaluator(table);
  const double solved = first_wins(table.boundary());
  EXPECT_NEAR(winning_chance(rules, best(evaluator), best(evaluator)), solved, 1e-8);
}

TEST_P(SolverPolicy, NobodyBeatsTheBest) {
  const RuleSet rules = make_rules(GetParam());
  const TableFile file(rules);
  const ValueTable table(rules, map_table(file.path()));
  Evaluator evaluator(table);
  const double solved = first_wins(table.boundary());
  const Policy other = hold(rules.parameters().entry);
  EXPECT_LT(winning_chance(rules, other, best(evaluator)), solved - 1e-4);
  EXPECT_GT(winning_chance(rules, best(evaluator), other), solved + 1e-4);
}

TEST_P(SolverPolicy, PlayedGamesAgree) {
  const RuleSet rules = make_rules(GetParam());
  const std::array<Policy, 2> policies{hold(rules.parameters().entry),
                                       hold(rules.parameters().entry * 2)};
  RandomPlay play(rules, 11);
  constexpr int kGames = 20'000;
  double won = 0;
  for (int game = 0; game < kGames; ++game) {
    Position position = start_game(rules, 0);
    while (position.phase != Phase::Over)
      play.step_by(policies, position);
    const auto places = rules::places(rules, position);
    won += places[0] == places[1] ? 0.5 : places[0] == 1 ? 1 : 0;
  }
  const double exact = winning_chance(rules, policies[0], policies[1]);
  const double error = std::sqrt(exact * (1 - exact) / kGames);
  EXPECT_NEAR(won / kGames, exact, 4 * error);
}

INSTANTIATE_TEST_SUITE_P(AllButOfficial, SolverPolicy,
                         testing::Values(Game{"koans", "600"}, Game{"true-greed", "10"},
                                         Game{"dollar", "500"}, Game{"tyghe", "500"}),
                         [](const auto& tested) { return game_name(tested.param); });

TEST(SolverPolicyKoans, Hold350AgainstHold500AtTheStandardTarget) {
  const RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  const double first = winning_chance(rules, hold(350), hold(500));
  const double second = 1 - winning_chance(rules, hold(500), hold(350));
  // The mean over mirrored deals, of both seatings. Agrees with an evaluation by recursion over
  // values instead of visits.
  EXPECT_NEAR(first, 0.516266603, 1e-8);
  EXPECT_NEAR(second, 0.463569189, 1e-8);
}

}  // namespace
}  // namespace danno::solver
