#include "leagues/report/game_view.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "referee/record/written_game.hpp"
#include "referee/solver/luck.hpp"
#include "referee/solver/value_file.hpp"

namespace danno::leagues::report {
namespace {

using referee::record::LineProblem;
using referee::record::WrittenGame;

std::variant<GameView, LineProblem> try_view(const std::string& text) {
  const auto game = std::get<WrittenGame>(referee::record::parse_written_game(text));
  const auto rules = written_rules(game);
  Chances chances(*rules);
  return view_game(game, rules, chances);
}

GameView make_view(const std::string& text) { return std::get<GameView>(try_view(text)); }

std::string played(const GameView& view, std::size_t step) {
  return format_played(view.rules->definition(), view.steps.at(step).made);
}
std::string kept(const GameView& view, std::size_t step) {
  return rules::to_string(view.steps.at(step).kept, view.rules->faces());
}

/// start + luck - lost[0] + lost[1] + cut = result; chances of neighbouring steps meet.
void expect_closed(const GameView& view) {
  ASSERT_TRUE(view.account) << view.left_out;
  const referee::record::Account& sums = *view.account;
  EXPECT_NEAR(sums.start + sums.luck - sums.lost[0] + sums.lost[1] + sums.cut, sums.result, 1e-9);
  EXPECT_NEAR(*view.adjusted(), sums.result - sums.luck, 1e-12);
  double chance = sums.start;
  for (const ViewedStep& step : view.steps) {
    const auto of_first = [&](double own) { return step.made.seat == 0 ? own : 1 - own; };
    EXPECT_NEAR(of_first(step.explained->before), chance, 1e-9);
    chance = of_first(step.explained->after);
    for (const solver::Choice& other : step.alternatives)
      EXPECT_LE(other.chance, step.explained->best->chance);
  }
  EXPECT_NEAR(chance + sums.cut, sums.result, 1e-9);
}

constexpr const char* kKoans =
    "rules koans\nplayers ann bob\nset target 1000\n"
    "ann 11123 roll\nann 23 bust\nbob 55234 roll\nbob 111 roll\nbob 11123 bank\n";

TEST(GameView, CountsTurnsAndThrowsAndSaysWhatIsKeptByItself) {
  const GameView view = make_view(kKoans);
  ASSERT_EQ(view.steps.size(), 9U);
  EXPECT_EQ(played(view, 0), "choice");
  EXPECT_EQ(kept(view, 0), "");
  EXPECT_EQ(played(view, 1), "roll");
  EXPECT_EQ(kept(view, 1), "111");
  EXPECT_EQ(view.steps[1].worth, 1000);
  EXPECT_EQ(view.steps[1].next_dice, 2);
  EXPECT_EQ(played(view, 2), "bust");
  EXPECT_EQ(view.steps[2].turn, 1);
  EXPECT_EQ(view.steps[2].roll, 2);
  EXPECT_EQ(view.steps[2].next_dice, 0);
  EXPECT_EQ(view.steps[6].next_dice, 5);  // all scored: a full throw
  EXPECT_EQ(view.steps[8].roll, 3);
  EXPECT_EQ(view.end.totals[1], 2100);
}

TEST(GameView, ChancesOfAFinishedGameAddUpToItsResult) {
  std::string text(kKoans);
  text += "ann 22334 bust\n";
  const GameView view = make_view(text);
  EXPECT_TRUE(view.is_over());
  EXPECT_EQ(view.places, (std::vector<int>{2, 1}));
  EXPECT_EQ(view.account->result, 0);
  expect_closed(view);
}

TEST(GameView, ChancesOfAGameThatGoesOnAddUpToWhereItStands) {
  const GameView view = make_view(kKoans);
  EXPECT_FALSE(view.is_over());
  expect_closed(view);
}

TEST(GameView, ATieIsHalfAWin) {
  const GameView view =
      make_view("rules koans\nplayers ann bob\nset target 1000\nann 11123 bank\nbob 11123 bank\n");
  EXPECT_EQ(view.places, (std::vector<int>{1, 1}));
  EXPECT_EQ(view.account->result, 0.5);
  expect_closed(view);
}

TEST(GameView, WhatACapTakesIsOfNobody) {
  const GameView view = make_view(
      "rules koans\nplayers ann bob\nset target 1000\nset max_turns 1\n"
      "ann 33345 bank\nbob 22334 bust\n");
  EXPECT_TRUE(view.end.capped);
  EXPECT_GT(view.account->cut, 0);
  expect_closed(view);
}

TEST(GameView, AForfeitCostsWhatItsSeatHad) {
  const GameView view = make_view("rules koans\nplayers ann bob\nset target 1000\nann forfeit\n");
  EXPECT_EQ(played(view, 0), "forfeit");
  EXPECT_EQ(view.steps[0].roll, 0);
  EXPECT_FALSE(view.steps[0].is_decision());
  EXPECT_EQ(view.steps[0].cost(), 0);  // no mistake of play
  EXPECT_EQ(view.account->lost[0], view.account->start);
  expect_closed(view);
}

TEST(GameView, AStraightLocksAndSixAlikeWin) {
  const GameView view = make_view(
      "rules true-greed\nplayers ann bob\nann 123456 keep 123456 roll\nann 222223 bust\n"
      "bob 444444 wins\n");
  EXPECT_EQ(kept(view, 1), "123456");
  EXPECT_EQ(view.steps[2].before.turn.locked, 20);  // half points
  EXPECT_EQ(view.steps[2].after.totals[0], 20);
  EXPECT_EQ(played(view, 3), "six alike win");
  EXPECT_EQ(kept(view, 3), "444444");
  EXPECT_EQ(view.steps[3].worth, 100);
  expect_closed(view);
}

/// Values that are not solved on the way.
void solve(const std::string& text) {
  const auto game = std::get<WrittenGame>(referee::record::parse_written_game(text));
  const rules::RuleSet rules = solver::uncapped_for_two(*game.definition, game.parameters);
  (void)solver::load_or_solve(rules, 2);
}

TEST(GameView, AnOfferTakenOverIsInheritedAndTriedByItself) {
  constexpr const char* kOffer =
      "rules official\nplayers ann bob\nset target 300\nset entry 200\n"
      "ann 11346 keep 11 bank\nbob accept\nbob 126 roll\nbob 13 keep 1 bank\n";
  solve(kOffer);
  const GameView view = make_view(kOffer);
  const ViewedStep& offered = view.steps[2];
  EXPECT_EQ(played(view, 2), "accept");
  EXPECT_EQ(offered.before.offer.points, 200);
  EXPECT_EQ(offered.roll, 0);
  EXPECT_EQ(offered.next_dice, 3);
  EXPECT_EQ(played(view, 3), "attempt succeeds");
  EXPECT_EQ(kept(view, 3), "1");
  EXPECT_EQ(view.steps[3].worth, 100);
  EXPECT_EQ(view.steps[3].before.turn.inherited, 200);
  EXPECT_EQ(view.steps[3].next_dice, 2);
  expect_closed(view);
}

TEST(GameView, KnowsTheLettersOfDollar) {
  const GameView view = make_view(
      "rules dollar\nplayers ann bob\nset target 1000\nset entry 0\nann $$$GRE keep $$$ roll\nann "
      "GRE bank\n");
  EXPECT_EQ(kept(view, 1), "$$$");
  EXPECT_EQ(played(view, 3), "bank");  // A bank of dollar takes all scoring dice.
}

TEST(GameView, WithoutSolvedValuesSaysWhyAndTellsTheRest) {
  const GameView view = make_view(
      "rules tyghe\nplayers ann bob\nann 112235 keep 11 roll\nann 2333 keep 333 bank\n"
      "bob decline\nbob 223346 bust\n");
  EXPECT_FALSE(view.account);
  EXPECT_FALSE(view.adjusted());
  EXPECT_NE(view.left_out.find("no values of tyghe"), std::string::npos) << view.left_out;
  EXPECT_EQ(view.steps[4].before.offer.points, 500);
  EXPECT_EQ(view.steps[4].next_dice, 6);
  EXPECT_TRUE(view.steps[4].is_decision());
  EXPECT_FALSE(view.steps[4].explained);
  EXPECT_EQ(view.steps[4].cost(), 0);
}

TEST(GameView, OfFourSeatsHasStepsAndNoChances) {
  const GameView view = make_view(
      "rules koans\nplayers ann bob cas dan\nann 22334 bust\nbob 11123 bank\ncas forfeit\n"
      "dan 33345 bank\n");
  EXPECT_EQ(view.seats(), 4);
  EXPECT_EQ(view.left_out, "a game with 4 players; only games of two are solved");
  EXPECT_EQ(view.steps.back().made.seat, 3);
  EXPECT_EQ(view.places, (std::vector<int>{3, 1, 4, 2}));
}

TEST(GameView, NamesTheFirstLineThatIsNotLegal) {
  const auto viewed = try_view("rules koans\nplayers ann bob\nann 11123 roll\nbob 22 bust\n");
  ASSERT_TRUE(std::holds_alternative<LineProblem>(viewed));
  EXPECT_EQ(std::get<LineProblem>(viewed).line, 4);
}

TEST(GameView, AStandingThatPlayCannotReachHasNoChances) {
  const GameView view =
      make_view("rules koans\nplayers ann bob\nset target 1000\nscore ann 30\nann 22334 bust\n");
  EXPECT_NE(view.left_out.find("it cannot be explained"), std::string::npos) << view.left_out;
  EXPECT_EQ(view.steps.size(), 1U);
}

}  // namespace
}  // namespace danno::leagues::report
