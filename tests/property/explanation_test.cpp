// Start, luck and skill add up to the result of every game; luck has no mean, however badly one
// plays and however many sit at the table; a wrong expectation is found out.
#include "referee/record/explanation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "referee/solver/luck.hpp"
#include "referee/solver/value_file.hpp"
#include "tests/property/solved_game.hpp"

namespace danno::referee::record {
namespace {

using rules::Action;
using rules::Phase;
using rules::Position;
using rules::RuleSet;
using solver::Game;
using solver::RandomPlay;

/// A random decision, or now and then a forfeit.
Step random_step(const RuleSet& rules, Position& position, RandomPlay& play) {
  Step step;
  step.seat = position.mover;
  if (play.pick(500) == 0) {
    step.kind = Step::Kind::Forfeit;
    step.seat = static_cast<int>(play.pick(2));
    rules::forfeit(rules, position, step.seat);
  } else if (position.phase == Phase::Throw) {
    step.thrown = play.dice(position.turn.dice);
    step.outcome = throw_dice(rules, position, step.thrown);
  } else if (position.phase == Phase::Offer) {
    step.kind = Step::Kind::Offer;
    const bool accepts = play.pick(2) == 0;
    step.action = accepts ? Action::Accept : Action::Decline;
    accepts ? accept_offer(rules, position) : decline_offer(rules, position);
  } else {
    step.kind = Step::Kind::Choice;
    rules::Options options;
    list_options(rules, position, options);
    step.option = options[play.pick(options.size())];
    const bool banks = step.option.may_bank && (!step.option.may_roll || play.pick(2) == 0);
    step.action = banks ? Action::Bank : Action::Roll;
    banks ? keep_and_bank(rules, position, step.option)
          : keep_and_roll(rules, position, step.option);
  }
  return step;
}

using VisitExplained =
    std::function<void(const Step&, const ExplainedStep&, const Position& before)>;

/// A random game of the evaluator's rules from seat `first` on.
Account random_game(solver::Evaluator& evaluator, int first, RandomPlay& play,
                    const VisitExplained& visit = {}) {
  Position position = start_game(evaluator.rules(), first);
  Accountant accountant(evaluator, position);
  while (position.phase != Phase::Over) {
    const Position before = position;
    const Step step = random_step(evaluator.rules(), position, play);
    const ExplainedStep explained = accountant.add(step, before, position);
    if (visit) visit(step, explained, before);
  }
  return accountant.account();
}

void expect_sum_to_result(const Account& account) {
  ASSERT_NEAR(account.start + account.luck - account.lost[0] + account.lost[1] + account.cut,
              account.result, 1e-9);
  ASSERT_TRUE(account.result == 0 || account.result == 0.5 || account.result == 1);
}

class Explanation : public testing::TestWithParam<Game> {
 protected:
  const RuleSet rules_ = solver::make_rules(GetParam());
  const solver::TableFile file_{rules_};
  const solver::ValueTable table_{rules_, solver::map_table(file_.path())};
  solver::Evaluator evaluator_{table_};
  RandomPlay play_{rules_, 5};
};

TEST_P(Explanation, StartAndLuckAndSkillAreTheResult) {
  for (int game = 0; game < 1000; ++game) {
    const Account account =
        random_game(evaluator_, game % 2, play_, [](const Step&, const ExplainedStep& step, auto&) {
          EXPECT_GE(step.cost, -1e-11);  // no decision gains
        });
    expect_sum_to_result(account);
    ASSERT_EQ(account.cut, 0);
  }
}

TEST_P(Explanation, WhoBeginsWinsAsOftenAsTheValueSaysIfBothPlayBest) {
  const int games = rules_.definition().attempt ? 200 : 1500;  // attempts are slow
  double won = 0;
  for (int game = 0; game < games; ++game) {
    Position position = start_game(rules_, 0);
    while (position.phase != Phase::Over) {
      if (position.phase == Phase::Throw) {
        throw_dice(rules_, position, play_.dice(position.turn.dice));
        continue;
      }
      const solver::Choice best = evaluator_.best_decision(position);
      switch (best.action) {
        case Action::Accept:
          accept_offer(rules_, position);
          break;
        case Action::Decline:
          decline_offer(rules_, position);
          break;
        case Action::Bank:
          keep_and_bank(rules_, position, best.option);
          break;
        case Action::Roll:
          keep_and_roll(rules_, position, best.option);
          break;
      }
    }
    won += evaluator_.winning_chance(position, 0);
  }
  const double error = 0.5 / std::sqrt(games);
  EXPECT_NEAR(won / games, solver::first_wins(table_.boundary()), 4 * error);
}

TEST_P(Explanation, OnlyARightExpectationMakesMeanLuckZero) {
  // Wrong: the value of the best decision before a throw in place of the one that was taken.
  struct Sums {
    double sum = 0;
    double squares = 0;
    void add(double luck) {
      sum += luck;
      squares += luck * luck;
    }
    [[nodiscard]] double z() const { return sum / std::sqrt(squares); }
  };
  Sums right;
  Sums wrong;
  for (int game = 0; game < 500; ++game) {
    double of_best = 0;
    double unearned = 0;
    const auto look = [&](const Step& step, const ExplainedStep& explained, const Position&) {
      const bool rolls = step.kind == Step::Kind::Choice && step.action == Action::Roll;
      if (step.kind == Step::Kind::Throw) {
        const double missed = explained.before - of_best;
        unearned += of_best > 0 ? (step.seat == 0 ? missed : -missed) : 0;
      }
      of_best = rolls && step.seat == 0 ? explained.best->chance : 0;
    };
    const Account account = random_game(evaluator_, game % 2, play_, look);
    right.add(account.luck);
    wrong.add(account.luck + unearned);
  }
  EXPECT_LT(std::abs(right.z()), 4);
  EXPECT_GT(std::abs(wrong.z()), 6);
}

/// Luck against every rival over all throws, weighted by their ways.
void expect_no_mean(solver::Evaluator& evaluator, const Position& position) {
  for (int rival = 0; rival < position.seats; ++rival) {
    if (rival == position.mover) continue;
    double sum = 0;
    rules::for_each_roll(position.turn.dice, [&](rules::Dice thrown) {
      sum += rules::ways(thrown) * solver::luck_of_throw(evaluator, position, rival, thrown);
    });
    ASSERT_NEAR(sum / std::pow(rules::kFaces, position.turn.dice), 0, 1e-11);
  }
}

TEST_P(Explanation, ThrowsOfATableOfFourHaveNoMeanLuck) {
  const RuleSet four(rules_.definition(), 4, rules_.parameters());
  RandomPlay play(four, 7);
  for (int game = 0; game < 6; ++game) {
    Position position = start_game(four, game % 4);
    while (position.phase != Phase::Over) {
      if (position.phase == Phase::Throw) expect_no_mean(evaluator_, position);
      play.step(position);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllRuleSets, Explanation,
                         testing::Values(Game{"koans", "1500"}, Game{"true-greed", "20"},
                                         Game{"dollar", "1000"}, Game{"tyghe", "700"},
                                         Game{"official", "500", {{"entry", "200"}}},
                                         Game{"penalty-of-three", "600"}, Game{"bonus", "600"},
                                         Game{"bonus-and-offers", "500"},
                                         Game{"exact-penalty", "600"}, Game{"ends-minimum", "500"}),
                         [](const auto& tested) { return game_name(tested.param); });

TEST(ExplanationOfACappedGame, BooksTheCapApart) {
  const auto& koans = *rules::find_definition("koans");
  const RuleSet uncapped = solver::uncapped_for_two(koans, koans.defaults(2));
  const solver::TableFile file(uncapped);
  const solver::ValueTable table(uncapped, solver::map_table(file.path()));
  solver::Evaluator evaluator(table);
  rules::Parameters parameters = koans.defaults(2);
  parameters.max_turns = 3;
  const RuleSet capped(koans, 2, parameters);
  RandomPlay play(capped, 1);
  for (int game = 0; game < 50; ++game) {
    Position position = start_game(capped, 0);
    Accountant accountant(evaluator, position);
    while (position.phase != Phase::Over) {
      const Position before = position;
      const Step step = random_step(capped, position, play);
      accountant.add(step, before, position);
    }
    expect_sum_to_result(accountant.account());
    EXPECT_EQ(accountant.account().cut != 0, position.capped);
  }
}

}  // namespace
}  // namespace danno::referee::record
