// The reference agents' judgements over whole games: always legal, and told all that they need.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <variant>
#include <vector>

#include "agents/hold/hold.hpp"
#include "agents/position.hpp"
#include "agents/random/random.hpp"
#include "agents/timid/timid.hpp"
#include "tests/asked.hpp"
#include "tests/property/house_rules.hpp"
#include "tests/random_switches.hpp"

namespace danno::agents {
namespace {

using rules::Options;
using rules::Position;
using rules::RuleSet;

/// Every switch of the rule set at random, and a near target, so that many games fit in a test.
RuleSet random_rules(const rules::Definition& definition, int seats, std::mt19937_64& random) {
  rules::Parameters parameters = tests::random_switches(definition, seats, random);
  parameters.target /= static_cast<rules::Points>(1 + random() % 3);
  parameters.max_turns = 100;
  return {definition, seats, parameters};
}

rules::Dice throw_at_random(int dice, std::mt19937_64& random) {
  rules::Dice thrown;
  for (int die = 0; die < dice; ++die)
    thrown.add(static_cast<int>(random() % rules::kFaces));
  return thrown;
}

/// Plays one game; seats ask `judge(position, options)` in turn.
template <class Judge>
void play(const RuleSet& rules, std::mt19937_64& random, Judge judge) {
  Position position = rules::start_game(rules, 0);
  Options options;
  while (position.phase != rules::Phase::Over) {
    if (position.phase == rules::Phase::Throw) {
      throw_dice(rules, position, throw_at_random(position.turn.dice, random));
      continue;
    }
    options.clear();
    if (position.phase == rules::Phase::Choose) list_options(rules, position, options);
    if (random() % 2000 == 0) {
      forfeit(rules, position, position.mover);
      continue;
    }
    const solver::Judgement judgement = judge(position, options);
    const bool offer = position.phase == rules::Phase::Offer;
    ASSERT_EQ(offer, judgement.action == rules::Action::Accept ||
                         judgement.action == rules::Action::Decline);
    if (!offer) {
      ASSERT_LT(judgement.option, options.size());
      const rules::Option& option = options[judgement.option];
      ASSERT_TRUE(judgement.action == rules::Action::Roll ? option.may_roll : option.may_bank);
    }
    tests::apply(rules, position, options, judgement);
  }
}

/// `use(rules, random)` for every bundled rule set and one for each trait that only files have,
/// with every number of seats, some times each.
template <class Use>
void with_random_rules(int times, Use use) {
  std::mt19937_64 random(7);
  const auto bundled = rules::all_definitions();
  std::vector<const rules::Definition*> all(bundled.begin(), bundled.end());
  for (const auto& [id, traits] : solver::house_rules())
    all.push_back(&solver::house_definition(id));
  for (const rules::Definition* const definition : all) {
    for (int seats = 2; seats <= rules::kMaxSeats; ++seats) {
      for (int i = 0; i < times; ++i) {
        SCOPED_TRACE(std::string(definition->id) + " with " + std::to_string(seats));
        use(random_rules(*definition, seats, random), random);
      }
    }
  }
}

TEST(Agents, RandomTimidAndHoldAnswerLegally) {
  with_random_rules(4, [](const RuleSet& rules, std::mt19937_64& random) {
    tests::Asked asked(rules);
    Random draws(asked.start(0));
    const auto drawn = [&](const Question& question) { return decide_random(question, draws); };
    play(rules, random, [&](const Position& position, const Options& options) {
      if (position.mover == 0) return asked.ask(position, options, drawn);
      if (position.mover == 1) return asked.ask(position, options, decide_timid);
      return asked.ask(position, options, Hold());
    });
  });
}

TEST(Agents, OddsAnswersLegallyAndJudgesAQuestionAsThePosition) {
  with_random_rules(1, [](const RuleSet& rules, std::mt19937_64& random) {
    tests::Asked asked(rules);
    const RuleSet told = make_rule_set(asked.start(0));
    const solver::Odds odds(rules);
    const solver::Odds odds_told(told);
    play(rules, random, [&](const Position& position, const Options& options) {
      const v1::GameStart& start = asked.start(position.mover);
      const v1::Ask& question = asked.question(position, options);
      Options offered;
      make_options(told, question, offered);
      const auto judged = odds_told.judge(make_position(told, start, question), offered.all());
      const auto expected = odds.judge(position, options.all());
      EXPECT_EQ(judged.action, expected.action);
      EXPECT_EQ(judged.option, expected.option);
      return expected;
    });
  });
}

/// One id, and two prices of a die.
RuleSet priced(const std::string& points) {
  const auto parsed = rules::parse_rules("[rules]\nid = \"ours\"\n[score]\n\"1\" = " + points +
                                         "\n[game]\ntarget = 1000\n");
  const auto& definition = rules::register_definition(std::get<rules::Definition>(parsed));
  return rules::make_rule_set(definition, 2);
}

TEST(Agents, KeepTwoFilesOfOneIdApart) {
  const tests::Asked cheap(priced("50"));
  const tests::Asked dear(priced("100"));
  EXPECT_EQ(rules_key(cheap.start(0)), rules_key(cheap.start(1)));
  EXPECT_NE(rules_key(cheap.start(0)), rules_key(dear.start(0)));
}

}  // namespace
}  // namespace danno::agents
