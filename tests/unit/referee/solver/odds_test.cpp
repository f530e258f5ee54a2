// The judgement of odds: single decisions that can be checked by hand, and its tables against a
// plain enumeration of every sequence of dice.
#include "referee/solver/odds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace danno::solver {
namespace {

using rules::Action;
using rules::Dice;
using rules::Options;
using rules::Position;
using rules::RuleSet;

RuleSet two_seats(std::string_view id) {
  return rules::make_rule_set(*rules::find_definition(id), 2);
}

struct Asked {
  Position position;
  Options options;
};

/// Seat 0 begins, both are in the game with these totals, and throws `dice` with `turn` so far.
Asked ask(const RuleSet& rules, rules::Points own, rules::Points other, rules::Turn turn,
          std::string_view dice) {
  Asked asked{rules::start_game(rules, 0), {}};
  set_score(asked.position, 0, own, true);
  set_score(asked.position, 1, other, true);
  turn.dice = static_cast<std::uint8_t>(dice.size());
  asked.position.turn = turn;
  EXPECT_EQ(throw_dice(rules, asked.position, *rules::parse_dice(dice, rules.faces())),
            rules::Thrown::Choice);
  list_options(rules, asked.position, asked.options);
  return asked;
}

/// Returns the chance that a throw of `dice` busts, counted over every ordered roll.
double count_busts(const RuleSet& rules, int dice) {
  int busts = 0;
  const int rolls = static_cast<int>(std::pow(rules::kFaces, dice));
  for (int roll = 0; roll < rolls; ++roll) {
    Dice thrown;
    for (int die = 0, rest = roll; die < dice; ++die, rest /= rules::kFaces)
      thrown.add(rest % rules::kFaces);
    busts += rules.keep_table().keeps(thrown).empty() ? 1 : 0;
  }
  return static_cast<double>(busts) / rolls;
}

TEST(TurnTables, TheChanceToBankAnythingIsTheChanceNotToBust) {
  for (const std::string_view id : {"tyghe", "koans", "true-greed"}) {
    const RuleSet rules = two_seats(id);
    const TurnTables tables = solve_turns(rules);
    for (int dice = 1; dice <= rules.dice(); ++dice)
      EXPECT_NEAR(tables.reach.free[0][static_cast<std::size_t>(dice)],
                  1 - count_busts(rules, dice), 1e-12)
          << id << ' ' << dice;
  }
}

TEST(TurnTables, AnAttemptSucceedsWhereAOneOrFiveShows) {
  const RuleSet rules = two_seats("official");
  const TurnTables tables = solve_turns(rules);
  // One die: a third shows it; then five dice must prove it again, in that throw or a later one.
  EXPECT_LT(tables.reach.attempt[0][1], 1.0 / 3);
  EXPECT_GT(tables.reach.attempt[0][1], 1.0 / 3 * (1 - std::pow(2.0 / 3, 5)));
}

TEST(TurnTables, GettingInMakesATurnFromOutsideAsGoodAsOneFromInside) {
  for (const rules::Definition* const definition : rules::all_definitions()) {
    const RuleSet rules = rules::make_rule_set(*definition, 2);
    const TurnTables tables = solve_turns(rules);
    const auto dice = static_cast<std::size_t>(rules.dice());
    EXPECT_GT(tables.entry_worth, 0) << definition->id;
    EXPECT_NEAR(tables.outside[0][dice], tables.fresh, 0.01 * tables.fresh) << definition->id;
  }
}

TEST(Odds, RollsOnWhereLittleIsAtRiskAndBanksWhereMuchIs) {
  const RuleSet rules = two_seats("koans");
  const Odds odds(rules);
  Asked little = ask(rules, 500, 500, {.points = 0}, "12346");
  EXPECT_EQ(odds.judge(little.position, little.options.all()).action, Action::Roll);
  Asked much = ask(rules, 500, 500, {.points = 1000}, "146");
  EXPECT_EQ(odds.judge(much.position, much.options.all()).action, Action::Bank);
}

TEST(Odds, RollsOnInTheLastTurnUntilItIsAhead) {
  const RuleSet rules = two_seats("koans");
  const Odds odds(rules);
  Asked behind = ask(rules, 500, 3000, {.points = 1000}, "146");
  behind.position.closer = 1;
  EXPECT_EQ(odds.judge(behind.position, behind.options.all()).action, Action::Roll);
  Asked ahead = ask(rules, 2000, 3000, {.points = 1000}, "123");
  ahead.position.closer = 1;
  EXPECT_EQ(odds.judge(ahead.position, ahead.options.all()).action, Action::Bank);
}

TEST(Odds, BanksWhatWinsAtOnce) {
  const RuleSet rules = two_seats("true-greed");
  const Odds odds(rules);
  Asked asked = ask(rules, 99, 98, {}, "523462");
  EXPECT_EQ(odds.judge(asked.position, asked.options.all()).action, Action::Bank);
}

TEST(Odds, TakesALargeOfferWithManyDiceAndLeavesASmallOneWithOne) {
  for (const std::string_view id : {"tyghe", "official"}) {
    const RuleSet rules = two_seats(id);
    const Odds odds(rules);
    Position position = rules::start_game(rules, 0);
    set_score(position, 0, 1000, true);
    set_score(position, 1, 1000, true);
    position.phase = rules::Phase::Offer;
    position.offer = {3000, 4};
    EXPECT_EQ(odds.judge(position, {}).action, Action::Accept) << id;
    position.offer = {100, 1};
    EXPECT_EQ(odds.judge(position, {}).action, Action::Decline) << id;
  }
}

}  // namespace
}  // namespace danno::solver
