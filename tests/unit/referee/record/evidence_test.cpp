#include "referee/record/evidence.hpp"

#include <gtest/gtest.h>

namespace danno::referee::record {
namespace {

rules::Dice dice(std::string_view text) { return *rules::parse_dice(text, "123456"); }

TEST(OpenQuestion, IsToldWithWhatTheAgentSaw) {
  const rules::Definition& greed = *rules::find_definition("true-greed");
  rules::Position position = rules::start_game(rules::make_rule_set(greed, 3), 2);
  position.totals = {7, 20, 0};
  position.phase = rules::Phase::Choose;
  position.thrown = dice("552341");
  position.turn.points = 3;
  EXPECT_EQ(describe(AskedInGame{&greed, position, 6}),
            "rolled 123455, turn score 1.5, 6 options; totals 3.5 10 0; it sits in seat 2");
  EXPECT_EQ(describe(AskedInGame{&greed, position, 1}),
            "rolled 123455, turn score 1.5, 1 option; totals 3.5 10 0; it sits in seat 2");
}

TEST(OpenQuestion, IsToldWithTheOffer) {
  const rules::Definition& tyghe = *rules::find_definition("tyghe");
  rules::Position position = rules::start_game(rules::make_rule_set(tyghe, 2), 1);
  position.totals = {700, 50};
  position.phase = rules::Phase::Offer;
  position.offer = {400, 3};
  EXPECT_EQ(describe(AskedInGame{&tyghe, position, 2}),
            "offered 400 points and 3 dice; totals 700 50");
  position.offer.dice = 1;
  EXPECT_EQ(describe(AskedInGame{&tyghe, position, 2}),
            "offered 400 points and 1 die; totals 700 50");
}

TEST(OpenQuestion, IsToldToBeNone) {
  EXPECT_EQ(describe(NotGreeted()), "none: it did not get ready");
  EXPECT_EQ(describe(NotAsked()), "none: it owed no answer");
  EXPECT_EQ(describe(OpenQuestion(InWords{"as it was reported"})), "as it was reported");
}

}  // namespace
}  // namespace danno::referee::record
