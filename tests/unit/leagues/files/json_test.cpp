#include "leagues/files/json.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::files {
namespace {

TEST(Json, InLinesHasAListOfPlainValuesInOne) {
  const Json json{{"name", "a\"b"},
                  {"empty", Json::array()},
                  {"none", Json::object()},
                  {"rows", Json::Array{{1, nullptr, 0.5}, Json::array()}}};
  EXPECT_EQ(json.dump(2), R"({
  "name": "a\"b",
  "empty": [],
  "none": {},
  "rows": [
    [1,null,0.5],
    []
  ]
})");
  EXPECT_EQ(Json::parse(json.dump(2)), json);
}

TEST(Json, HasRowsThatAreWrittenAlready) {
  JsonRow numbers;
  numbers.add(std::int64_t{-20});
  numbers.add(nullptr);
  for (const double number : {0.0, -0.5, 1.0, 1e-6, 123456.654321, 1e17})
    numbers.add(number);
  const Json rows{{"rows", Json::Array{numbers.take(), JsonRow().take()}}};
  const Json same{{"rows", Json::Array{{-20, nullptr, 0.0, -0.5, 1.0, 1e-6, 123456.654321, 1e17},
                                       Json::array()}}};
  EXPECT_EQ(rows.dump(), R"({"rows":[[-20,null,0.0,-0.5,1.0,1e-06,123456.654321,1e+17],[]]})");
  EXPECT_EQ(same.dump(), rows.dump());
  EXPECT_EQ(same.dump(2), rows.dump(2));
}

TEST(Json, EscapesWhatATextHas) {
  EXPECT_EQ(Json("plain 1/2 a\x7f").dump(), "\"plain 1/2 a\x7f\"");
  EXPECT_EQ(Json("\na\n\nb\n").dump(), R"("\na\n\nb\n")");
  EXPECT_EQ(Json("a\nb\t\"c\\d\x01").dump(), R"("a\nb\t\"c\\d\u0001")");
  EXPECT_EQ(Json("\u00e4\n\xff").dump(), "\"\u00e4\\n\ufffd\"");
  EXPECT_EQ((Json{{"a\n", nullptr}}.dump(2)), "{\n  \"a\\n\": null\n}");
}

}  // namespace
}  // namespace danno::leagues::files
