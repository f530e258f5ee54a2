// Every value that a solved table gives for a position is what the rules say of it: before a throw
// the mean over all throws, before a decision the best of the legal ones. Play is random, so most
// positions lie far off the best play.
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include "referee/rules/position.hpp"
#include "referee/solver/evaluator.hpp"
#include "referee/solver/value_file.hpp"
#include "tests/property/solved_game.hpp"

namespace danno::solver {
namespace {

using rules::Phase;
using rules::Position;
using rules::RuleSet;

double mean_over_throws(const RuleSet& rules, const Position& position, Evaluator& evaluator) {
  double mean = 0;
  rules::for_each_roll(position.turn.dice, [&](rules::Dice thrown) {
    Position after = position;
    throw_dice(rules, after, thrown);
    mean += rules::ways(thrown) * evaluator.winning_chance(after, 0);
  });
  return mean / std::pow(rules::kFaces, position.turn.dice);
}

double best_of_decisions(const RuleSet& rules, const Position& position, Evaluator& evaluator) {
  double best = -1;
  const auto consider = [&](const Position& after) {
    best = std::max(best, evaluator.winning_chance(after, position.mover));
  };
  if (position.phase == Phase::Offer) {
    Position accepted = position;
    accept_offer(rules, accepted);
    consider(accepted);
    Position declined = position;
    decline_offer(rules, declined);
    consider(declined);
    return best;
  }
  rules::Options options;
  list_options(rules, position, options);
  for (const rules::Option& option : options.all()) {
    Position after = position;
    if (option.may_roll) {
      keep_and_roll(rules, after, option);
      consider(after);
    }
    after = position;
    if (option.may_bank) {
      keep_and_bank(rules, after, option);
      consider(after);
    }
  }
  return best;
}

/// Enough for the rare ones, such as a newcomer's offer in the last turns.
constexpr int kPositions = 10'000;

class SolverBellman : public testing::TestWithParam<Game> {};

TEST_P(SolverBellman, EveryPositionIsWorthWhatFollowsFromIt) {
  const RuleSet rules = make_rules(GetParam());
  const TableFile file(rules);
  const ValueTable table(rules, map_table(file.path()));
  Evaluator evaluator(table);
  RandomPlay play(rules, 7);
  int checked = 0;
  for (int game = 0; checked < kPositions; ++game) {
    Position position = start_game(rules, game % 2);
    for (; position.phase != Phase::Over; play.step(position)) {
      if (position.phase == Phase::Throw && position.turn.dice == rules.dice() && play.pick(4) != 0)
        continue;
      const double chance = evaluator.winning_chance(position, 0);
      if (position.phase == Phase::Throw) {
        ASSERT_NEAR(chance, mean_over_throws(rules, position, evaluator), 1e-11);
      } else {
        const double best = best_of_decisions(rules, position, evaluator);
        ASSERT_NEAR(position.mover == 0 ? chance : 1 - chance, best, 1e-11);
      }
      ++checked;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllRuleSets, SolverBellman,
    testing::Values(Game{"koans", "3000"}, Game{"koans", "600", {{"entry", "100"}}},
                    Game{"koans", "525", {{"over_target", "true"}}}, Game{"true-greed", "50"},
                    Game{"true-greed", "30.5", {{"spare_dice_score", "true"}, {"entry", "12"}}},
                    Game{"dollar", "1500"}, Game{"dollar", "1000", {{"bank_below_entry", "true"}}},
                    Game{"dollar", "2000", {{"six_alike_ends_turn", "true"}}},
                    Game{"tyghe", "1500"}, Game{"tyghe", "1000", {{"break_triples", "false"}}},
                    Game{"tyghe", "800", {{"newcomer_accepts", "false"}}},
                    Game{"tyghe", "500", {{"over_target", "false"}}}, Game{"official", "1500"},
                    Game{"official", "300", {{"entry", "200"}}},
                    Game{"official", "800", {{"dead_dice", "true"}}},
                    Game{"official", "900", {{"choose_attempt", "true"}, {"dead_dice", "true"}}},
                    Game{"official", "700", {{"newcomer_accepts", "false"}, {"entry", "0"}}},
                    Game{"official", "800", {{"entry", "800"}}}),
    [](const auto& tested) { return game_name(tested.param); });

std::vector<Game> house_games() {
  std::vector<Game> games;
  for (const auto& [id, sections] : house_rules())
    games.push_back({id, "600"});
  return games;
}

INSTANTIATE_TEST_SUITE_P(HouseRules, SolverBellman, testing::ValuesIn(house_games()),
                         [](const auto& tested) { return game_name(tested.param); });

}  // namespace
}  // namespace danno::solver
