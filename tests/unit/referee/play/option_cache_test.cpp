// Tests that what is cached of a throw is what its position offers: random games, switches and rule
// files.
#include "referee/play/game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "referee/protocol/wire.hpp"
#include "tests/property/house_rules.hpp"
#include "tests/random_switches.hpp"

namespace danno::referee::play {
namespace {

using rules::Phase;
using Random = std::mt19937_64;

std::vector<const rules::Definition*> many_definitions() {
  std::vector<const rules::Definition*> all(rules::all_definitions().begin(),
                                            rules::all_definitions().end());
  for (const auto& [id, sections] : solver::house_rules())
    all.push_back(&solver::house_definition(id));
  return all;
}

void throw_dice(const rules::RuleSet& rules, rules::Position& position, Random& random) {
  rules::Dice thrown;
  for (int die = 0; die < position.turn.dice; ++die)
    thrown.add(static_cast<int>(random() % rules::kFaces));
  rules::throw_dice(rules, position, thrown);
}

void decide(const rules::RuleSet& rules, rules::Position& position,
            const std::vector<rules::Option>& options, Random& random) {
  const rules::Option option = options[random() % options.size()];
  if (option.may_bank && (!option.may_roll || random() % 3 == 0)) {
    rules::keep_and_bank(rules, position, option);
  } else {
    rules::keep_and_roll(rules, position, option);
  }
}

/// Returns how many questions had options.
int play(OptionCache& cache, Random& random) {
  const rules::RuleSet& rules = cache.rules();
  rules::Position position = rules::start_game(rules, 0);
  int questions = 0;
  while (position.phase != Phase::Over) {
    if (position.phase == Phase::Throw) {
      throw_dice(rules, position, random);
    } else if (position.phase == Phase::Offer) {
      random() % 2 == 0 ? rules::accept_offer(rules, position)
                        : rules::decline_offer(rules, position);
    } else {
      const ListedOptions& cached = cache.list(position);
      rules::Options listed;
      rules::list_options(rules, position, listed);
      EXPECT_TRUE(std::ranges::equal(cached.options, listed.all()));
      EXPECT_EQ(cached.encoded, protocol::encode_options(position.thrown, listed.all()));
      ++questions;
      decide(rules, position, cached.options, random);
    }
  }
  return questions;
}

class OptionCaches : public testing::TestWithParam<const rules::Definition*> {};

TEST_P(OptionCaches, ListWhatThePositionOffers) {
  Random random(3);
  int questions = 0;
  for (int round = 0; round < 12; ++round) {
    const int seats = 2 + static_cast<int>(random() % 3);
    rules::Parameters parameters = tests::random_switches(*GetParam(), seats, random);
    parameters.target /= static_cast<rules::Points>(1 + random() % 4);
    parameters.max_turns = 60;
    const rules::RuleSet rules(*GetParam(), seats, parameters);
    OptionCache cache(rules);
    for (int game = 0; game < 20; ++game)
      questions += play(cache, random);
  }
  EXPECT_GT(questions, 500);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, OptionCaches, testing::ValuesIn(many_definitions()),
                         [](const auto& instance) {
                           std::string name(instance.param->id);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace danno::referee::play
