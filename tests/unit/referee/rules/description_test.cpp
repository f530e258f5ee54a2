#include "referee/rules/description.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "referee/rules/rule_text.hpp"

namespace danno::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Sentences = std::vector<std::string>;

constexpr const char* kScores = "\"1\" = 100\n\"5\" = 50\n\"aaa\" = \"100 * a\"\n";

/// A rule set of these lines; the target is 5000.
Definition house(const std::string& turn, const std::string& game = "",
                 const std::string& scores = kScores, const std::string& head = "") {
  auto parsed = parse_rules("[rules]\nid = \"house\"\n" + head + "\n[score]\n" + scores +
                            "\n[turn]\n" + turn + "\n[game]\ntarget = 5000\n" + game + "\n");
  if (const auto* const problem = std::get_if<std::string>(&parsed))
    ADD_FAILURE() << turn << game << ": " << *problem;
  return std::get<Definition>(std::move(parsed));
}

/// The sentences that the plainest rule set does not have.
Sentences added(const Definition& definition) {
  const Sentences plain = describe_rules(house(""));
  Sentences sentences = describe_rules(definition);
  std::erase_if(sentences, [&](const std::string& sentence) {
    return std::ranges::find(plain, sentence) != plain.end();
  });
  return sentences;
}

TEST(Description, TellsOfThePlainestRulesWhatHotDiceAndTheTargetDo) {
  EXPECT_THAT(describe_rules(house("")),
              ElementsAre("when all thrown dice score, a full set may be rolled",
                          "once the target is reached, each other player gets one more turn"));
}

TEST(Description, TellsWhatIsKept) {
  EXPECT_THAT(
      added(house("keeps = \"all\"")),
      ElementsAre("all scoring dice are kept automatically; a player can only roll or bank"));
  EXPECT_THAT(added(house("dead_dice = true")),
              ElementsAre("dice that score nothing may be kept beside scoring ones"));
  EXPECT_THAT(added(house("break_triples = false")),
              ElementsAre("of three or more dice that show a 1 or a 5, at least three are kept or "
                          "none"));
  EXPECT_THAT(added(house("break_triples = false", "", "\"aaa\" = 100\n")), IsEmpty());
  EXPECT_THAT(added(house("every_keep = \"15\"")), ElementsAre("every keep holds a 1 or a 5"));
  EXPECT_THAT(
      added(house("every_keep = \"5\"\nwins = [\"aaaaaa\"]")),
      ElementsAre("every keep holds a 5, six alike apart", "six alike win the game at once"));
}

TEST(Description, TellsWhatHotDiceDemand) {
  EXPECT_THAT(added(house("hot = \"must-roll\"")),
              ElementsAre("all six dice set aside must be rolled again"));
  EXPECT_THAT(added(house("hot = \"must-roll\"", "", kScores, "dice = 5")),
              ElementsAre("when all thrown dice score and are kept, a full set must be rolled"));
  EXPECT_THAT(added(house("hot = \"ends\"")),
              ElementsAre("when all thrown dice score and are kept, the turn ends and is banked"));
}

TEST(Description, TellsWhatABankNeeds) {
  EXPECT_THAT(added(house("bank = \"all\"")),
              ElementsAre("a bank takes every scoring die of the last roll"));
  EXPECT_THAT(added(house("minimum_bank = 300")), ElementsAre("every bank is at least 300"));
  EXPECT_THAT(added(house("", "entry = 500")),
              ElementsAre("the first bank of a player must be worth 500 points"));
  EXPECT_THAT(added(house("", "entry = 500\nbelow_entry = \"records-0\"")),
              ElementsAre("until a player has banked 500 points at once, a bank records 0"));
  EXPECT_THAT(added(house("", "tie_banks = false")),
              ElementsAre("in the last turns no bank may equal the highest total"));
}

TEST(Description, TellsWhatABustCosts) {
  EXPECT_THAT(
      added(house("first_throw_bust = 500")),
      ElementsAre("a first throw in which nothing may be kept scores 500, and a full set is "
                  "rolled again"));
  EXPECT_THAT(added(house("busts = { in_a_row = 3, penalty = 1000 }")),
              ElementsAre("3 busts in a row cost 1000", "no total falls below 0"));
  EXPECT_THAT(added(house("busts = { in_a_row = 1, penalty = 50, below_zero = true }")),
              ElementsAre("each bust costs 50", "a total may fall below 0"));
  EXPECT_THAT(added(house("busts = { in_a_row = 3 }")), IsEmpty());
  EXPECT_THAT(added(house("busts = { penalty = 1000 }")), IsEmpty());
}

TEST(Description, TellsWhichDiceLockOrWinAndListsAtMostSix) {
  EXPECT_THAT(added(house("locks = [\"123456\"]")),
              ElementsAre("a straight locks the turn score: a bust then books it"));
  EXPECT_THAT(added(house("locks = [\"112233\"]")),
              ElementsAre("a keep with 112233 locks the turn score: a bust then books it"));
  EXPECT_THAT(added(house("locks = [\"123456\", \"112233\"]")).front(),
              ::testing::StartsWith("a keep with "));
  EXPECT_THAT(added(house("wins = [\"12345a\"]")),
              ElementsAre("a full throw of 123456 wins the game at once"));
  EXPECT_THAT(added(house("locks = [\"aaaaa\"]")),
              ElementsAre("a keep with 11111, 22222, 33333, 44444, 55555, 66666 locks the turn "
                          "score: a bust then books it"));
  EXPECT_THAT(
      added(house("wins = [\"aaabbb\"]")),
      ElementsAre("a full throw of 111222, 111333, 111444, 111555, 111666, 222333 and 9 more "
                  "wins the game at once"));
}

TEST(Description, TellsWhatAnOfferIs) {
  const std::string offer =
      "a bank with dice left offers them and the whole turn score to the next player";
  EXPECT_THAT(added(house("offer = \"points-and-dice\"")),
              ElementsAre(offer, "inherited points count to the entry"));
  EXPECT_THAT(added(house("offer = \"attempt\"")),
              ElementsAre(offer,
                          "an accepted offer must show a 1 or 5; its best dice are kept "
                          "automatically, and another 1 or 5 must be kept before a bank",
                          "inherited points do not count to the entry"));
  EXPECT_THAT(added(house("offer = \"attempt\"", "", "\"2\" = 100\n"))[1],
              "an accepted offer must show a 2; its best dice are kept automatically, and another "
              "one must be kept before a bank");
  EXPECT_THAT(
      added(house("offer = \"attempt\"", "", "\"A\" = 100\n\"E\" = 50\n", "faces = \"ABCDEF\""))[1],
      "an accepted offer must show a A or a E; its best dice are kept automatically, and "
      "another one must be kept before a bank");
}

TEST(Description, TellsHowTheGameBeginsAndEnds) {
  EXPECT_THAT(added(house("", "ending = \"at-once\"")),
              ElementsAre("reaching the target ends the game at once"));
  EXPECT_THAT(
      added(house("", "ending = \"until-none-beats\"")),
      ElementsAre("the target makes a score to beat; a player that beats it gives all others "
                  "one more turn, until none does"));
  EXPECT_THAT(added(house("", "exact = true")),
              ElementsAre("a bank that passes the target is a bust"));
  EXPECT_THAT(added(house("", "equal = \"first-to-reach\"")),
              ElementsAre("of equal totals, the first to reach them is ahead"));
  const std::string start = "the player that scores most with a full throw begins";
  EXPECT_THAT(added(house("", "start = \"highest-score\"")), ElementsAre(start));
  // The page on a bundled rule set tells it in its own words.
  EXPECT_THAT(describe_rules(*find_definition("dollar")),
              ::testing::Not(::testing::Contains(start)));
}

/// Describes a bank of the mover, seat 1 of three, after its first throw.
class DescribedBank : public ::testing::Test {
 protected:
  static std::string bank(const RuleSet& rules, Points total, Points turn, bool last_turns = false,
                          bool in_game = true) {
    Position position = start_game(rules, 1);
    set_score(position, 0, 3000, true);
    set_score(position, 1, total, in_game);
    set_score(position, 2, 4500, true);
    position.forfeited.add(2);
    if (last_turns) position.closer = 0;
    return describe_bank(rules, position, turn);
  }
};

TEST_F(DescribedBank, IsABustBeyondAnExactTarget) {
  const Definition exact = house("", "exact = true");
  EXPECT_EQ(bank(make_rule_set(exact, 3), 4800, 250), "passes 5000: a bust");
  EXPECT_EQ(bank(make_rule_set(exact, 3), 4800, 200), "");
}

TEST_F(DescribedBank, RecordsNothingBelowTheMinimumOrTheEntry) {
  const Definition minimum = house("minimum_bank = 300");
  EXPECT_EQ(bank(make_rule_set(minimum, 3), 0, 250), "records 0: every bank needs 300");
  EXPECT_EQ(bank(make_rule_set(minimum, 3), 0, 300), "");
  const RuleSet koans = make_rule_set(*find_definition("koans"), 3);
  EXPECT_EQ(bank(koans, 0, 250, false, false), "records 0: the first bank needs 300");
  EXPECT_EQ(bank(koans, 0, 300, false, false), "");
  EXPECT_EQ(bank(koans, 0, 0, false, false), "");
}

TEST_F(DescribedBank, LosesInTheLastTurnsBelowTheBestOfThoseWhoAreIn) {
  const Definition plain = house("");
  const RuleSet rules = make_rule_set(plain, 3);
  EXPECT_EQ(bank(rules, 2000, 950, true), "loses: your last turn");
  EXPECT_EQ(bank(rules, 2000, 950), "");
  EXPECT_EQ(bank(rules, 2000, 1000, true), "");
  EXPECT_EQ(bank(rules, 4000, 0, true), "");
}

}  // namespace
}  // namespace danno::rules
