#include "referee/protocol/answer_check.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace danno::referee::protocol {
namespace {

using record::describe;

/// A question of the game as the position has it and as the wire carries it.
struct BothViews {
  rules::Position position;
  rules::Options options;
  v1::Ask ask;
};

BothViews choice(std::initializer_list<std::pair<bool, bool>> may) {
  BothViews views;
  views.position.phase = rules::Phase::Choose;
  for (const auto& [roll, bank] : may) {
    rules::Option option;
    option.may_roll = roll;
    option.may_bank = bank;
    views.options.add(option);
    views.ask.add_may((roll ? 1U : 0U) | (bank ? 2U : 0U));
  }
  return views;
}

BothViews offer() {
  BothViews views;
  views.position.phase = rules::Phase::Offer;
  views.ask.set_offer_dice(3);
  return views;
}

TEST(AnswerCheck, JudgesTheSameByThePositionAndByTheFrame) {
  int legal = 0;
  for (const BothViews& views : {choice({{true, true}, {true, false}, {false, true}}), offer()}) {
    for (std::uint32_t option = 0; option < 5; ++option) {
      for (int action = 0; action < 7; ++action) {
        const AnswerIn answer{0, 0, option, static_cast<v1::Action>(action)};
        const auto of_game = what_is_illegal(views.position, views.options, answer);
        const auto of_frame = what_is_illegal(views.ask, answer);
        ASSERT_EQ(of_game.has_value(), of_frame.has_value()) << option << ' ' << action;
        if (of_game) {
          EXPECT_EQ(describe(*of_game), describe(*of_frame));
        }
        legal += of_game ? 0 : 1;
      }
    }
  }
  EXPECT_EQ(legal, 4 + 2 * 5);
}

}  // namespace
}  // namespace danno::referee::protocol
