// Tests what every rule set keeps to; a new one is tested by being listed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "referee/rules/position.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::rules {

inline void PrintTo(const Definition* rules, std::ostream* out) { *out << rules->id; }

namespace {

class EveryRuleSet : public ::testing::TestWithParam<const Definition*> {};

/// Plays on by `random` until the game is over; returns the positions' totals, turn by turn.
class Player {
 public:
  Player(const RuleSet& rules, unsigned seed) : rules_(rules), random_(seed) {}

  std::vector<Points> play() {
    Position position = start_game(rules_, below(rules_.seats()));
    std::vector<Points> trace;
    for (int event = 0; position.phase != Phase::Over && event < 1'000'000; ++event) {
      const auto before = position.totals;
      step(position);
      for (std::size_t seat = 0; seat < before.size(); ++seat) {
        EXPECT_GE(position.totals[seat], before[seat]);
        trace.push_back(position.totals[seat]);
      }
    }
    EXPECT_EQ(position.phase, Phase::Over);
    const auto standing = places(rules_, position);
    EXPECT_EQ(std::ranges::count(standing, 1) >= 1, true);
    trace.insert(trace.end(), standing.begin(), standing.end());
    return trace;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  void step(Position& position) {
    if (position.phase == Phase::Offer)
      return below(2) == 0 ? accept_offer(rules_, position) : decline_offer(rules_, position);
    if (position.phase == Phase::Throw) {
      Dice dice;
      for (int i = 0; i < position.turn.dice; ++i)
        dice.add(below(kFaces));
      (void)throw_dice(rules_, position, dice);
      return;
    }
    Options options;
    list_options(rules_, position, options);
    ASSERT_GT(options.size(), 0U);
    expect_in_order(options);
    const Option option =
        options[static_cast<std::size_t>(below(static_cast<int>(options.size())))];
    ASSERT_TRUE(option.may_roll || option.may_bank);
    ASSERT_TRUE(position.thrown.contains(option.keep));
    if (option.may_bank && (!option.may_roll || below(3) > 0))
      keep_and_bank(rules_, position, option);
    else
      keep_and_roll(rules_, position, option);
  }

  static void expect_in_order(const Options& options) {
    for (std::size_t i = 1; i < options.size(); ++i) {
      const Option& a = options[i - 1];
      const Option& b = options[i];
      EXPECT_TRUE(a.points > b.points ||
                  (a.points == b.points && compare_written(a.keep, b.keep) < 0));
    }
  }

  const RuleSet& rules_;
  std::mt19937 random_;
};

TEST_P(EveryRuleSet, EndsAndNeverTakesBankedPointsAndOffersChoicesInOrder) {
  for (int seats = 2; seats <= kMaxSeats; ++seats) {
    const RuleSet rules = make_rule_set(*GetParam(), seats);
    for (unsigned seed = 0; seed < 20 && !HasFatalFailure(); ++seed)
      Player(rules, seed).play();
  }
}

TEST_P(EveryRuleSet, LeadsTheSameEventsToTheSamePosition) {
  const RuleSet rules = make_rule_set(*GetParam(), 3);
  EXPECT_EQ(Player(rules, 7).play(), Player(rules, 7).play());
  EXPECT_NE(Player(rules, 7).play(), Player(rules, 8).play());
}

TEST_P(EveryRuleSet, ReadsBackTheParametersThatItLists) {
  const Definition& definition = *GetParam();
  const Parameters defaults = definition.defaults(2);
  for (const NamedParameter& parameter : list_parameters(definition, defaults)) {
    Parameters copy = defaults;
    EXPECT_EQ(set_parameter(definition, copy, parameter.name, parameter.value), std::nullopt);
    for (const std::string_view wrong : {"", "-1", "x", "1e3", "99999999999", "3.25"})
      EXPECT_NE(set_parameter(definition, copy, parameter.name, wrong), std::nullopt)
          << parameter.name << " " << wrong;
  }
}

TEST(SetParameter, TakesWhatIsInItsRangeAndTellsTheRange) {
  const Definition& koans = *find_definition("koans");
  Parameters parameters = koans.defaults(2);
  const auto set = [&](std::string_view name, std::string_view value) {
    return set_parameter(koans, parameters, name, value).value_or("");
  };
  EXPECT_EQ(set("target", "0"), "target is '0'; expected whole points from 1 to 1000000000");
  EXPECT_EQ(set("target", "1"), "");
  EXPECT_EQ(parameters.target, 1);
  EXPECT_EQ(set("target", "1000000000"), "");
  EXPECT_EQ(set("target", "1000000001"),
            "target is '1000000001'; expected whole points from 1 to 1000000000");
  EXPECT_EQ(set("entry", "0"), "");
  EXPECT_EQ(parameters.entry, 0);
  EXPECT_EQ(set("max_turns", "1"), "");
  EXPECT_EQ(set("max_turns", "1000000"), "");
  EXPECT_EQ(parameters.max_turns, 1'000'000);
  for (const std::string value : {"0", "-1", "1000001", "", "7x", "99999999999"})
    EXPECT_EQ(set("max_turns", value), "max_turns is '" + value + "'; expected 1 to 1000000");
  EXPECT_EQ(set("over_target", "true"), "");
  EXPECT_TRUE(parameters.over_target);
  EXPECT_EQ(set("over_target", "false"), "");
  EXPECT_FALSE(parameters.over_target);
  EXPECT_EQ(set("over_target", "1"), "over_target is '1'; expected true or false");
  EXPECT_EQ(set("dead_dice", "true"),
            "koans has no parameter 'dead_dice'; it has target, entry, max_turns, over_target");
}

TEST(Points, HaveHalvesOnlyWhereTheRulesCountThem) {
  const Definition& koans = *find_definition("koans");
  const Definition& greed = *find_definition("true-greed");
  EXPECT_EQ(parse_points(koans, "50"), 50);
  EXPECT_EQ(parse_points(koans, "50.0"), 50);
  EXPECT_EQ(parse_points(koans, "50.5"), std::nullopt);
  EXPECT_EQ(parse_points(greed, "50.5"), 101);
  EXPECT_EQ(parse_points(greed, "0.5"), 1);
  EXPECT_EQ(parse_points(greed, "500000000"), 1'000'000'000);
  EXPECT_EQ(parse_points(greed, "500000001"), std::nullopt);
  EXPECT_EQ(parse_points(koans, "1000000000"), 1'000'000'000);
  for (const char* const none : {"", ".5", "-1", "-0.5", "1.", "1.25", "1000000001", "1e3"})
    EXPECT_EQ(parse_points(greed, none), std::nullopt) << none;
  EXPECT_EQ(format_points(greed, 7), "3.5");
  EXPECT_EQ(format_points(greed, -7), "-3.5");
  EXPECT_EQ(format_points(greed, 0), "0");
  EXPECT_EQ(describe_points(greed, 7), "points, halves allowed, from 3.5 to 500000000");
}

TEST(ParseThrow, TakesAsManyDiceAsTheRulesHave) {
  const Definition& koans = *find_definition("koans");
  EXPECT_EQ(parse_throw(koans, "51342"), parse_dice("12345", koans.faces));
  for (const char* const none : {"", "123456", "1234567", "12347"})
    EXPECT_EQ(parse_throw(koans, none), std::nullopt) << none;
  EXPECT_NE(parse_throw(*find_definition("tyghe"), "123456"), std::nullopt);
}

TEST(Chances, AreThoseOfAllThrows) {
  const RuleSet koans = make_rule_set(*find_definition("koans"), 2);
  EXPECT_DOUBLE_EQ(bust_chance(koans, 1), 4.0 / 6);
  EXPECT_DOUBLE_EQ(bust_chance(koans, 2), 16.0 / 36);
  // 4^5 throws without 1 and 5, less those with three alike of the other four faces.
  EXPECT_DOUBLE_EQ(bust_chance(koans, 5), (1024 - 4 * (10 * 9 + 5 * 3 + 1)) / 7776.0);
  EXPECT_DOUBLE_EQ(mean_of_first_throw(koans), 1675800 / 7776.0);
}

INSTANTIATE_TEST_SUITE_P(Rules, EveryRuleSet,
                         ::testing::ValuesIn(all_definitions().begin(), all_definitions().end()),
                         [](const auto& test) {
                           std::string name(test.param->id);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Keeps, AreWorthWhatTheExamplesOfTheRulesSay) {
  struct Example {
    const char* id;
    const char* dice;
    Points units;
  };
  for (const Example& example : std::vector<Example>{{"true-greed", "1111", 8},
                                                     {"true-greed", "5555", 11},
                                                     {"true-greed", "55555", 12},
                                                     {"dollar", "DDDDD", 1100},
                                                     {"dollar", "GGGG", 550},
                                                     {"dollar", "EEEeee", 600},
                                                     {"dollar", "DDD", 300},
                                                     {"tyghe", "123455", 1050},
                                                     {"official", "12341", 850},
                                                     {"official", "23455", 800},
                                                     {"official", "55555", 2000},
                                                     {"koans", "51341", 250},
                                                     {"koans", "11131", 1100},
                                                     {"koans", "24454", 450},
                                                     {"koans", "55555", 600}}) {
    const RuleSet rules = make_rule_set(*find_definition(example.id), 2);
    const auto keeps = rules.keep_table().keeps(*parse_dice(example.dice, rules.faces()));
    ASSERT_FALSE(keeps.empty());
    EXPECT_EQ(keeps.front().points, example.units) << example.id << " " << example.dice;
  }
}

TEST(Keeps, MarkTheirDiceByRisingFace) {
  const RuleSet rules = make_rule_set(*find_definition("tyghe"), 2);
  std::map<std::string, unsigned> masks;
  for (const Keep& keep : rules.keep_table().keeps(*parse_dice("511346", rules.faces())))
    masks.emplace(to_string(keep.dice, rules.faces()), keep.mask);
  // The roll is 1 1 3 4 5 6.
  EXPECT_EQ(
      masks,
      (std::map<std::string, unsigned>{
          {"1", 0b00001}, {"11", 0b00011}, {"15", 0b10001}, {"115", 0b10011}, {"5", 0b10000}}));
}

TEST(Keeps, AreNoneWhereTheRulesSayBust) {
  struct Example {
    const char* id;
    const char* dice;
  };
  for (const Example& example : std::vector<Example>{{"true-greed", "222333"},
                                                     {"true-greed", "444"},
                                                     {"dollar", "$$EEee"},
                                                     {"official", "3466"},
                                                     {"koans", "2"}}) {
    const RuleSet rules = make_rule_set(*find_definition(example.id), 2);
    EXPECT_TRUE(rules.keep_table().keeps(*parse_dice(example.dice, rules.faces())).empty())
        << example.id << " " << example.dice;
  }
}

}  // namespace
}  // namespace danno::rules
