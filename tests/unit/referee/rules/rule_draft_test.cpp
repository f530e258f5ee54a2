#include "referee/rules/rule_draft.hpp"

#include <gmock/gmock.h>

#include <ostream>
#include <string>
#include <vector>

#include "referee/rules/rule_text.hpp"

namespace danno::rules {
namespace {

using ::testing::ElementsAre;
using namespace std::string_literals;

RuleValue whole(std::int64_t number) { return number; }
RuleValue text(std::string value) { return value; }
RuleValue table(RuleTable entries) { return entries; }

/// Six dice to 5000 with two patterns.
RuleDraft plain_draft() {
  RuleDraft draft;
  draft.values[{"rules", "id"}] = text("house");
  draft.values[{"game", "target"}] = whole(5000);
  draft.scores = {{"1", whole(100)}, {"aaa", text("100 * a")}};
  return draft;
}

/// The messages on a draft, each with its section and key.
std::vector<std::string> complaints(const RuleDraft& draft) {
  std::vector<RuleProblem> problems;
  (void)make_definition(draft, problems);
  std::vector<std::string> messages;
  for (const RuleProblem& problem : problems) {
    std::string message = problem.section + "." + problem.key + ": " + problem.message;
    if (!problem.other_key.empty())
      message += "; see " + problem.other_section + "." + problem.other_key;
    messages.push_back(message);
  }
  return messages;
}

Definition made(const RuleDraft& draft) {
  std::vector<RuleProblem> problems;
  Definition definition = make_definition(draft, problems);
  for (const RuleProblem& problem : problems)
    ADD_FAILURE() << problem.message;
  return definition;
}

struct Mistake {
  const char* section;
  const char* key;
  RuleValue value;
  const char* message;
};
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.message; }

class MistakenKey : public ::testing::TestWithParam<Mistake> {};

TEST_P(MistakenKey, IsNamedWithItsValueAndWhatWasExpected) {
  const Mistake& mistake = GetParam();
  RuleDraft draft = plain_draft();
  draft.values[{mistake.section, mistake.key}] = mistake.value;
  const std::string place = mistake.section + "."s + mistake.key + ": ";
  EXPECT_THAT(complaints(draft), ElementsAre(place + mistake.message));
}

constexpr const char* kIdExpected =
    "; expected letters, digits, '_' and '-' after a letter or digit, at most 64";

INSTANTIATE_TEST_SUITE_P(
    Rules, MistakenKey,
    ::testing::Values(
        Mistake{"rules", "id", whole(5), "'id' is a whole number; expected a string"},
        Mistake{"rules", "id", RuleValue(), "'id' is a value of another kind; expected a string"},
        Mistake{"rules", "id", text("Agents"),
                "'id' is 'Agents'; expected another name, because commands and sites use this one"},
        Mistake{"rules", "id", text("check"),
                "'id' is 'check'; expected another name, because commands and sites use this one"},
        Mistake{"rules", "id", text("RULES"),
                "'id' is 'RULES'; expected another name, because commands and sites use this one"},
        Mistake{"rules", "title", text(""), "'title' is empty; expected what people call the game"},
        Mistake{"rules", "title",
                text("a\x1f"
                     "b"),
                "'title' has a control character; expected a line"},
        Mistake{"rules", "summary", text("a\x7f"),
                "'summary' has a control character; expected a line"},
        Mistake{"rules", "summary", text(std::string(201, 'y')),
                "'summary' is 201 bytes long; expected at most 200"},
        Mistake{"rules", "dice", whole(0), "'dice' is 0; expected a whole number from 1 to 6"},
        Mistake{"rules", "dice", whole(7), "'dice' is 7; expected a whole number from 1 to 6"},
        Mistake{"rules", "dice", RuleValue(2.5),
                "'dice' is a number; expected a whole number from 1 to 6"},
        Mistake{"rules", "faces", text("12345"),
                "'faces' has 5 characters; expected six different characters, as in \"123456\""},
        Mistake{"rules", "faces", text("123455"),
                "'faces' has '5' twice; expected six different characters, as in \"123456\""},
        Mistake{"rules", "faces", text("12345a"),
                "'faces' has the letter 'a', which stands for any face in patterns; expected "
                "characters other than a to f, or patterns of faces only"}));

INSTANTIATE_TEST_SUITE_P(
    Turn, MistakenKey,
    ::testing::Values(
        Mistake{"turn", "keeps", text("some"), "'keeps' is 'some'; expected choose, all"},
        Mistake{"turn", "bank", whole(1), "'bank' is a whole number; expected kept, all"},
        Mistake{"turn", "hot", text("cold"), "'hot' is 'cold'; expected may-roll, must-roll, ends"},
        Mistake{"turn", "dead_dice", text("yes"),
                "'dead_dice' is a string; expected true or false"},
        Mistake{"turn", "break_triples", whole(1),
                "'break_triples' is a whole number; expected true or false"},
        Mistake{"turn", "every_keep", text("17"),
                "'every_keep' is of a face '7'; expected faces of 123456"},
        Mistake{"turn", "minimum_bank", whole(-50),
                "'minimum_bank' is -50; expected whole points from 0 to 1000000000"},
        Mistake{"turn", "minimum_bank", RuleValue(50.5),
                "'minimum_bank' is 50.5; expected whole points from 0 to 1000000000"},
        Mistake{"turn", "minimum_bank", RuleValue(0.25),
                "'minimum_bank' is no such number; expected whole points from 0 to 1000000000"},
        Mistake{"turn", "minimum_bank", RuleValue(-0.5),
                "'minimum_bank' is no such number; expected whole points from 0 to 1000000000"},
        Mistake{"turn", "minimum_bank", RuleValue(1e12),
                "'minimum_bank' is no such number; expected whole points from 0 to 1000000000"},
        Mistake{"turn", "minimum_bank", RuleValue(true),
                "'minimum_bank' is not a number; expected whole points from 0 to 1000000000"},
        Mistake{"turn", "offer", text("dice"),
                "'offer' is 'dice'; expected none, points-and-dice, attempt"},
        Mistake{"turn", "locks", text("123456"),
                "'locks' is a string; expected a list of patterns, as in [\"123456\"]"},
        Mistake{"turn", "wins", RuleValue(std::vector<std::string>{"aaa"}),
                "'wins' has a pattern of 3 dice; expected 6, a full throw"},
        Mistake{"turn", "busts", RuleValue(true),
                "'busts' is a boolean; expected { in_a_row = 3, penalty = 1000 }"},
        Mistake{"turn", "busts", table({{"in_a_row", std::int64_t{101}}}),
                "'in_a_row' of busts is not a whole number from 0 to 100"},
        Mistake{"turn", "busts", table({{"in_a_row", std::int64_t{-1}}}),
                "'in_a_row' of busts is not a whole number from 0 to 100"},
        Mistake{"turn", "busts", table({{"in_a_row", "3"s}}),
                "'in_a_row' of busts is not a whole number from 0 to 100"},
        Mistake{"turn", "busts", table({{"penalty", std::int64_t{-1}}}),
                "'penalty' of busts is -1; expected whole points from 0 to 1000000000"},
        Mistake{"turn", "busts", table({{"below_zero", std::int64_t{1}}}),
                "'below_zero' of busts is not true or false"},
        Mistake{"turn", "busts", table({{"price", std::int64_t{5}}}),
                "unknown key 'price' in busts; expected in_a_row, penalty, below_zero"},
        Mistake{"turn", "first_throw_bust", RuleValue(RuleTable{}),
                "'first_throw_bust' is not a number; expected whole points from 0 to 1000000000"}));

INSTANTIATE_TEST_SUITE_P(
    Game, MistakenKey,
    ::testing::Values(
        Mistake{"game", "target", whole(0),
                "'target' is 0; expected whole points from 1 to 1000000000"},
        Mistake{"game", "target", whole(1'000'000'001),
                "'target' is 1000000001; expected whole points from 1 to 1000000000"},
        Mistake{"game", "target", table({{"3", std::int64_t{5000}}}),
                "'target' has no value for 2 seats; expected a table as in { 2 = 10000, 3 = 20000 "
                "}"},
        Mistake{"game", "target", table({{"2", std::int64_t{5000}}, {"7", std::int64_t{9000}}}),
                "'target' has a key '7'; expected seats, 2 to 6"},
        Mistake{"game", "target", table({{"2", std::int64_t{5000}}, {"1", std::int64_t{9000}}}),
                "'target' has a key '1'; expected seats, 2 to 6"},
        Mistake{"game", "target", table({{"2", std::int64_t{5000}}, {"22", std::int64_t{9000}}}),
                "'target' has a key '22'; expected seats, 2 to 6"},
        Mistake{"game", "target", table({{"2", "much"s}}),
                "'target' of 2 seats is not a number; expected whole points from 1 to 1000000000"},
        Mistake{"game", "over_target", whole(1),
                "'over_target' is a whole number; expected true or false"},
        Mistake{"game", "exact", text("yes"), "'exact' is a string; expected true or false"},
        Mistake{"game", "entry", whole(-1),
                "'entry' is -1; expected whole points from 0 to 1000000000"},
        Mistake{"game", "below_entry", text("records"),
                "'below_entry' is 'records'; expected illegal, records-0"},
        Mistake{"game", "ending", text("soon"),
                "'ending' is 'soon'; expected at-once, others-one-turn, until-none-beats"},
        Mistake{"game", "tie_banks", text("no"), "'tie_banks' is a string; expected true or false"},
        Mistake{"game", "equal", text("both"), "'equal' is 'both'; expected share, first-to-reach"},
        Mistake{"game", "start", RuleValue(std::vector<std::string>{}),
                "'start' is a list; expected highest-die, highest-score"},
        Mistake{"game", "max_turns", whole(0),
                "'max_turns' is 0; expected a whole number from 1 to 1000000"},
        Mistake{"game", "max_turns", whole(1'000'001),
                "'max_turns' is 1000001; expected a whole number from 1 to 1000000"},
        Mistake{"game", "half_points", RuleValue(RuleTable{}),
                "'half_points' is a table; expected true or false"}));

TEST(RuleDraft, NeedsAnIdATargetAndPatterns) {
  RuleDraft draft = plain_draft();
  draft.values.erase({"rules", "id"});
  EXPECT_THAT(complaints(draft),
              ElementsAre("rules.: no 'id' in [rules]; expected a name, as in id = \"farkle\""));
  draft = plain_draft();
  draft.values.erase({"game", "target"});
  EXPECT_THAT(complaints(draft),
              ElementsAre("game.: no 'target' in [game]; expected points, as in target = 10000"));
  draft = plain_draft();
  draft.scores.clear();
  EXPECT_THAT(
      complaints(draft),
      ElementsAre("score.: no patterns in [score]; expected at least one, as in \"1\" = 100"));
}

TEST(RuleDraft, TakesIdsOfLettersDigitsAndTwoMarks) {
  for (const std::string& id : {"a"s, "Zz"s, "9-_"s, "z0"s, "A9"s, std::string(64, 'x')}) {
    RuleDraft draft = plain_draft();
    draft.values[{"rules", "id"}] = text(id);
    EXPECT_EQ(made(draft).id, id);
  }
  for (const std::string& id : {""s, "-x"s, "_x"s, "a b"s, "a.b"s, "a/"s, "a:"s, "a@"s, "a["s,
                                "a`"s, "a{"s, std::string(65, 'x')}) {
    RuleDraft draft = plain_draft();
    draft.values[{"rules", "id"}] = text(id);
    EXPECT_THAT(complaints(draft), ElementsAre("rules.id: 'id' is '" + id + "'" + kIdExpected));
  }
}

TEST(RuleDraft, TakesFacesThatAPersonCanTellApart) {
  for (const char* const faces : {"$GREeD", "!~\"'|/"}) {
    RuleDraft draft = plain_draft();
    draft.values[{"rules", "faces"}] = text(faces);
    draft.scores = {{{faces, 1}, whole(100)}};
    EXPECT_EQ(made(draft).faces, faces);
  }
  for (const char* const faces : {"12345 ", "12345#", "12345\x7f", "12345\xc3"}) {
    RuleDraft draft = plain_draft();
    draft.values[{"rules", "faces"}] = text(faces);
    EXPECT_THAT(complaints(draft),
                ElementsAre("rules.faces: 'faces' has a character that is not printable ASCII, a "
                            "blank or '#'; expected six different characters, as in \"123456\""));
  }
}

TEST(RuleDraft, TakesLettersAsFacesWhereNoPatternUsesThem) {
  RuleDraft draft = plain_draft();
  draft.values[{"rules", "faces"}] = text("abcdef");
  draft.scores = {{"a", whole(100)}, {"bb", whole(200)}};
  EXPECT_EQ(made(draft).combinations.size(), 2U);
  draft.scores.emplace_back("c", text("10 * c"));
  EXPECT_EQ(complaints(draft).size(), 1U);
  draft.scores.pop_back();
  draft.values[{"turn", "locks"}] = std::vector<std::string>{"abcx"};
  EXPECT_EQ(complaints(draft).size(), 1U);
}

TEST(RuleDraft, NamesTheKeysThatContradictEachOther) {
  const auto contradiction = [](const std::string& section, const std::string& key,
                                const RuleValue& value, const std::string& other_section,
                                const std::string& other, const RuleValue& other_value) {
    RuleDraft draft = plain_draft();
    draft.values[{section, key}] = value;
    draft.values[{other_section, other}] = other_value;
    return complaints(draft);
  };
  EXPECT_THAT(
      contradiction("turn", "every_keep", text("1"), "turn", "keeps", text("all")),
      ElementsAre(
          "turn.every_keep: 'every_keep' demands a choice, and keeps = \"all\" leaves none; "
          "expected one of them; see turn.keeps"));
  EXPECT_THAT(
      contradiction("turn", "dead_dice", RuleValue(true), "turn", "keeps", text("all")),
      ElementsAre("turn.dead_dice: 'dead_dice' is a choice, and keeps = \"all\" leaves none; "
                  "expected one of them; see turn.keeps"));
  EXPECT_THAT(
      contradiction("game", "exact", RuleValue(true), "game", "over_target", RuleValue(true)),
      ElementsAre("game.exact: 'exact' forbids to pass the target, and 'over_target' demands it; "
                  "expected one of them; see game.over_target"));
  EXPECT_THAT(
      contradiction("turn", "hot", text("ends"), "turn", "offer", text("attempt")),
      ElementsAre(
          "turn.hot: hot = \"ends\" banks where offer = \"attempt\" forbids a bank; expected "
          "one of them; see turn.offer"));
  // Either of them alone is fine.
  RuleDraft draft = plain_draft();
  draft.values[{"turn", "keeps"}] = text("all");
  draft.values[{"turn", "hot"}] = text("ends");
  draft.values[{"game", "exact"}] = true;
  (void)made(draft);
}

TEST(RuleDraft, NeedsAThrowThatScores) {
  RuleDraft draft = plain_draft();
  draft.values[{"turn", "every_keep"}] = text("2");
  draft.scores = {{"1", whole(100)}};
  EXPECT_THAT(complaints(draft), ElementsAre("score.: every full throw is a bust; expected "
                                             "patterns that a throw can show"));
  draft.values[{"turn", "wins"}] = std::vector<std::string>{"111111"};
  EXPECT_THAT(complaints(draft), ElementsAre("score.: every full throw is a bust or wins at once; "
                                             "expected patterns that a throw can show"));
  // The throw that wins leaves no choice, but the others do.
  draft.values.erase({"turn", "every_keep"});
  (void)made(draft);
}

TEST(RuleDraft, NeedsAStartThatSomebodyCanWin) {
  const std::string expected =
      "game.start: 'start' is 'highest-score', but all full throws score alike, so nobody would "
      "begin; expected highest-die";
  RuleDraft draft = plain_draft();
  draft.values[{"game", "start"}] = text("highest-score");
  (void)made(draft);
  draft.values[{"rules", "dice"}] = whole(1);
  draft.scores = {{"a", whole(100)}};
  EXPECT_THAT(complaints(draft), ElementsAre(expected));
  draft.scores.emplace_back("6", whole(200));
  (void)made(draft);
}

/// The message on a line of [score] that is added to the plain draft.
std::vector<std::string> complaints_on(const std::string& pattern, const RuleValue& points) {
  RuleDraft draft = plain_draft();
  draft.scores.emplace_back(pattern, points);
  return complaints(draft);
}

TEST(RuleDraft, NamesAPatternThatIsNone) {
  EXPECT_THAT(complaints_on("", whole(5)),
              ElementsAre("score.: a pattern is empty; expected faces and letters, as in \"aaa\""));
  EXPECT_THAT(complaints_on("aabbccd", whole(5)),
              ElementsAre("score.aabbccd: 'aabbccd' is a pattern of 7 dice; expected 1 to 6"));
  EXPECT_THAT(
      complaints_on("x", whole(5)),
      ElementsAre("score.x: 'x' has a character that is neither a face nor a letter a to f; "
                  "expected faces 123456 and letters a to f"));
  EXPECT_THAT(complaints_on("2345ab", whole(5)), ElementsAre());
  EXPECT_THAT(complaints_on("23456a", whole(5)), ElementsAre());
  RuleDraft five = plain_draft();
  five.values[{"rules", "dice"}] = whole(5);
  five.scores.emplace_back("222333", whole(5));
  EXPECT_THAT(complaints(five),
              ElementsAre("score.222333: '222333' is a pattern of 6 dice; expected 1 to 5"));
}

TEST(RuleDraft, NamesPointsThatAPatternCannotHave) {
  const std::string expected = "; expected more than 0 and at most 100000000 points";
  EXPECT_THAT(complaints_on("22", whole(0)),
              ElementsAre("score.22: '22' scores nothing" + expected));
  EXPECT_THAT(complaints_on("22", whole(100'000'000)), ElementsAre());
  for (const RuleValue& points :
       {whole(100'000'001), whole(2'000'000'000'000), text("999999999 * 999999999 * 999999999"),
        text("999999999 + 999999999")})
    EXPECT_THAT(complaints_on("22", points),
                ElementsAre("score.22: '22' scores too much" + expected));
  // Rules with halves count in halves, of which no more fit.
  RuleDraft halves = plain_draft();
  halves.values[{"game", "half_points"}] = RuleValue(true);
  halves.scores.emplace_back("33", whole(50'000'001));
  EXPECT_THAT(complaints(halves),
              ElementsAre("score.33: '33' scores too much; expected more than 0 and at most "
                          "50000000 points"));
  EXPECT_THAT(complaints_on("22", RuleValue(true)),
              ElementsAre("score.22: the points of '22' are a boolean; expected a number or an "
                          "expression, as in \"100 * a\""));
}

TEST(RuleDraft, NamesTheFirstFaultOfAnExpression) {
  const auto fault = [](const std::string& pattern, const std::string& points) {
    const auto all = complaints_on(pattern, text(points));
    const std::string begin =
        "score." + pattern + ": the points of '" + pattern + "' are '" + points + "': ";
    const std::string end =
        "; expected whole numbers, '*', '+' and one letter of the pattern, as in \"100 * a\"";
    EXPECT_EQ(all.size(), 1U);
    if (all.empty() || !all[0].starts_with(begin) || !all[0].ends_with(end)) return all.front();
    return all[0].substr(begin.size(), all[0].size() - begin.size() - end.size());
  };
  EXPECT_EQ(fault("aabb", "a * b"), "it has two letters");
  EXPECT_EQ(fault("aabb", "b + a"), "it has two letters");
  EXPECT_EQ(fault("aabb", "a * c"), "the pattern has no letter 'c'");
  EXPECT_EQ(fault("aabb", "100 *"), "it ends where a number or a letter was expected");
  EXPECT_EQ(fault("aabb", ""), "it ends where a number or a letter was expected");
  EXPECT_EQ(fault("aabb", "100 - 50"), "'*' or '+' was expected at '- 50'");
  EXPECT_EQ(fault("aabb", "+ 5"), "a number or a letter was expected at '+ 5'");
  EXPECT_EQ(fault("aabb", "1234567890 * a"), "a number has more than 9 digits");
  std::string sum = "1";
  for (int i = 0; i < 16; ++i)
    sum += "+1";
  EXPECT_EQ(fault("aabb", sum), "it is too long");
}

TEST(RuleDraft, NamesDiceThatTwoPatternsScoreDifferently) {
  EXPECT_THAT(complaints_on("aabb", text("100 * a")),
              ElementsAre("score.aabb: 'aabb' gives 1122 both 100 and 200 points"));
  EXPECT_THAT(complaints_on("bbb", whole(150)),
              ElementsAre("score.bbb: 'bbb' gives 111 150 points, and 'aaa' 100; see score.aaa"));
  EXPECT_THAT(complaints_on("bbb", text("100 * b")), ElementsAre());
}

TEST(RuleDraft, ReckonsExpressions) {
  RuleDraft draft = plain_draft();
  draft.scores = {{"aaa", text("100*a+50")}, {"222", whole(1000)}, {"bbbb", text("2 * b * b + b")}};
  const Definition definition = made(draft);
  std::string seen;
  for (const Combination& combination : definition.combinations)
    seen += to_string(combination.dice, "123456") + "=" + std::to_string(combination.points) + " ";
  EXPECT_EQ(seen,
            "111=150 222=1000 333=350 444=450 555=550 666=650 1111=3 2222=10 3333=21 4444=36 "
            "5555=55 6666=78 ");
}

TEST(RuleDraft, MakesALineOfItsRulesWhereNoneIsGiven) {
  RuleDraft draft = plain_draft();
  EXPECT_EQ(made(draft).summary, "six dice to 5000");
  EXPECT_EQ(made(draft).title, "house");
  draft.values[{"rules", "dice"}] = whole(1);
  draft.scores = {{"1", whole(100)}};
  EXPECT_EQ(made(draft).summary, "one die to 5000");
  draft.values[{"rules", "dice"}] = whole(3);
  draft.values[{"game", "entry"}] = whole(500);
  draft.values[{"turn", "keeps"}] = text("all");
  draft.values[{"turn", "offer"}] = text("points-and-dice");
  draft.values[{"turn", "busts"}] =
      table({{"in_a_row", std::int64_t{3}}, {"penalty", std::int64_t{1000}}});
  draft.values[{"game", "exact"}] = true;
  EXPECT_EQ(
      made(draft).summary,
      "three dice to 5000, 500 to enter, only roll or bank, unkept dice pass on, 3 busts in a "
      "row cost 1000, the target exactly");
  draft.values[{"rules", "summary"}] = text("ours");
  EXPECT_EQ(made(draft).summary, "ours");
}

TEST(RuleDraft, GivesSeatsWithoutATargetThatOfFewer) {
  RuleDraft draft = plain_draft();
  draft.values[{"game", "target"}] =
      table({{"2", std::int64_t{3000}}, {"4", std::int64_t{5000}}, {"6", std::int64_t{9000}}});
  const Definition definition = made(draft);
  EXPECT_EQ(definition.defaults(2).target, 3000);
  EXPECT_EQ(definition.defaults(3).target, 3000);
  EXPECT_EQ(definition.defaults(4).target, 5000);
  EXPECT_EQ(definition.defaults(5).target, 5000);
  EXPECT_EQ(definition.defaults(6).target, 9000);
}

TEST(RuleKeys, AreThoseOfThreeSections) {
  EXPECT_EQ(rule_keys("rules").front(), "id");
  EXPECT_EQ(rule_keys("turn").front(), "keeps");
  EXPECT_EQ(rule_keys("game").front(), "target");
  EXPECT_TRUE(rule_keys("score").empty());
}

}  // namespace
}  // namespace danno::rules
