// Tests what a file of results may hold, and what is said of one that holds something else.
#include "leagues/ratings/results_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
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

}  // namespace
}  // namespace danno::leagues::ratings
