#include "leagues/schedule/rule_file.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "referee/record/dice_stream.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::leagues::schedule {
namespace {

const std::string kHouse = R"([rules]
id = "house"
faces = "123456"

[score]
"1" = 100
"aaa" = "100 * a"
"111" = 1000
"aabb" = 400

[turn]
keeps = "choose"

[game]
target = 5000
)";

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

const rules::Definition& house(const std::string& text = kHouse) {
  std::vector<std::string> problems;
  const auto* const definition = read_rule_file_text(text, "house.toml", problems);
  EXPECT_NE(definition, nullptr) << problems.front();
  return *definition;
}

TEST(RuleFile, GivesPatternsOfFacesPrecedenceAndLettersDifferentFaces) {
  const rules::Definition& set = house();
  const rules::RuleSet rules = rules::make_rule_set(set, 2);
  const auto best = [&](const char* dice) {
    const auto keeps = rules.keep_table().keeps(*rules::parse_dice(dice, set.faces));
    return keeps.empty() ? 0 : keeps.front().points;
  };
  EXPECT_EQ(best("111"), 1000);
  EXPECT_EQ(best("444"), 400);
  EXPECT_EQ(best("2233"), 400);
  EXPECT_EQ(best("2222"), 200);
  EXPECT_EQ(best("22"), 0);
  EXPECT_EQ(set.title, "house");
  EXPECT_EQ(set.summary, "six dice to 5000");
}

TEST(RuleFile, IsOneRuleSetHoweverItIsWritten) {
  const rules::Definition& one = house();
  const std::string shuffled = "# ours\n" + replaced(kHouse, "\"1\" = 100\n", "") + "\n";
  const rules::Definition& other = house(replaced(shuffled, "[turn]", "'1' = 100.0\n[turn]"));
  EXPECT_EQ(&one, &other);
  EXPECT_EQ(referee::record::rules_hash(one).size(), 64U);
  const rules::Definition& dearer = house(replaced(kHouse, "400", "450"));
  EXPECT_NE(&one, &dearer);
  EXPECT_NE(referee::record::rules_hash(one), referee::record::rules_hash(dearer));
}

TEST(RuleFile, IsReadBackFromItsCanonicalText) {
  const rules::Definition& set = house(
      replaced(kHouse, "keeps = \"choose\"",
               "locks = [\"123456\"]\nwins = ['aaaaaa']\nbusts = { in_a_row = 3, penalty = 500 }"));
  const auto found = rules::find_definition("house", set.text);
  ASSERT_TRUE(std::holds_alternative<const rules::Definition*>(found));
  EXPECT_EQ(std::get<const rules::Definition*>(found), &set);
  EXPECT_EQ(&house(set.text), &set);
  EXPECT_TRUE(std::holds_alternative<std::string>(rules::find_definition("other", set.text)));
  for (std::size_t cut = 1; cut < set.text.size(); cut += 7)
    (void)rules::find_definition("house", set.text.substr(0, cut));
}

struct Mistake {
  const char* old;
  const char* by;
  const char* line;
};
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.by; }

class MistakenRuleFile : public testing::TestWithParam<Mistake> {};

TEST_P(MistakenRuleFile, IsOneExactLine) {
  std::vector<std::string> problems;
  const std::string text = replaced(kHouse, GetParam().old, GetParam().by);
  EXPECT_EQ(read_rule_file_text(text, "house.toml", problems), nullptr);
  EXPECT_EQ(problems, std::vector<std::string>{GetParam().line});
}

INSTANTIATE_TEST_SUITE_P(
    All, MistakenRuleFile,
    testing::Values(
        Mistake{"id = \"house\"", "id = \"koans\"",
                "house.toml:2:6: 'id' is 'koans', which is a bundled rule set; expected another"},
        Mistake{"id = \"house\"", "id = \"KOANS\"",
                "house.toml:2:6: 'id' is 'KOANS', which is a bundled rule set; expected another"},
        Mistake{"id = \"house\"", "id = \"a b\"",
                "house.toml:2:6: 'id' is 'a b'; expected letters, digits, '_' and '-' after a "
                "letter or digit, at most 64"},
        Mistake{"id = \"house\"", "",
                "house.toml:1:1: no 'id' in [rules]; expected a name, as in id = \"farkle\""},
        Mistake{"faces = \"123456\"", "faces = \"12345\"",
                "house.toml:3:9: 'faces' has 5 characters; expected six different characters, as "
                "in \"123456\""},
        Mistake{"faces = \"123456\"", "faces = \"12345a\"",
                "house.toml:3:9: 'faces' has the letter 'a', which stands for any face in "
                "patterns; expected characters other than a to f, or patterns of faces only"},
        Mistake{"faces", "dise = 5\nfaces",
                "house.toml:3:1: unknown key 'dise'; did you mean 'dice'?"},
        Mistake{"faces", "dice = 7\nfaces",
                "house.toml:3:8: 'dice' is 7; expected a whole number from 1 to 6"},
        Mistake{"\"aabb\" = 400", "\"aabbccd\" = 400",
                "house.toml:9:1: 'aabbccd' is a pattern of 7 dice; expected 1 to 6"},
        Mistake{"\"aabb\" = 400", "\"aabb\" = \"a * b\"",
                "house.toml:9:1: the points of 'aabb' are 'a * b': it has two letters; expected "
                "whole numbers, '*', '+' and one letter of the pattern, as in \"100 * a\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = \"100 * a\"",
                "house.toml:9:1: 'aabb' gives 1122 both 100 and 200 points"},
        Mistake{"\"aabb\" = 400", "\"bbb\" = 400",
                "house.toml:9:1: 'bbb' gives 222 400 points, and 'aaa' 200; 'aaa' is in line 7"},
        Mistake{"\"aabb\" = 400", "\"x\" = 400",
                "house.toml:9:1: 'x' has a character that is neither a face nor a letter a to f; "
                "expected faces 123456 and letters a to f"},
        Mistake{"\"aabb\" = 400", "\"aabb\" = 2000000000",
                "house.toml:9:1: 'aabb' scores too much; expected more than 0 and at most "
                "100000000 points"},
        Mistake{"\"aabb\" = 400", "\"aabb\" = \"999999999 * 999999999 * 999999999\"",
                "house.toml:9:1: 'aabb' scores too much; expected more than 0 and at most "
                "100000000 points"},
        Mistake{"\"aabb\" = 400", "\"aabb\" = 0",
                "house.toml:9:1: 'aabb' scores nothing; expected more than 0 and at most "
                "100000000 points"},
        Mistake{"keeps = \"choose\"", "keeps = \"some\"",
                "house.toml:12:9: 'keeps' is 'some'; expected choose, all"},
        Mistake{"keeps = \"choose\"", "keeps = \"all\"\nevery_keep = \"1\"",
                "house.toml:13:14: 'every_keep' demands a choice, and keeps = \"all\" leaves none; "
                "expected one of them; 'keeps' is in line 12"},
        Mistake{"keeps = \"choose\"", "wins = [\"aaa\"]",
                "house.toml:12:8: 'wins' has a pattern of 3 dice; expected 6, a full throw"},
        Mistake{"keeps = \"choose\"", "busts = { in_a_row = 3, penalty = -1 }",
                "house.toml:12:9: 'penalty' of busts is -1; expected whole points from 0 to "
                "1000000000"},
        Mistake{"keeps = \"choose\"", "busts = 3",
                "house.toml:12:9: 'busts' is a whole number; expected { in_a_row = 3, penalty = "
                "1000 }"},
        Mistake{"target = 5000", "target = 2000000000",
                "house.toml:15:10: 'target' is 2000000000; expected whole points from 1 to "
                "1000000000"},
        Mistake{"target = 5000", "target = 5000.5",
                "house.toml:15:10: 'target' is 5000.5; expected whole points from 1 to 1000000000"},
        Mistake{"target = 5000", "target = { 3 = 5000 }",
                "house.toml:15:10: 'target' has no value for 2 seats; expected a table as in { 2 = "
                "10000, 3 = 20000 }"},
        Mistake{"target = 5000", "target = 5000\nexact = true\nover_target = true",
                "house.toml:16:9: 'exact' forbids to pass the target, and 'over_target' demands "
                "it; expected one of them; 'over_target' is in line 17"},
        Mistake{"[game]\ntarget = 5000", "",
                "house.toml: no 'target' in [game]; expected points, as in target = 10000"},

        Mistake{"id = \"house\"", "id = 5",
                "house.toml:2:6: 'id' is a whole number; expected a string"},
        Mistake{"id = \"house\"", "id = \"-x\"",
                "house.toml:2:6: 'id' is '-x'; expected letters, digits, '_' and '-' after a "
                "letter or digit, at most 64"},
        Mistake{"id = \"house\"",
                "id = \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
                "house.toml:2:6: 'id' is "
                "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; expected "
                "letters, digits, '_' and '-' after a letter or digit, at most 64"},
        Mistake{"id = \"house\"", "id = \"check\"",
                "house.toml:2:6: 'id' is 'check'; expected another name, because commands and "
                "sites use this one"},
        Mistake{"id = \"house\"", "id = \"Rules\"",
                "house.toml:2:6: 'id' is 'Rules'; expected another name, because commands and "
                "sites use this one"},
        Mistake{"id = \"house\"", "id = \"agents\"",
                "house.toml:2:6: 'id' is 'agents'; expected another name, because commands and "
                "sites use this one"},
        Mistake{"id = \"house\"", "id = \"table.json\"",
                "house.toml:2:6: 'id' is 'table.json'; expected letters, digits, '_' and '-' after "
                "a letter or digit, at most 64"},
        Mistake{"id = \"house\"", "id = \"house\"\ntitle = \"\"",
                "house.toml:3:9: 'title' is empty; expected what people call the game"},
        Mistake{"id = \"house\"", "id = \"house\"\ntitle = 7",
                "house.toml:3:9: 'title' is a whole number; expected a string"},
        Mistake{"id = \"house\"",
                "id = \"house\"\nsummary = "
                "\"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
                "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
                "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\"",
                "house.toml:3:11: 'summary' is 201 bytes long; expected at most 200"},
        Mistake{"id = \"house\"", "id = \"house\"\ntitle = \"a\\u0007b\"",
                "house.toml:3:9: 'title' has a control character; expected a line"},
        Mistake{"id = \"house\"", "id = \"house\"\nid = \"other\"",
                "house.toml:3:6: duplicate key 'id'; expected it once; the first is in line 2"},
        Mistake{"faces = \"123456\"", "faces = \"123455\"",
                "house.toml:3:9: 'faces' has '5' twice; expected six different characters, as in "
                "\"123456\""},
        Mistake{"faces = \"123456\"", "faces = \"12345#\"",
                "house.toml:3:9: 'faces' has a character that is not printable ASCII, a blank or "
                "'#'; expected six different characters, as in \"123456\""},
        Mistake{"faces = \"123456\"", "faces = 123456",
                "house.toml:3:9: 'faces' is a whole number; expected a string"},
        Mistake{"faces = \"123456\"", "dice = 0\nfaces = \"123456\"",
                "house.toml:3:8: 'dice' is 0; expected a whole number from 1 to 6"},
        Mistake{"faces = \"123456\"", "dice = \"six\"\nfaces = \"123456\"",
                "house.toml:3:8: 'dice' is a string; expected a whole number from 1 to 6"},
        Mistake{"faces = \"123456\"", "dice = 2.5\nfaces = \"123456\"",
                "house.toml:3:8: 'dice' is a number; expected a whole number from 1 to 6"},
        Mistake{"\"aabb\" = 400", "\"\" = 400",
                "house.toml:9:1: a pattern is empty; expected faces and letters, as in \"aaa\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = true",
                "house.toml:9:1: the points of 'aabb' are a boolean; expected a number or an "
                "expression, as in \"100 * a\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = [400]",
                "house.toml:9:1: the points of 'aabb' are a value of another kind; expected a "
                "number or an expression, as in \"100 * a\""},
        Mistake{
            "\"aabb\" = 400", "\"aabb\" = \"a * c\"",
            "house.toml:9:1: the points of 'aabb' are 'a * c': the pattern has no letter 'c'; "
            "expected whole numbers, '*', '+' and one letter of the pattern, as in \"100 * a\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = \"100 *\"",
                "house.toml:9:1: the points of 'aabb' are '100 *': it ends where a number or a "
                "letter was expected; expected whole numbers, '*', '+' and one letter of the "
                "pattern, as in \"100 * a\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = \"100 - 50\"",
                "house.toml:9:1: the points of 'aabb' are '100 - 50': '*' or '+' was expected at "
                "'- 50'; expected whole numbers, '*', '+' and one letter of the pattern, as in "
                "\"100 * a\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = \"b\"",
                "house.toml:9:1: 'aabb' gives 1122 both 2 and 1 points"},
        Mistake{
            "\"aabb\" = 400", "\"aabb\" = 400.5",
            "house.toml:9:1: the points of 'aabb' are '400.5': '*' or '+' was expected at '.5'; "
            "expected whole numbers, '*', '+' and one letter of the pattern, as in \"100 * a\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = -5",
                "house.toml:9:1: the points of 'aabb' are '-5': a number or a letter was expected "
                "at '-5'; expected whole numbers, '*', '+' and one letter of the pattern, as in "
                "\"100 * a\""},
        Mistake{"\"aabb\" = 400", "\"aabb\" = \"99999999999999999999 * a\"",
                "house.toml:9:1: the points of 'aabb' are '99999999999999999999 * a': a number has "
                "more than 9 digits; expected whole numbers, '*', '+' and one letter of the "
                "pattern, as in \"100 * a\""},
        Mistake{
            "\"aabb\" = 400", "\"aabb\" = 400\n\"bbaa\" = 300",
            "house.toml:10:1: 'bbaa' gives 1122 300 points, and 'aabb' 400; 'aabb' is in line 9"},
        Mistake{"\"aabb\" = 400", "\"aabb\" = 400\n\"aabb\" = 300",
                "house.toml:10:10: duplicate key 'aabb'; expected it once; the first is in line 9"},
        Mistake{"keeps = \"choose\"", "busts = { in_a_row = 3, in_a_row = 2 }",
                "house.toml:12:36: duplicate key in an inline table"},
        Mistake{
            "[game]", "[turn]  # again",
            "house.toml:14:1: duplicate key '[turn]'; expected it once; the first is in line 11"},
        Mistake{"\"aabb\" = 400", "aabb = ",
                "house.toml:9:8: Error while parsing key-value pair: expected value, saw '\\n'"},
        Mistake{"keeps = \"choose\"", "hot = \"cold\"",
                "house.toml:12:7: 'hot' is 'cold'; expected may-roll, must-roll, ends"},
        Mistake{"keeps = \"choose\"", "bank = 1",
                "house.toml:12:8: 'bank' is a whole number; expected kept, all"},
        Mistake{"keeps = \"choose\"", "dead_dice = \"yes\"",
                "house.toml:12:13: 'dead_dice' is a string; expected true or false"},
        Mistake{"keeps = \"choose\"", "every_keep = \"17\"",
                "house.toml:12:14: 'every_keep' is of a face '7'; expected faces of 123456"},
        Mistake{
            "keeps = \"choose\"", "minimum_bank = -50",
            "house.toml:12:16: 'minimum_bank' is -50; expected whole points from 0 to 1000000000"},
        Mistake{
            "keeps = \"choose\"", "minimum_bank = 50.5",
            "house.toml:12:16: 'minimum_bank' is 50.5; expected whole points from 0 to 1000000000"},
        Mistake{"keeps = \"choose\"", "offer = \"dice\"",
                "house.toml:12:9: 'offer' is 'dice'; expected none, points-and-dice, attempt"},
        Mistake{"keeps = \"choose\"", "locks = \"123456\"",
                "house.toml:12:9: 'locks' is a string; expected a list of patterns, as in "
                "[\"123456\"]"},
        Mistake{"keeps = \"choose\"", "locks = [\"1234567\"]",
                "house.toml:12:9: '1234567' is a pattern of 7 dice; expected 1 to 6"},
        Mistake{"keeps = \"choose\"", "wins = [1]",
                "house.toml:12:8: 'wins' is a value of another kind; expected a list of patterns, "
                "as in [\"123456\"]"},
        Mistake{"keeps = \"choose\"", "busts = { in_a_row = 101, penalty = 5 }",
                "house.toml:12:9: 'in_a_row' of busts is not a whole number from 0 to 100"},
        Mistake{"keeps = \"choose\"", "busts = { in_a_row = 3, price = 5 }",
                "house.toml:12:9: unknown key 'price' in busts; expected in_a_row, penalty, "
                "below_zero"},
        Mistake{"keeps = \"choose\"", "busts = { in_a_row = 3, penalty = 5, below_zero = 1 }",
                "house.toml:12:9: 'below_zero' of busts is not true or false"},
        Mistake{"keeps = \"choose\"", "keeps = \"all\"\ndead_dice = true",
                "house.toml:13:13: 'dead_dice' is a choice, and keeps = \"all\" leaves none; "
                "expected one of them; 'keeps' is in line 12"},
        Mistake{"keeps = \"choose\"", "hot = \"ends\"\noffer = \"attempt\"",
                "house.toml:12:7: hot = \"ends\" banks where offer = \"attempt\" forbids a bank; "
                "expected one of them; 'offer' is in line 13"},
        Mistake{
            "keeps = \"choose\"", "first_throw_bust = \"500\"",
            "house.toml:12:20: 'first_throw_bust' is not a number; expected whole points from 0 "
            "to 1000000000"},
        Mistake{
            "keeps = \"choose\"", "turn = 5",
            "house.toml:12:1: unknown key 'turn' in [turn]; expected keeps, bank, hot, dead_dice, "
            "break_triples, every_keep, minimum_bank, offer, locks, wins, busts, first_throw_bust"},
        Mistake{"keeps = \"choose\"", "keeps = choose",
                "house.toml:12:9: a text needs quotes, as in keeps = \"choose\""},
        Mistake{"target = 5000", "target = 0",
                "house.toml:15:10: 'target' is 0; expected whole points from 1 to 1000000000"},
        Mistake{"target = 5000", "target = { 2 = 5000, 7 = 9000 }",
                "house.toml:15:10: 'target' has a key '7'; expected seats, 2 to 6"},
        Mistake{
            "target = 5000", "target = { 2 = \"much\" }",
            "house.toml:15:10: 'target' of 2 seats is not a number; expected whole points from 1 "
            "to 1000000000"},
        Mistake{"target = 5000", "target = 5000\nentry = -1",
                "house.toml:16:9: 'entry' is -1; expected whole points from 0 to 1000000000"},
        Mistake{"target = 5000", "target = 5000\nbelow_entry = \"records\"",
                "house.toml:16:15: 'below_entry' is 'records'; expected illegal, records-0"},
        Mistake{"target = 5000", "target = 5000\nending = \"soon\"",
                "house.toml:16:10: 'ending' is 'soon'; expected at-once, others-one-turn, "
                "until-none-beats"},
        Mistake{"target = 5000", "target = 5000\nequal = \"both\"",
                "house.toml:16:9: 'equal' is 'both'; expected share, first-to-reach"},
        Mistake{"target = 5000", "target = 5000\nstart = \"lowest-die\"",
                "house.toml:16:9: 'start' is 'lowest-die'; expected highest-die, highest-score"},
        Mistake{"target = 5000", "target = 5000\nmax_turns = 0",
                "house.toml:16:13: 'max_turns' is 0; expected a whole number from 1 to 1000000"},
        Mistake{
            "target = 5000", "target = 5000\nmax_turns = 2000000",
            "house.toml:16:13: 'max_turns' is 2000000; expected a whole number from 1 to 1000000"},
        Mistake{"target = 5000", "target = 5000\nhalf_points = 2",
                "house.toml:16:15: 'half_points' is a whole number; expected true or false"},
        Mistake{"target = 5000", "target = 5000\nexact = \"yes\"",
                "house.toml:16:9: 'exact' is a string; expected true or false"},
        Mistake{"[score]\n\"1\" = 100\n\"aaa\" = \"100 * a\"\n\"111\" = 1000\n\"aabb\" = 400\n", "",
                "house.toml: no patterns in [score]; expected at least one, as in \"1\" = 100"},
        Mistake{"\"1\" = 100\n\"aaa\" = \"100 * a\"\n\"111\" = 1000\n\"aabb\" = 400\n", "",
                "house.toml:5:1: no patterns in [score]; expected at least one, as in \"1\" = 100"},
        Mistake{"[turn]", "[turns]", "house.toml:11:2: unknown key 'turns'; did you mean 'turn'?"},
        Mistake{"[turn]\nkeeps = \"choose\"\n\n[game]\ntarget = 5000\n",
                "[turn]\nkeeps = \"choose\"\n[game\ntarget = 5000\n",
                "house.toml:13:6: Error while parsing table header: expected ']', saw '\\n'"},
        Mistake{"\"1\" = 100\n\"aaa\" = \"100 * a\"\n\"111\" = 1000\n\"aabb\" = "
                "400\n\n[turn]\nkeeps = \"choose\"",
                "\"aaa\" = 100\n\n[turn]\nevery_keep = \"\"\n[rules.x]",
                "house.toml:10:8: unknown key 'x' in [rules]; expected id, title, summary, dice, "
                "faces"},
        Mistake{"\"1\" = 100\n\"aaa\" = \"100 * a\"\n\"111\" = 1000\n\"aabb\" = "
                "400\n\n[turn]\nkeeps = \"choose\"",
                "\"1\" = 100\n\n[turn]\nevery_keep = \"2\"",
                "house.toml:5:1: every full throw is a bust; expected patterns that a throw can "
                "show"}));

TEST(RuleFile, TellsAllMistakesAtOnce) {
  std::vector<std::string> problems;
  std::string text = replaced(kHouse, "target = 5000", "target = 0\nentri = 5");
  text = replaced(text, "\"1\" = 100", "\"1\" = true");
  EXPECT_EQ(read_rule_file_text(text, "house.toml", problems), nullptr);
  EXPECT_EQ(problems.size(), 3U);
}

TEST(RuleFile, HasAtMost200PatternsAnd64Kilobytes) {
  std::vector<std::string> problems;
  std::string scores = "[score]\n";
  for (int i = 0; i < 201; ++i)
    scores += "\"" + std::to_string(i) + "x\" = 1\n";
  EXPECT_EQ(read_rule_file_text(replaced(kHouse, "[score]\n", scores), "house.toml", problems),
            nullptr);
  EXPECT_EQ(problems.front(), "house.toml:5:1: 205 patterns in [score]; expected at most 200");
  problems.clear();
  EXPECT_EQ(read_rule_file_text(kHouse + std::string(65'536, '#'), "house.toml", problems),
            nullptr);
  EXPECT_EQ(problems.size(), 1U);
}

}  // namespace
}  // namespace danno::leagues::schedule
