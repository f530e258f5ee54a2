// Tests what a file of results may hold, and what is said of one that holds something else.
#include "leagues/ratings/results_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>

namespace danno::leagues::ratings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RecordedGames read(const std::string& text) {
  std::istringstream in(text);
  return read_results(in, "games.ndjson");
}

std::string complaint(const std::string& text) {
  try {
    read(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(ResultsFile, NumbersAgentsByName) {
  const RecordedGames games = read(R"({"players":["b","a"],"places":[1,2]})");
  EXPECT_THAT(games.names, ElementsAre("a", "b"));
  EXPECT_THAT(games.players, ElementsAre(1, 0));
}

TEST(ResultsFile, LeavesOutALastLineThatWasCutAnywhere) {
  const std::string line =
      R"({"deal":"d","players":["a","b"],"places":[1,2],"faults":[{"a":1.5}]})";
  for (std::size_t size = 1; size < line.size(); ++size) {
    const RecordedGames games = read(line + "\n" + line.substr(0, size));
    EXPECT_TRUE(games.skipped_torn_line) << size;
    EXPECT_EQ(games.ends.size(), 1U) << size;
  }
  EXPECT_FALSE(read(line + "\n" + line).skipped_torn_line);
  EXPECT_THAT(complaint(line + "\n" + line.substr(0, 20) + "\n"), HasSubstr(":2: not JSON"));
  EXPECT_THAT(complaint(line + "\n{\"a\":x}"), HasSubstr(":2: not JSON"));
}

TEST(ResultsFile, EndsAtALineThatIsTooLong) {
  const std::string line = R"({"players":["a","b"],"places":[1,2]})";
  const std::string blanks((std::size_t{1} << 20) - line.size(), ' ');
  EXPECT_EQ(read(line + blanks + "\n" + line + "\n\n" + blanks + line).ends.size(), 3U);
  EXPECT_THAT(complaint(line + "\n" + line + blanks + " \n" + line),
              HasSubstr(":2: a line of over 1 MiB; expected one game in a line"));
}

TEST(ResultsFile, GathersADealFromAnywhere) {
  const RecordedGames games = read(R"({"deal":"x","players":["a","b"],"places":[1,2]}
{"players":["a","b"],"places":[2,1]}

{"deal":"x","players":["b","a"],"places":[1,2],"note":{"deal":[1,{"players":2}]}}
)");
  EXPECT_THAT(games.order, ElementsAre(0, 2, 1));
  EXPECT_THAT(games.deals, ElementsAre(2, 3));
  EXPECT_EQ(make_results(games).deals(), 2);
}

TEST(ResultsFile, MayHavePlacesByName) {
  const RecordedGames games = read(R"({"places":{"c":2,"a":1,"b":2},"players":["a","b","c"]})");
  EXPECT_THAT(games.players, ElementsAre(0, 1, 2));
  EXPECT_THAT(games.places, ElementsAre(1, 2, 2));
}

TEST(ResultsFile, NamesTheLineAndTheFault) {
  struct Case {
    std::string line;
    std::string fault;
  };
  const std::array<Case, 20> cases{{
      {R"({"players":["a","b"],"places":[1,NaN]})", "not JSON"},
      {R"({"players":["a","b"],"places":[1,2])", "not JSON"},
      {R"([])", "expected an object"},
      {R"(7)", "expected an object"},
      {R"({"places":[1,2]})", "no \"players\""},
      {R"({"players":["a","b"]})", "no \"places\""},
      {R"({"players":["a","b"],"places":[1,2],"places":[2,1]})", "is given twice"},
      {R"({"players":["a","a"],"places":[1,2]})", "'a' plays twice"},
      {R"({"players":["a"],"places":[1]})", "1 players; expected 2 to 64"},
      {R"({"players":["a","b"],"places":[1]})", "2 players and 1 places"},
      {R"({"players":["a","b"],"places":[1,3]})", "places 1,3; expected 1,2"},
      {R"({"players":["a","b","c"],"places":[1,1,2]})", "places 1,1,2; expected 1,1,3"},
      {R"({"players":["a","b"],"places":[0,1]})", "place 0"},
      {R"({"players":["a","b"],"places":[1,2.5]})", "places has 2.5"},
      {R"({"players":["a",""],"places":[1,2]})", "without a name"},
      {R"({"players":["a",1],"places":[1,2]})", "players has a whole number"},
      {R"({"players":["a","b"],"places":{"a":1}})", "2 players and 1 places"},
      {R"({"players":["a","b"],"places":{"a":1,"c":2}})", "places has no place of 'b'"},
      {R"({"players":["a","b"],"places":{"a":1,"b":[2]}})", "a list in a list"},
      {R"({"players":["a","b"],"places":{"a":1,"b":"x"}})", "places has a string"},
  }};
  for (const Case& wrong : cases) {
    const std::string said = complaint(R"({"players":["a","b"],"places":[1,2]})"
                                       "\n" +
                                       wrong.line + "\n");
    EXPECT_THAT(said, HasSubstr("games.ndjson:2: ")) << wrong.line;
    EXPECT_THAT(said, HasSubstr(wrong.fault)) << wrong.line;
  }
  EXPECT_THAT(complaint(""), HasSubstr("no game"));
}

TEST(ResultsFile, MayBePgn) {
  const RecordedGames games = read(R"([Event "cup"]
%by hand
[Round "1"]
[White "müller \"x\""]
[Black "b"]
[Result "1-0"]

1. e4 {a comment
[White "nobody"]
} e5 ; {
1-0

[Event "cup"]
[Round "1"]
[White "b"]
[Black "müller \"x\""]
[Result "1/2-1/2"]

1. d4 1/2-1/2

[White "b"]
[Black "c"]
[Result "*"]
*
[White "b"]
[Black "c"]
[Result "0-1"]
[White "b"]
[Black "c"]
[Result "0-1"]
)");
  EXPECT_THAT(games.names, ElementsAre("b", "c", "müller \"x\""));
  EXPECT_THAT(games.players, ElementsAre(2, 0, 0, 2, 0, 1, 0, 1));
  EXPECT_THAT(games.places, ElementsAre(1, 2, 1, 1, 2, 1, 2, 1));
  EXPECT_THAT(games.deals, ElementsAre(2, 3, 4)) << "one opening, played with both colours";
  EXPECT_EQ(games.unfinished, 1U);
}

TEST(ResultsFile, OfPgnMayHaveInnerQuotesThatAreNotEscaped) {
  const RecordedGames games = read(R"([Event "the "cup""]
[White ""ada" the first"]
[Black "b "x""]
[Result "1-0"]

1-0

[White "b "x"" ]
[Black ""ada" the first"]
[Result "0-1"]

0-1
)");
  EXPECT_THAT(games.names, ElementsAre("\"ada\" the first", "b \"x\""));
  EXPECT_THAT(games.players, ElementsAre(0, 1, 1, 0));
}

TEST(ResultsFile, OfPgnSaysWhatAGameLacks) {
  const std::string good = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n\n";
  EXPECT_EQ(complaint(good + "[White \"a\"]\n[Result \"1-0\"]\n\n1-0\n"),
            "games.ndjson:7: a game without [Black]; expected [White], [Black] and [Result]");
  EXPECT_EQ(complaint(good + "[White \"a\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"),
            "games.ndjson:7: a game without [Black]; expected [White], [Black] and [Result]");
  EXPECT_EQ(complaint(good + "[White \"a\"]\n[Black \"b\"]\n[Result \"2-0\"]\n"),
            "games.ndjson:7: [Result \"2-0\"]; expected 1-0, 0-1, 1/2-1/2 or *");
  EXPECT_EQ(complaint("[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n"),
            "games.ndjson: no game has a result; expected 1-0, 0-1 or 1/2-1/2");
}

TEST(ResultsFile, MayBeCsv) {
  const std::string scores = "Score,deal, white,moves,black\n1,x,\"a, \"\"A\"\"\",40,b\n½,x,b,,c\n";
  const RecordedGames games = read("\xEF\xBB\xBF" + scores + "\r\n0-1,,b,9,c\r\n");
  EXPECT_THAT(games.names, ElementsAre("a, \"A\"", "b", "c"));
  EXPECT_THAT(games.players, ElementsAre(0, 1, 1, 2, 1, 2));
  EXPECT_THAT(games.places, ElementsAre(1, 2, 1, 1, 2, 1));
  EXPECT_THAT(games.deals, ElementsAre(2, 3));
  const RecordedGames winners = read("a;b;winner\nada;bob;bob\nbob;ada;draw\nbob;ada;a\n");
  EXPECT_THAT(winners.places, ElementsAre(2, 1, 1, 1, 1, 2));
}

TEST(ResultsFile, OfCsvSaysWhatItLacks) {
  const std::string expected = "; expected the columns white,black,score or a,b,winner";
  EXPECT_EQ(complaint("white,black,elo\na,b,1\n"),
            "games.ndjson:1: no column score among white,black,elo" + expected);
  EXPECT_EQ(complaint("model_a,model_b,won\na,b,a\n"),
            "games.ndjson:1: no column a, b, winner among model_a,model_b,won" + expected);
  EXPECT_EQ(complaint("white,black,White,score\na,b,c,1\n"),
            "games.ndjson:1: the column white is given twice; expected it once");
  EXPECT_EQ(complaint("a,b,winner,deal,deal\nada,bob,ada,1,2\n"),
            "games.ndjson:1: the column deal is given twice; expected it once");
  EXPECT_EQ(read("white,black,score,moves,moves\na,b,1,30,31\n").names.size(), 2);
  EXPECT_EQ(complaint("a,b,winner\nada,bob,eve\n"),
            "games.ndjson:2: winner 'eve'; expected 'ada', 'bob' or draw");
  EXPECT_EQ(complaint("white,black,score\nada,bob,0.7\n"),
            "games.ndjson:2: score '0.7'; expected that of white: 1, 0.5 or 0");
  EXPECT_EQ(complaint("white,black,score\nada,bob\n"),
            "games.ndjson:2: 2 fields; expected 3 as in the first line");
  EXPECT_EQ(complaint("white,black,score\nada,,1\n"), "games.ndjson:2: a player without a name");
  EXPECT_EQ(complaint("white,black,score\nada,ada,1\n"),
            "games.ndjson:2: 'ada' plays twice in one game");
  EXPECT_EQ(complaint("white,black,score\n\"ada,bob,1\n"),
            "games.ndjson:2: a quote that does not end in its line");
  EXPECT_THAT(complaint("white,black,score\n"), HasSubstr("games.ndjson: no game; expected"));
  EXPECT_THAT(complaint("ada beats bob\n"), HasSubstr("games.ndjson:1: no game; expected"));
}

TEST(ResultsFile, NamesFaultsOfUnusualValues) {
  struct Case {
    std::string line;
    std::string fault;
  };
  const std::array<Case, 13> cases{{
      {R"({"deal":1,"deal":2,"players":["a","b"],"places":[1,2]})", "\"deal\" is given twice"},
      {R"({"players":["a","b"],"players":["a","b"],"places":[1,2]})", "\"players\" is given twice"},
      {R"({"deal":[1],"players":["a","b"],"places":[1,2]})",
       "deal is a list; expected a string or a whole number"},
      {R"({"deal":true,"players":["a","b"],"places":[1,2]})", "deal is true or false"},
      {R"({"deal":{"a":1},"players":["a","b"],"places":[1,2]})", "deal is an object"},
      {R"({"players":[{"a":1},"b"],"places":[1,2]})", "players has an object"},
      {R"({"players":"ab","places":[1,2]})", "players has a string; expected a list of names"},
      {R"({"players":["a","b"],"places":7})",
       "places has a whole number; expected a list of whole numbers"},
      {R"({"players":["a","b"],"places":[1,65]})", "place 65; expected 1 to 64"},
      {R"({"players":["a","b"],"places":[1,18446744073709551615]})",
       "place 9223372036854775807; expected 1 to 64"},
      {R"({"players":["a","b"],"places":[null,1]})", "places has null"},
      {R"("text")", "a string; expected an object a line"},
      {R"([{"players":["a","b"]}])", "a list; expected an object a line"},
  }};
  const std::string good = R"({"players":["a","b"],"places":[1,2]})";
  for (const Case& wrong : cases)
    EXPECT_THAT(complaint(good + "\n" + wrong.line + "\n"),
                HasSubstr("games.ndjson:2: " + wrong.fault));
}

TEST(ResultsFile, IgnoresOtherKeysHoweverDeep) {
  const RecordedGames games = read(
      R"({"a":[1,[2,{"players":["x"]}],"s"],"players":["a","b"],"b":{"places":[9]},"c":null,"places":[2,1],"d":1.5,"deal":-7}
{"players":["b","a"],"places":{"a":2,"b":1},"e":{"deal":{"f":[]}},"deal":"-7"}
{"places":[1,2],"players":["a","b"],"g":true}
)");
  EXPECT_THAT(games.players, ElementsAre(0, 1, 1, 0, 0, 1));
  EXPECT_THAT(games.places, ElementsAre(2, 1, 1, 2, 1, 2));
  EXPECT_THAT(games.deals, ElementsAre(2, 3)) << "a number is a name, too";
}

TEST(ResultsFile, MayHaveAsManyPlayersAsALargeTable) {
  const auto line = [](int count) {
    std::string players;
    std::string places;
    for (int i = 1; i <= count; ++i) {
      players += (i == 1 ? "\"p" : ",\"p") + std::to_string(i) + '"';
      places += (i == 1 ? "" : ",") + std::to_string(std::min(i, 64));
    }
    return R"({"players":[)" + players + R"(],"places":[)" + places + "]}\n";
  };
  EXPECT_EQ(read(line(64)).names.size(), 64U);
  EXPECT_EQ(complaint(line(65)), "games.ndjson:1: 65 players; expected 2 to 64");
}

TEST(ResultsFile, OfSeveralHasDealsOfItsOwn) {
  const std::string line = R"({"deal":"x","players":["b","c"],"places":[1,2]})";
  std::istringstream first(line + "\n" + line + "\n{\"play");
  std::istringstream second(
      "[White \"c\"]\n[Black \"a\"]\n[Result \"*\"]\n*\n[White \"c\"]\n"
      "[Black \"a\"]\n[Result \"0-1\"]\n0-1\n");
  std::istringstream third(R"({"players":["a","c"],"places":[1,1]})"
                           "\n" +
                           line + "\n");
  ResultsReader reader;
  EXPECT_TRUE(reader.add(first, "first"));
  EXPECT_FALSE(reader.add(second, "second"));
  EXPECT_FALSE(reader.add(third, "third"));
  const RecordedGames games = reader.finish();
  EXPECT_THAT(games.names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(games.players, ElementsAre(1, 2, 1, 2, 2, 0, 0, 2, 1, 2));
  // The deals with a name stand before the others of a file.
  EXPECT_THAT(games.order, ElementsAre(0, 1, 2, 4, 3));
  EXPECT_THAT(games.deals, ElementsAre(2, 3, 4, 5));
  EXPECT_EQ(games.unfinished, 1U);
  EXPECT_TRUE(games.skipped_torn_line);
  const Results results = make_results(games);
  EXPECT_EQ(results.deals(), 4);
  EXPECT_EQ(results.pair(2, 1, 2).games, 3);
  EXPECT_EQ(results.pair(2, 0, 2).score, kPairWin / 2 * 3);
}

TEST(ResultsFile, WithoutAGameIsRefusedBesideOthers) {
  ResultsReader reader;
  std::istringstream good(R"({"players":["a","b"],"places":[1,2]})");
  reader.add(good, "good");
  std::istringstream unfinished("[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n");
  EXPECT_THAT([&] { reader.add(unfinished, "cup"); }, testing::ThrowsMessage<std::invalid_argument>(
                                                          HasSubstr("cup: no game has a result")));
  std::istringstream empty("\n \t\n");
  EXPECT_THAT([&] { reader.add(empty, "empty"); },
              testing::ThrowsMessage<std::invalid_argument>(HasSubstr("empty: no game; expected")));
  std::istringstream broken("x");
  broken.setstate(std::ios::badbit);
  EXPECT_THAT([&] { reader.add(broken, "broken"); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("broken cannot be read")));
}

TEST(ResultsFile, OfPgnPairsGamesWithChangedColours) {
  const auto game = [](const std::string& event, const std::string& round, const std::string& white,
                       const std::string& black) {
    return "[Event \"" + event + "\"]\n[Round \"" + round + "\"]\n[White \"" + white +
           "\"]\n[Black \"" + black + "\"]\n[Result \"1-0\"]\n\n1-0\n\n";
  };
  const auto deals = [](const std::string& text) { return read(text).deals; };
  const std::string first = game("cup", "1", "a", "b");
  const std::string second = game("cup", "1", "b", "a");
  EXPECT_THAT(deals(first + second + first + second), ElementsAre(2, 4));
  EXPECT_THAT(deals(first + first + second), ElementsAre(1, 3)) << "the last one has the partner";
  EXPECT_THAT(deals(first + game("cup", "2", "b", "a")), ElementsAre(1, 2));
  EXPECT_THAT(deals(first + game("open", "1", "b", "a")), ElementsAre(1, 2));
  for (const std::string round : {"?", "-"})
    EXPECT_THAT(deals(game("cup", round, "a", "b") + game("cup", round, "b", "a")),
                ElementsAre(1, 2));
}

TEST(ResultsFile, OfPgnKnowsTagsByTheirForm) {
  EXPECT_TRUE(is_pgn_tag("[White \"a\"]"));
  EXPECT_TRUE(is_pgn_tag(" \t[ White_2  \"a \\\" b\" ] "));
  EXPECT_TRUE(is_pgn_tag("[White \"\"]"));
  EXPECT_FALSE(is_pgn_tag("White \"a\"]"));
  EXPECT_FALSE(is_pgn_tag("[\"a\"]"));
  EXPECT_FALSE(is_pgn_tag("[White a]"));
  EXPECT_FALSE(is_pgn_tag("[White \"a\""));
  EXPECT_FALSE(is_pgn_tag("[White \"a]"));
  EXPECT_FALSE(is_pgn_tag("[White \"a\\"));
  const RecordedGames games = read("[White \"a \\\\ b\"]\n[Black \"c\\\"]\"]\n[Result \"1-0\"]\n");
  EXPECT_THAT(games.names, ElementsAre("a \\ b", "c\"]"));
}

TEST(ResultsFile, OfPgnSkipsCommentsOfEachKind) {
  const std::string tags = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n";
  const std::string other = "[White \"b\"]\n[Black \"a\"]\n[Result \"1-0\"]\n";
  // A brace begins a comment, unless it stands behind a semicolon or a percent sign.
  EXPECT_EQ(read(tags + "\n1. e4 { [\n" + other + "} 1-0\n").ends.size(), 1U);
  EXPECT_EQ(read(tags + "\n1. e4 {x} 1-0\n\n" + other).ends.size(), 2U);
  EXPECT_EQ(read(tags + "\n1. e4 ; {\n1-0\n\n" + other).ends.size(), 2U);
  EXPECT_EQ(read(tags + "\n1. e4\n%{\n1-0\n\n" + other).ends.size(), 2U);
  EXPECT_EQ(read(tags + "\n1. e4 { ; }\n" + other).ends.size(), 2U);
  EXPECT_EQ(read(tags + "\n1. e4 {\n%}\n" + other).ends.size(), 2U) << "no escape in a comment";
}

TEST(ResultsFile, OfPgnRefusesACommentThatHidesTheNextGames) {
  const std::string game = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 {x} 1-0\n\n";
  const std::string open = "[White \"b\"]\n[Black \"a\"]\n[Result \"1-0\"]\n\n1. e4 {x 1-0\n\n";
  const auto told = testing::ThrowsMessage<std::invalid_argument>(
      "games.ndjson:11: a comment that does not end before the next game; expected a '}'");
  EXPECT_THAT([&] { (void)read(game + open + game); }, told) << "another comment would end it";
  const std::string plain = game.substr(0, game.find(" {")) + " 1-0\n";
  EXPECT_THAT([&] { (void)read(game + open + plain); }, told) << "the file ends in it";
  EXPECT_EQ(read(game + open).ends.size(), 2U) << "nothing is hidden";
}

TEST(ResultsFile, OfAnotherEncodingIsNamed) {
  EXPECT_THAT([] { (void)read(std::string("\xFF\xFEw\0h\0,\0b\0\n\0", 12)); },
              testing::ThrowsMessage<std::invalid_argument>(
                  "games.ndjson:1: a byte 0; expected text in UTF-8, not in UTF-16"));
}

TEST(ResultsFile, OfCsvKnowsTheUsualScores) {
  struct Score {
    std::string text;
    std::array<int, 2> places;
  };
  for (const Score& score : std::initializer_list<Score>{{"1", {1, 2}},
                                                         {"1.0", {1, 2}},
                                                         {"1-0", {1, 2}},
                                                         {"0", {2, 1}},
                                                         {"0.0", {2, 1}},
                                                         {"0-1", {2, 1}},
                                                         {"0.5", {1, 1}},
                                                         {".5", {1, 1}},
                                                         {"0,5", {1, 1}},
                                                         {"½-½", {1, 1}},
                                                         {"1/2", {1, 1}},
                                                         {"1/2-1/2", {1, 1}},
                                                         {"0.5-0.5", {1, 1}}}) {
    const RecordedGames games = read("white\tblack\tscore\nada\tbob\t" + score.text + "\n");
    EXPECT_THAT(games.places, testing::ElementsAreArray(score.places)) << score.text;
  }
  const RecordedGames games =
      read("A , B , Winner\nada,bob, ada \nada , bob,B\nada,bob,TIE\n b , a ,b\n");
  EXPECT_THAT(games.names, ElementsAre("a", "ada", "b", "bob"));
  EXPECT_THAT(games.places, ElementsAre(1, 2, 2, 1, 1, 1, 1, 2)) << "a name comes before a column";
}

TEST(ResultsFile, OfCsvMayQuoteFields) {
  const RecordedGames games = read("white;black;score\n \"a;b\" ;\"say \"\"x\"\"\"; 1 \n");
  EXPECT_THAT(games.names, ElementsAre("a;b", "say \"x\""));
  EXPECT_EQ(complaint("white,black,score\n\"a\"b,c,1\n"),
            "games.ndjson:2: 'a' is followed by 'b,c,1'; expected a ','");
  EXPECT_EQ(complaint("white,black,score\na,b,\"1\n"),
            "games.ndjson:2: a quote that does not end in its line");
  EXPECT_EQ(complaint("white,black,score\na,b,1,\n"),
            "games.ndjson:2: 4 fields; expected 3 as in the first line");
  EXPECT_EQ(complaint("\n\nwhite,black,score\n\na,a,1\n"),
            "games.ndjson:5: 'a' plays twice in one game");
}

}  // namespace
}  // namespace danno::leagues::ratings
