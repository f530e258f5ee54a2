// What a file of results may hold, and what is said of one that holds something else.
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

TEST(ResultsFile, GathersADealFromAnywhere) {
  const RecordedGames games = read(R"({"deal":"x","players":["a","b"],"places":[1,2]}
{"players":["a","b"],"places":[2,1]}

{"deal":"x","players":["b","a"],"places":[1,2],"note":{"deal":[1,{"players":2}]}}
)");
  EXPECT_THAT(games.order, ElementsAre(0, 2, 1));
  EXPECT_THAT(games.deals, ElementsAre(2, 3));
  EXPECT_EQ(results_of(games).deals(), 2);
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
      {R"({"players":["a","b"],"places":[1,2],"places":[2,1]})", "stands twice"},
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
      {R"({"players":["a","b"],"places":{"a":1,"c":2}})", "places has none of 'b'"},
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

}  // namespace
}  // namespace danno::leagues::ratings
