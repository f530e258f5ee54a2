// People as agents: asked in frames like any other, charged nothing, gone when they leave.
#include "leagues/runner/people.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::runner {
namespace {

class PeopleTest : public testing::Test {
 protected:
  explicit PeopleTest(int seats = 2)
      : rules_(rules::make_rule_set(*rules::find_definition("koans"), seats)) {
    line_up_.rules = &rules_;
    names_.resize(static_cast<std::size_t>(seats));
    for (std::size_t i = 0; i < names_.size(); ++i)
      names_[i] = "person" + std::to_string(i);
    seat(names_, line_up_);
    settle_dice(line_up_, "people", 0);
  }

  std::optional<referee::record::GameRecord> play(AskPerson ask) {
    return play_game(line_up_, 0, std::move(ask));
  }

  static v1::Answer bank_or_roll(const v1::Ask& ask) {
    v1::Answer answer;
    answer.set_action((ask.may(0) & 2U) != 0 ? v1::BANK : v1::ROLL);
    return answer;
  }

  rules::RuleSet rules_;
  std::vector<std::string> names_;
  referee::play::LineUp line_up_;
};

TEST_F(PeopleTest, PlayAGameToItsEnd) {
  std::size_t asked = 0;
  std::size_t steps = 0;
  line_up_.on_step = [&](const auto&, const auto&) { ++steps; };
  const auto game = play([&](const v1::GameStart& start, const v1::Ask& ask) {
    EXPECT_EQ(start.rules(), "koans");
    EXPECT_TRUE(ask.has_advice_option());
    ++asked;
    return std::optional(bank_or_roll(ask));
  });
  ASSERT_TRUE(game);
  EXPECT_TRUE(game->faults.empty());
  EXPECT_EQ(asked, referee::record::count_decisions(*game));
  EXPECT_GT(steps, asked);
}

TEST_F(PeopleTest, WhoLeavesForfeits) {
  const auto game = play([](const v1::GameStart& start, const v1::Ask& ask) {
    return start.seat() == 1 ? std::nullopt : std::optional(bank_or_roll(ask));
  });
  ASSERT_TRUE(game);
  ASSERT_EQ(game->faults.size(), 1U);
  EXPECT_EQ(game->faults.front().seat, 1);
  EXPECT_EQ(game->places[0], 1);
}

class ThreePeople : public PeopleTest {
 protected:
  ThreePeople() : PeopleTest(3) {}
};

TEST_F(ThreePeople, GoOnWithoutWhoLeft) {
  std::size_t asked_after = 0;
  const auto game = play([&](const v1::GameStart& start, const v1::Ask& ask) {
    asked_after += start.seat() != 0 ? 1 : 0;
    return start.seat() == 0 ? std::nullopt : std::optional(bank_or_roll(ask));
  });
  ASSERT_TRUE(game);
  EXPECT_GT(asked_after, 10U);
  EXPECT_EQ(game->places[0], 3);
}

}  // namespace
}  // namespace danno::leagues::runner
