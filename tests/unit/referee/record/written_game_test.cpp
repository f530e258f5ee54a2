#include "referee/record/written_game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "referee/record/audit.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::referee::record {
namespace {

WrittenGame read(std::string_view text) {
  auto parsed = parse_written_game(text);
  if (const auto* const problem = std::get_if<LineProblem>(&parsed)) {
    ADD_FAILURE() << problem->line << ": " << problem->message;
    return {};
  }
  return std::get<WrittenGame>(std::move(parsed));
}

/// "LINE: message" of a text that cannot be read; empty where it can.
std::string complaint(std::string_view text) {
  const auto parsed = parse_written_game(text);
  const auto* const problem = std::get_if<LineProblem>(&parsed);
  return problem == nullptr ? "" : std::to_string(problem->line) + ": " + problem->message;
}

TEST(WrittenGame, IsReadWithAnyLineEndBlankAndComment) {
  const WrittenGame game = read(
      "\xEF\xBB\xBF# a comment first\r\n\r\nrules\tofficial # five dice\r\n  players ann#2  bob\r\n"
      "\t\r\nset target 5000\r\nscore bob 700\r\nfirst bob\r\nbob 44441\tkeep 44441 roll #hot\r\n"
      "bob 22346 bust");
  EXPECT_EQ(game.players, (std::vector<std::string>{"ann#2", "bob"}));
  EXPECT_EQ(game.parameters.target, 5000);
  EXPECT_EQ(game.first, 1);
  ASSERT_EQ(game.events.size(), 2U);
  EXPECT_EQ(game.events[0].line, 9);
  EXPECT_EQ(game.events[1].line, 10);
  EXPECT_EQ(game.events[1].kind, WrittenEvent::Kind::Bust);
}

TEST(WrittenGame, TakesSetScoreAndFirstInAnyOrder) {
  const WrittenGame game =
      read("rules true-greed\nplayers a b c\nfirst c\nscore b 3.5\nset entry 2.5\nscore a 0 out\n");
  EXPECT_EQ(game.first, 2);
  EXPECT_EQ(game.parameters.entry, 5);
  ASSERT_EQ(game.scores.size(), 2U);
  EXPECT_EQ(game.scores[0].points, 7);
  EXPECT_TRUE(game.scores[0].in_game);
  EXPECT_FALSE(game.scores[1].in_game);
}

TEST(WrittenGame, LetsPlayersBeNamedLikeItsWords) {
  const WrittenGame game = read(
      "rules koans\nplayers first set score accept\nfirst set\nset 11234 bank\nscore forfeit\n");
  EXPECT_EQ(game.first, 1);
  ASSERT_EQ(game.events.size(), 2U);
  EXPECT_EQ(game.events[0].seat, 1);
  EXPECT_EQ(game.events[1].kind, WrittenEvent::Kind::Forfeit);
}

TEST(WrittenGame, NamesTheFirstLineThatCannotBeRead) {
  const std::string head = "rules koans\nplayers a b\n";
  EXPECT_EQ(complaint(""), "1: the text ends; expected 'rules ID'");
  EXPECT_EQ(complaint("\n\nrules koans\n"), "3: the text ends; expected 'players NAME NAME…'");
  EXPECT_EQ(complaint("players a b\n"), "1: expected 'rules ID' first, got 'players'");
  const std::string all =
      "1: no rule set 'koan'; expected true-greed, dollar, tyghe, official, koans";
  EXPECT_EQ(complaint("rules koan\n").substr(0, all.size()), all);
  EXPECT_EQ(complaint("rules koans\nplayers a a\n"),
            "2: two players are named 'a'; expected different names");
  EXPECT_EQ(complaint("rules koans\nplayers a\n"), "2: 1 players; expected 2 to 6");
  EXPECT_EQ(complaint("rules koans\nplayers a b c d e f g\n"), "2: 7 players; expected 2 to 6");
  EXPECT_EQ(complaint("rules koans\nplayers a -b\n").substr(0, 16), "2: '-b' is not a");
  EXPECT_EQ(complaint(head + "c 11234 roll\n"), "3: no player 'c'; expected a, b");
  EXPECT_EQ(complaint(head + "a 1127 roll\n"),
            "3: '1127' are not dice of koans; expected the faces 123456");
  EXPECT_EQ(complaint(head + "score a 50 out\n"),
            "3: 'out' with points; expected 'out' with 0 only");
  EXPECT_EQ(complaint(head + "set target 50\nset target 60\n"),
            "4: 'target' is set twice; expected once");
  EXPECT_EQ(complaint(head + "a 11234 roll\nscore a 50\n"),
            "4: 'score' stands after the first roll; expected before it");
  EXPECT_EQ(complaint(head + "a 11234 rol\n").substr(0, 24), "3: 'rol' cannot be read;");
  EXPECT_EQ(complaint(head + "a 11234 keep 11 bust\n"),
            "3: 'bust' after a keep; expected roll or bank");
}

TEST(WrittenGame, NamesTheLineWhereASecondGameBegins) {
  const std::string game = "rules koans\nplayers a b\na 11234 bank\n";
  EXPECT_EQ(complaint(game + "\n" + game),
            "5: 'rules' begins a second game; expected one game; put each into a file of its own");
  // A player may have the name.
  const WrittenGame named = read("rules koans\nplayers rules b\nrules 11234 bank\nrules forfeit\n");
  EXPECT_EQ(named.events.size(), 2U);
}

TEST(WrittenGame, NamesWhatASetUpLineLacks) {
  const std::string head = "rules koans\nplayers a b\n";
  EXPECT_EQ(complaint("rules koans x\n"), "1: expected 'rules ID' first, got 'rules'");
  EXPECT_EQ(complaint("rules koans\nplayer a b\n"),
            "2: expected 'players NAME NAME…' after 'rules', got 'player'");
  EXPECT_EQ(complaint(head + "set target\n"), "3: expected 'set PARAMETER VALUE'");
  EXPECT_EQ(complaint(head + "set target 0\n"),
            "3: target is '0'; expected whole points from 1 to 1000000000");
  EXPECT_EQ(complaint(head + "set target \x1b\n"), "3: 'target' '\\x1b' cannot be set");
  EXPECT_EQ(complaint(head + "set t\x1b 0\n"), "3: 't\\x1b' '0' cannot be set");
  EXPECT_EQ(complaint(head + "score a\n"), "3: expected 'score NAME POINTS [in|out]'");
  EXPECT_EQ(complaint(head + "score a 0 out x\n"), "3: expected 'score NAME POINTS [in|out]'");
  EXPECT_EQ(complaint(head + "score c 0\n"), "3: no player 'c'; expected a, b");
  EXPECT_EQ(complaint(head + "score a -1\n"),
            "3: '-1' is not a score; expected points at or above 0, whole");
  EXPECT_EQ(complaint("rules true-greed\nplayers a b\nscore a 0.25\n"),
            "3: '0.25' is not a score; expected points at or above 0, halves as .5");
  EXPECT_EQ(complaint(head + "score a 0 off\n"),
            "3: 'off' after the points; expected 'in' or 'out'");
  EXPECT_EQ(complaint(head + "score a 5 in\nscore a 5\n"),
            "4: the score of 'a' is given twice; expected once");
  EXPECT_EQ(complaint(head + "first\n"), "3: expected 'first NAME'");
  EXPECT_EQ(complaint(head + "first c\n"), "3: no player 'c'; expected a, b");
  EXPECT_EQ(complaint(head + "first a\nfirst a\n"), "4: 'first' is given twice; expected once");
}

TEST(WrittenGame, NamesWhatAnEventLacks) {
  const std::string head = "rules official\nplayers a b\n";
  EXPECT_EQ(complaint(head + "a\n"),
            "3: nothing after the name; expected dice and what was done, accept, decline or "
            "forfeit");
  EXPECT_EQ(complaint(head + "a rolls\n"),
            "3: 'rolls' after the name; expected dice and what was done, accept, decline or "
            "forfeit");
  EXPECT_EQ(complaint(head + "a 11234\n"),
            "3: nothing after the dice '11234'; expected [keep DICE] roll, [keep DICE] bank, bust "
            "or wins");
  const std::string after_dice =
      " cannot be read; expected [keep DICE] roll, [keep DICE] bank, bust or wins after the dice";
  EXPECT_EQ(complaint(head + "a 11234 keep 11\n"), "3: 'keep'" + after_dice);
  EXPECT_EQ(complaint(head + "a 11234 hold 11 roll\n"), "3: 'hold'" + after_dice);
  EXPECT_EQ(complaint(head + "a 11234 roll 11 roll\n"), "3: 'roll'" + after_dice);
  EXPECT_EQ(complaint(head + "a 11234 keep 17 roll\n"),
            "3: '17' are not dice of official; expected the faces 123456");
  EXPECT_EQ(complaint(head + "a 11234 keep 11 wins\n"),
            "3: 'wins' after a keep; expected roll or bank");
}

TEST(WrittenGame, LetsPlayersBeNamedLikeDice) {
  const WrittenGame game = read("rules koans\nplayers score 111\nscore 111 50\nfirst 111\n");
  ASSERT_EQ(game.scores.size(), 1U);
  EXPECT_EQ(game.scores[0].seat, 1);
  EXPECT_EQ(game.first, 1);
  // "first" is in the game, and "111" could be what it threw.
  const WrittenGame other = read("rules koans\nplayers first 111\nfirst 111 bust\n");
  EXPECT_EQ(other.events.size(), 1U);
}

/// A rule set with a line of its own in its text, and a game under it.
const rules::Definition& house_rules(const std::string& target = "5000") {
  const auto parsed = rules::parse_rules(
      "[rules]\nid = \"house\"\n[score]\n\"1\" = 100\n[game]\n"
      "target = " +
      target + "\n");
  return rules::register_definition(std::get<rules::Definition>(parsed));
}
std::string house_game(const rules::Definition& definition) {
  WrittenGame game;
  game.definition = &definition;
  game.players = {"a", "b"};
  game.parameters = definition.defaults(2);
  return print_written_game(game);
}

TEST(WrittenGame, CarriesRulesThatAreNotBundled) {
  const std::string text = house_game(house_rules());
  EXPECT_EQ(text.substr(0, 37), "rules house\n| [rules]\n| id = \"house\"\n");
  EXPECT_NE(text.find("\n|\n| [score]\n| \"1\" = 100\n"), std::string::npos);
  EXPECT_EQ(read(text).definition, &house_rules());
  EXPECT_EQ(print_written_game(read(text)), text);
  std::string dos = text;
  for (std::size_t at = 0; (at = dos.find('\n', at)) != std::string::npos; at += 2)
    dos.insert(at, 1, '\r');
  EXPECT_EQ(read(dos).definition, &house_rules());
}

TEST(WrittenGame, RefusesRulesInTheWrongPlace) {
  const std::string refusal =
      "'|' begins a line of rules; expected these after 'rules ID', of no bundled rule set";
  const std::string text = house_game(house_rules());
  EXPECT_EQ(complaint("| [rules]\n"), "1: " + refusal);
  EXPECT_EQ(complaint("rules koans\n| [rules]\n"), "2: " + refusal);
  const auto lines = static_cast<int>(std::ranges::count(text, '\n'));
  EXPECT_EQ(complaint(text + "| [rules]\n"), std::to_string(lines + 1) + ": " + refusal);
  EXPECT_EQ(complaint("rules house\n| rules\nplayers a b\n"),
            "2: the rules of 'house': the rules cannot be read; expected the text of 'danno rules "
            "FILE --toml'");
  EXPECT_EQ(complaint("rules house\n| id = \"\x1b\"\n").substr(0, 3), "2: ");
  EXPECT_EQ(complaint("rules house\n# none\nplayers a b\n").substr(0, 26),
            "1: no rule set 'house'; ex");
}

TEST(WrittenGame, GoesByTheRulesOfAFileIfItNamesThemAlone) {
  const rules::Definition& house = house_rules();
  const rules::Definition& dearer = house_rules("9000");
  const std::string alone = "rules house\nplayers a b\n";
  const auto found = [](const std::string& text, const rules::Definition* given) {
    const auto parsed = parse_written_game(text, given);
    const auto* const game = std::get_if<WrittenGame>(&parsed);
    return game == nullptr ? nullptr : game->definition;
  };
  EXPECT_EQ(found(alone, &house), &house);
  EXPECT_EQ(found(alone, nullptr), nullptr);
  EXPECT_EQ(found("rules home\nplayers a b\n", &house), nullptr);
  EXPECT_EQ(found(house_game(house), &house), &house);
  EXPECT_EQ(found(house_game(house), rules::find_definition("koans")), &house);
  const auto other = parse_written_game(house_game(house), &dearer);
  EXPECT_EQ(std::get<LineProblem>(other).message,
            "the game has other rules of 'house' than the file given");
}

TEST(WrittenGame, ShowsHostileBytesEscapedAndLongWordsCut) {
  EXPECT_EQ(complaint("rules \x1b[31m\n").substr(0, 27), "1: no rule set '\\x1b[31m'; ");
  EXPECT_EQ(complaint("rules \x7f~!\n").substr(0, 25), "1: no rule set '\\x7f~!'; ");
  const std::string word(40, 'x');
  EXPECT_EQ(complaint("rules " + word + "\n").substr(0, 60), "1: no rule set '" + word + "'; e");
  EXPECT_EQ(complaint("rules " + word + "y\n").substr(0, 63), "1: no rule set '" + word + "…'; e");
}

TEST(WrittenGame, TellsPlayersOfOneWrittenNameApart) {
  const std::vector<std::string> names{"a", "a", "a#2", "b"};
  EXPECT_EQ(written_names(names), (std::vector<std::string>{"a", "a#2", "a#2#3", "b"}));
  WrittenGame game;
  game.players = {"m%C3%BCller", "b"};
  EXPECT_EQ(player_names(game), (std::vector<std::string>{"müller", "b"}));
}

TEST(WrittenGame, OfMoreDiceThanThereAreIsReadAndNotLegal) {
  const WrittenGame game = read("rules koans\nplayers a b\na 1111111111111111111111 roll\n");
  const Audit audit = audit_game(audited_rules(game), game);
  ASSERT_TRUE(audit.problem);
  EXPECT_EQ(audit.problem->line, 3);
  EXPECT_EQ(audit.problem->message, "a rolls 22 dice; legal: a rolls 5 dice");
}

TEST(WrittenGame, WritesEveryNameInOneWayAndReadsItBack) {
  EXPECT_EQ(written_name("müller"), "m%C3%BCller");
  EXPECT_EQ(written_name("möller"), "m%C3%B6ller");
  EXPECT_EQ(written_name(".ann b!"), "%2Eann%20b%21");
  EXPECT_EQ(written_name("100%"), "100%25");
  EXPECT_EQ(written_name("ada@2#3_-."), "ada@2#3_-.");
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
    EXPECT_EQ(read_name(written_name(bytes)), bytes);
    EXPECT_EQ(read_name(written_name(bytes.substr(bytes.size() - 1))),
              bytes.back() + std::string());
  }
  for (const char* const other : {"", "%", "%4", "a%4", "%41", "%c3", "%zz", "a%", ".a", "a b"})
    EXPECT_FALSE(read_name(other)) << other;
}

TEST(WrittenGame, WritesAChoiceWithTheKeepThatItsRulesName) {
  using rules::Action;
  const auto written = [](const std::string& rules, std::string_view dice, std::string_view keep,
                          Action action) {
    const WrittenGame game = read("rules " + rules + "\nplayers ann bob\n");
    const std::string_view faces = game.definition->faces;
    return print_event(game, written_choice(*game.definition, 1, *rules::parse_dice(dice, faces),
                                            *rules::parse_dice(keep, faces), action));
  };
  EXPECT_EQ(written("official", "66612", "666", Action::Roll), "bob 12666 keep 666 roll");
  EXPECT_EQ(written("official", "66612", "666", Action::Bank), "bob 12666 keep 666 bank");
  EXPECT_EQ(written("dollar", "GGG$RE", "GGG", Action::Roll), "bob $GGGRE keep GGG roll");
  EXPECT_EQ(written("dollar", "GGG$RE", "GGG", Action::Bank), "bob $GGGRE bank");
  EXPECT_EQ(written("koans", "12346", "1", Action::Roll), "bob 12346 roll");
}

TEST(WrittenGame, IsPrintedAsItIsRead) {
  const std::string text =
      "rules dollar\nplayers ann bob cas\nset target 1000\nset bank_below_entry true\n"
      "score ann 700\nscore bob 0 out\nfirst cas\n"
      "cas $$$DRR bank\nann GGGRRe keep GGG roll\nann $Re bust\nbob forfeit\n"
      "cas DDDDDD keep DDDDDD roll\n";
  EXPECT_EQ(print_written_game(read(text)), text);
}

}  // namespace
}  // namespace danno::referee::record
