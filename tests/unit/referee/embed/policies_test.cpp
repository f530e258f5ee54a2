// The policies of the C interface decide as the bundled agents that are asked over the wire.
#include "referee/embed/policies.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <string>

#include "agents/hold/hold.hpp"
#include "agents/random/random.hpp"
#include "agents/timid/timid.hpp"
#include "tests/asked.hpp"

namespace danno::referee::embed {
namespace {

using rules::Options;
using rules::Position;
using Visit = std::function<void(const Position&, const Options&)>;

/// Plays random games and shows every question.
void visit_questions(const rules::RuleSet& rules, Judge& judge, int games, const Visit& visit) {
  std::mt19937_64 random(7);
  for (int game = 0; game < games; ++game) {
    Position position = rules::start_game(rules, game % rules.seats());
    Options options;
    while (position.phase != rules::Phase::Over) {
      if (position.phase == rules::Phase::Throw) {
        rules::Dice thrown;
        for (int die = 0; die < position.turn.dice; ++die)
          thrown.add(static_cast<int>(random() % rules::kFaces));
        static_cast<void>(rules::throw_dice(rules, position, thrown));
        continue;
      }
      options.clear();
      if (position.phase == rules::Phase::Choose) list_options(rules, position, options);
      visit(position, options);
      std::uint64_t state = random();
      tests::apply(rules, position, options,
                   judge.judge({PolicyKind::Random}, position, options.all(), state));
    }
  }
}

class EmbeddedPolicies : public testing::TestWithParam<const char*> {
 protected:
  /// Compares the policy with the agent in every question of some games.
  template <class Decide>
  void expect_same(const std::string& policy, Decide decide) {
    for (const int seats : {2, 4}) {
      const auto game_rules = std::make_shared<const GameRules>(GetParam(), seats, "max_turns=20");
      const rules::RuleSet& rules = game_rules->rule_set();
      Judge judge(game_rules, nullptr);
      const Policy parsed = parse_policy(rules, policy);
      tests::Asked asked(rules);
      int questions = 0;
      visit_questions(rules, judge, 30, [&](const Position& position, const Options& options) {
        std::uint64_t state = 1;  // the seed that Asked tells
        const auto expected = asked.ask(position, options, decide);
        const auto judged = judge.judge(parsed, position, options.all(), state);
        EXPECT_EQ(judged.action, expected.action);
        EXPECT_EQ(options.size() == 0 ? 0 : judged.option,
                  options.size() == 0 ? 0 : expected.option);
        ++questions;
      });
      EXPECT_GT(questions, 500);
    }
  }
};

TEST_P(EmbeddedPolicies, HoldIsTheAgent) {
  expect_same("hold", agents::Hold());
  expect_same("hold --at 3", agents::Hold{agents::parse_half_points("3")});
}

TEST_P(EmbeddedPolicies, TimidIsTheAgent) { expect_same("timid", agents::decide_timid); }

TEST_P(EmbeddedPolicies, RandomIsTheAgent) {
  expect_same("random", [](const Question& question) {
    agents::Random random(question.game);
    return agents::decide_random(question, random);
  });
}

INSTANTIATE_TEST_SUITE_P(Bundled, EmbeddedPolicies,
                         testing::Values("true-greed", "dollar", "tyghe", "official", "koans"));

}  // namespace
}  // namespace danno::referee::embed
