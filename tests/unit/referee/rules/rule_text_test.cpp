#include "referee/rules/rule_text.hpp"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace danno::rules {
namespace {

/// A rule set with a value of its own for every key.
constexpr const char* kEveryKey = R"text([rules]
id = "house"
title = "The \"house\" \\ ours"
summary = "five dice"
dice = 5
faces = "$GREeD"

[score]
"G" = 0.5
"$$" = 100
"GGG" = 300.5

[turn]
keeps = "choose"
bank = "all"
hot = "must-roll"
dead_dice = true
break_triples = false
every_keep = "$G"
minimum_bank = 50.5
offer = "attempt"
locks = ["$$G", "GGGGG"]
wins = ["GGGGG"]
busts = { in_a_row = 3, penalty = 200.5, below_zero = true }
first_throw_bust = 250

[game]
target = { 2 = 3000, 4 = 5000.5 }
over_target = true
exact = false
entry = 300
below_entry = "records-0"
ending = "until-none-beats"
tie_banks = false
equal = "first-to-reach"
start = "highest-score"
half_points = true
max_turns = 60
)text";

Definition parsed(std::string_view text) {
  auto found = parse_rules(text);
  if (const auto* const problem = std::get_if<std::string>(&found)) ADD_FAILURE() << *problem;
  return std::get<Definition>(std::move(found));
}

TEST(RuleText, SaysWhatEveryKeySays) {
  const Definition set = parsed(kEveryKey);
  EXPECT_EQ(set.title, "The \"house\" \\ ours");
  EXPECT_EQ(set.summary, "five dice");
  EXPECT_EQ(set.dice, 5);
  EXPECT_EQ(set.faces, "$GREeD");
  ASSERT_EQ(set.combinations.size(), 3U);
  EXPECT_EQ(set.combinations[0].points, 1);
  EXPECT_EQ(set.combinations[2].points, 601);
  EXPECT_FALSE(set.automatic_keeps);
  EXPECT_TRUE(set.bank_takes_all);
  EXPECT_EQ(set.hot, Hot::MustRoll);
  EXPECT_TRUE(set.usual.dead_dice);
  EXPECT_FALSE(set.usual.break_triples);
  EXPECT_EQ(set.every_keep, 0b11U);
  EXPECT_EQ(set.minimum_bank, 101);
  EXPECT_TRUE(set.passes_on);
  EXPECT_TRUE(set.attempt);
  EXPECT_FALSE(set.inherited_enters);
  EXPECT_EQ(set.locks.size(), 2U);
  EXPECT_EQ(set.wins.size(), 1U);
  EXPECT_EQ(set.busts, (Busts{3, 401, true}));
  EXPECT_EQ(set.first_throw_bust, 500);
  EXPECT_EQ(set.targets[3], 6000);
  EXPECT_EQ(set.targets[6], 10001);
  EXPECT_TRUE(set.usual.over_target);
  EXPECT_FALSE(set.exact);
  EXPECT_EQ(set.usual.entry, 600);
  EXPECT_TRUE(set.usual.bank_below_entry);
  EXPECT_EQ(set.ending, Ending::UntilNoneBeats);
  EXPECT_TRUE(set.no_bank_at_tie);
  EXPECT_TRUE(set.first_to_reach_wins);
  EXPECT_TRUE(set.start_by_score);
  EXPECT_EQ(set.unit, 2);
  EXPECT_EQ(set.usual.max_turns, 60);
}

TEST(RuleText, IsPrintedAsItIsRead) { EXPECT_EQ(print_rules(parsed(kEveryKey)), kEveryKey); }

TEST(RuleText, HasEveryKeyOfTheShortestRules) {
  const Definition set = parsed(
      "  [rules]\n\n id = \"h\"\n[score]\n\"aaaaa\"=1\n[game]\ntarget=5\n[turn]\nlocks = [ "
      "]\nbusts = {in_a_row=1}");
  EXPECT_EQ(print_rules(set), R"text([rules]
id = "h"
title = "h"
summary = "six dice to 5"
dice = 6
faces = "123456"

[score]
"11111" = 1
"22222" = 1
"33333" = 1
"44444" = 1
"55555" = 1
"66666" = 1

[turn]
keeps = "choose"
bank = "kept"
hot = "may-roll"
dead_dice = false
break_triples = true
every_keep = ""
minimum_bank = 0
offer = "none"
locks = []
wins = []
busts = { in_a_row = 1, penalty = 0, below_zero = false }
first_throw_bust = 0

[game]
target = 5
over_target = false
exact = false
entry = 0
below_entry = "illegal"
ending = "others-one-turn"
tie_banks = true
equal = "share"
start = "highest-die"
half_points = false
max_turns = 1000
)text");
}

/// The plainest rules with more lines in [turn].
std::string with_turn(const std::string& lines) {
  return "[rules]\nid = \"h\"\n[score]\n\"1\" = 1\n[game]\ntarget = 5\n[turn]\n" + lines;
}

TEST(RuleText, IsNoneWithALineThatIsNotPlain) {
  const std::string unreadable =
      "the rules cannot be read; expected the text of 'danno rules FILE --toml'";
  (void)parsed(with_turn("keeps = \"all\"\n"));
  for (const char* const line : {"keeps",
                                 "keeps =",
                                 "= 5",
                                 "keeps = \"all",
                                 "keeps = \"all\\",
                                 "keeps = \"all\" x",
                                 "keeps = \"all\"\nkeeps = \"all\"",
                                 "kips = \"all\"",
                                 "[turn]",
                                 "[tern]",
                                 "[game",
                                 "minimum_bank = 5x",
                                 "minimum_bank = x",
                                 "minimum_bank = .5",
                                 "minimum_bank = 5.25",
                                 "minimum_bank = -5",
                                 "minimum_bank = 1234567890123",
                                 "locks = [\"1\"",
                                 "locks = [1]",
                                 "locks = [\"1\",]",
                                 "locks = [\"1\" \"2\"]",
                                 "busts = {",
                                 "busts = { in_a_row }",
                                 "busts = { in_a_row = 1",
                                 "busts = { in_a_row = [] }",
                                 "busts = { = 1 }"}) {
    const auto found = parse_rules(with_turn(line));
    ASSERT_TRUE(std::holds_alternative<std::string>(found)) << line;
    EXPECT_EQ(std::get<std::string>(found), unreadable) << line;
  }
  EXPECT_EQ(std::get<std::string>(parse_rules("id = \"h\"\n")), unreadable);
}

TEST(RuleText, IsReadUpTo64Kilobytes) {
  std::string text = with_turn("");
  text.append(kMostRuleText - text.size(), '\n');
  (void)parsed(text);
  EXPECT_EQ(std::get<std::string>(parse_rules(text + "\n")), "the rules are too long");
}

TEST(RuleText, StatesAFalseKeyInItsMessage) {
  EXPECT_EQ(std::get<std::string>(parse_rules(with_turn("minimum_bank = 999999999999"))),
            "'minimum_bank' is 999999999999; expected whole points from 0 to 1000000000");
  EXPECT_EQ(std::get<std::string>(parse_rules(with_turn("minimum_bank = 7.5"))),
            "'minimum_bank' is 7.5; expected whole points from 0 to 1000000000");
}

std::string problem_of_finding(std::string_view id, std::string_view text) {
  const auto found = find_definition(id, text);
  const auto* const problem = std::get_if<std::string>(&found);
  return problem == nullptr ? "" : *problem;
}

TEST(FindDefinition, GivesOneAddressForOneText) {
  const auto first = find_definition("house", kEveryKey);
  ASSERT_TRUE(std::holds_alternative<const Definition*>(first));
  EXPECT_EQ(find_definition("house", kEveryKey), first);
  EXPECT_EQ(std::get<const Definition*>(first)->text, kEveryKey);
  EXPECT_EQ(std::get<const Definition*>(find_definition("koans", "")), find_definition("koans"));
}

TEST(FindDefinition, RefusesWhatIsNotTheCanonicalTextOfThatId) {
  (void)find_definition("house", kEveryKey);
  EXPECT_EQ(problem_of_finding("koan", ""), "no rule set 'koan'");
  EXPECT_EQ(problem_of_finding("home", kEveryKey), "the rules of 'home' are those of 'house'");
  EXPECT_EQ(problem_of_finding("h", with_turn("")), "the rules of 'h' are not in canonical form");
  EXPECT_EQ(problem_of_finding("h", "?"),
            "the rules of 'h': the rules cannot be read; expected the text of 'danno rules FILE "
            "--toml'");
  EXPECT_EQ(problem_of_finding("koans", print_rules(*find_definition("koans"))),
            "'koans' is a bundled rule set");
}

TEST(ListTraits, GivesTheKeysThatAreNoParametersAsWords) {
  using Traits = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(list_traits(parsed(kEveryKey)), (Traits{{"bank", "all"},
                                                    {"below_entry", "records-0"},
                                                    {"break_triples", "false"},
                                                    {"busts.below_zero", "true"},
                                                    {"busts.in_a_row", "3"},
                                                    {"busts.penalty", "200.5"},
                                                    {"dead_dice", "true"},
                                                    {"ending", "until-none-beats"},
                                                    {"equal", "first-to-reach"},
                                                    {"every_keep", "$G"},
                                                    {"exact", "false"},
                                                    {"first_throw_bust", "250"},
                                                    {"half_points", "true"},
                                                    {"hot", "must-roll"},
                                                    {"keeps", "choose"},
                                                    {"locks", "$$G GGGGG"},
                                                    {"minimum_bank", "50.5"},
                                                    {"offer", "attempt"},
                                                    {"start", "highest-score"},
                                                    {"tie_banks", "false"},
                                                    {"wins", "GGGGG"}}));
}

}  // namespace
}  // namespace danno::rules
