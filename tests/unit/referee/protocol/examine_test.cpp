// The trials of an agent, on a machine without processes.
#include "referee/protocol/examine.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/fake_machine.hpp"

namespace danno::referee::protocol {
namespace {

using record::FaultKind;

struct Course {
  Examination end;
  std::vector<std::size_t> trials;  ///< How many there were at each report of progress.
};

Course examined(const std::string& mode, FakeMachine& machine, const char* question = "0",
                std::chrono::milliseconds bank = 0ms) {
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  Course course;
  const Agent agent{"a", {mode, question}, "/"};
  Limits limits;
  limits.freeze = false;
  limits.bank = bank;
  course.end = examine(
      agent, limits, rules,
      [&](const Examination& now) { course.trials.push_back(now.trials.size()); }, machine);
  return course;
}

std::string shown(const std::vector<Trial>& trials) {
  std::string text;
  for (const Trial& trial : trials)
    text += trial.name + " " + std::to_string(trial.questions) + "; ";
  return text;
}

TEST(Examine, HoldsEveryTrialWithAnHonestAgent) {
  FakeMachine machine;
  std::size_t of_largest_size = 0;
  std::size_t with_later_fields = 0;
  std::size_t of_later_kind = 0;
  std::size_t ends = 0;
  machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
    ends += message.has_game_end() ? 1 : 0;
    of_later_kind += message.message_case() == v1::ToAgent::MESSAGE_NOT_SET ? 1 : 0;
    if (!message.has_ask()) return;
    of_largest_size += message.ByteSizeLong() == kMaxFrame ? 1 : 0;
    // field 500, a number
    const bool is_later = message.SerializeAsString().find("\xA0\x1F\x01") != std::string::npos;
    with_later_fields += is_later ? 1 : 0;
  };
  const Course course = examined("honest", machine, "1");
  EXPECT_FALSE(course.end.fault);
  EXPECT_EQ(
      shown(course.end.trials),
      "single questions 200; many games in one write 256; split frames 100; fields and "
      "messages of a later version 200; frames of 64 KiB 200; idle while nothing is asked 1; ");
  EXPECT_EQ(course.trials, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(course.end.games, 1000U);
  EXPECT_EQ(course.end.answers, 957U);
  EXPECT_GE(course.end.greeting, 1ms);
  EXPECT_LT(course.end.greeting, 10ms);
  EXPECT_GT(course.end.slowest, 0ms);
  EXPECT_LT(course.end.slowest, 10ms);
  EXPECT_EQ(of_largest_size, 200U);
  EXPECT_EQ(with_later_fields, 400U);
  EXPECT_EQ(of_later_kind, 200U);
  EXPECT_GE(ends, 956U);  // the end of the last game is sent with no other
  EXPECT_EQ(machine.lives(), 0U);
}

TEST(Examine, AsksNoMoreGamesAtOnceThanAnAgentTakes) {
  FakeMachine machine;
  const Course course = examined("one-game", machine, "1");
  EXPECT_FALSE(course.end.fault);
  EXPECT_EQ(course.end.games, 1U);
  EXPECT_EQ(course.end.trials[1].questions, 1);
}

TEST(Examine, AsksASlowAgentFewerQuestions) {
  FakeMachine machine;
  machine.sleeps = 50ms;
  const Course course = examined("honest", machine, "1");
  EXPECT_FALSE(course.end.fault);
  EXPECT_GE(course.end.trials[0].questions, 90);
  EXPECT_LE(course.end.trials[0].questions, 101);
  EXPECT_GE(course.end.slowest, 50ms);
}

TEST(Examine, EndsAtAnAnswerFarBeyondTheLimit) {
  FakeMachine machine;
  machine.sleeps = 190ms;
  EXPECT_GT(examined("honest", machine, "1").end.trials[0].questions, 0);
  machine.sleeps = 250ms;
  const Course course = examined("honest", machine, "1");
  ASSERT_TRUE(course.end.fault);
  EXPECT_EQ(course.end.fault->kind, FaultKind::Timeout);
  EXPECT_EQ(shown(course.end.trials), "single questions 0; ");
  EXPECT_EQ(course.trials, std::vector<std::size_t>{0});
}

TEST(Examine, GivesEveryGameTheTimeBankOfOne) {
  for (const auto thinks : {140ms, 160ms}) {
    const bool is_late = thinks > 150ms;
    FakeMachine machine;
    int asks = 0;
    machine.on_heard = [&](int /*process*/, const v1::ToAgent& message) {
      if (!message.has_ask()) return;
      machine.computes = ++asks < 100 || asks > 110 ? 20us : thinks;
    };
    const Course course = examined("honest", machine, "1", 50ms);
    EXPECT_EQ(course.end.fault.has_value(), is_late);
    EXPECT_EQ(course.end.trials.size(), is_late ? 1U : 6U);
  }
}

TEST(Examine, EndsAtTheFirstFault) {
  FakeMachine machine;
  const Course illegal = examined("illegal-option", machine);
  ASSERT_TRUE(illegal.end.fault);
  EXPECT_EQ(illegal.end.fault->kind, FaultKind::Illegal);
  EXPECT_EQ(shown(illegal.end.trials), "single questions 0; ");
  const Course unready = examined("never-ready", machine);
  ASSERT_TRUE(unready.end.fault);
  EXPECT_EQ(unready.end.fault->kind, FaultKind::NeverReady);
  EXPECT_FALSE(unready.end.greeting);
  EXPECT_TRUE(unready.end.trials.empty());
  EXPECT_TRUE(unready.trials.empty());
}

TEST(Examine, FindsWhoComputesWhileNothingIsAsked) {
  FakeMachine machine;
  const Course course = examined("ponder", machine, "1");
  ASSERT_TRUE(course.end.fault);
  EXPECT_EQ(record::to_string(course.end.fault->kind), "overuse");
  EXPECT_EQ(course.end.trials.back().name, "idle while nothing is asked");
}

}  // namespace
}  // namespace danno::referee::protocol
