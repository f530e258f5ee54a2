#include "leagues/base/json.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace danno::leagues::base {
namespace {

TEST(Json, InLinesHasAListOfPlainValuesInOne) {
  const Json json{{"name", "a\"b"},
                  {"empty", Json::array()},
                  {"none", Json::object()},
                  {"rows", Json::array({{1, nullptr, 0.5}, Json::array()})}};
  EXPECT_EQ(dump(json, 2), R"({
  "name": "a\"b",
  "empty": [],
  "none": {},
  "rows": [
    [1,null,0.5],
    []
  ]
})");
  EXPECT_EQ(parse_json(dump(json, 2)), json);
}

TEST(Json, HasRowsThatAreWrittenAlready) {
  JsonRow numbers;
  numbers.add(std::int64_t{-20});
  numbers.add(nullptr);
  for (const double number : {0.0, -0.5, 1.0, 1e-6, 123456.654321, 1e17})
    numbers.add(number);
  const Json rows{{"rows", Json::array({numbers.take(), JsonRow().take()})}};
  const Json same{{"rows", Json::array({{-20, nullptr, 0.0, -0.5, 1.0, 1e-6, 123456.654321, 1e17},
                                        Json::array()})}};
  EXPECT_EQ(dump(same), R"({"rows":[[-20,null,0.0,-0.5,1.0,1e-06,123456.654321,1e+17],[]]})");
  EXPECT_EQ(dump(same, 2), dump(rows, 2));
}

std::string problem(const std::function<void()>& read) {
  try {
    read();
  } catch (const Json::exception& error) {
    return json_problem(error);
  }
  return "";
}

TEST(Json, ReadsOnlyWhatIsOfItsKindAndFits) {
  const Json json =
      parse_json(R"({"list":[-1,300,1.5,18446744073709551615],"text":"a","no":null})");
  const Json& list = json.at("list");
  EXPECT_EQ(list.at(0).get<int>(), -1);
  EXPECT_EQ(list.at(2).get<double>(), 1.5);
  EXPECT_EQ(list.at(3).get<std::uint64_t>(), UINT64_MAX);
  const auto as = [&]<typename T>(const Json& value, T) {
    return problem([&] { static_cast<void>(value.get<T>()); });
  };
  EXPECT_EQ(as(list.at(0), std::uint64_t{}), "a number out of range");
  EXPECT_EQ(as(list.at(1), std::uint8_t{}), "a number out of range");
  EXPECT_EQ(as(list.at(3), std::int64_t{}), "a number out of range");
  EXPECT_EQ(as(list.at(2), 0), "expected a number");
  EXPECT_EQ(as(list, 0), "expected a number");
  EXPECT_EQ(as(json.at("text"), 0.0), "expected a number");
  EXPECT_EQ(as(list.at(0), std::string()), "expected a text");
  EXPECT_EQ(as(list.at(0), false), "expected true or false");
  EXPECT_EQ(as(json.at("text"), std::vector<int>()), "expected an array");
  EXPECT_EQ(problem([&] { static_cast<void>(json.at("it's")); }), "no \"it's\"");
  EXPECT_EQ(problem([&] { static_cast<void>(list.at(4)); }), "an array that is too short");
  EXPECT_EQ(problem([&] { static_cast<void>(list.at("text")); }), "expected an object");
}

TEST(Json, IsNoDeeperThanAHundred) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(try_parse_json(nested(100)));
  EXPECT_FALSE(try_parse_json(nested(101)));
}

TEST(Json, EscapesWhatATextHas) {
  EXPECT_EQ(dump(Json("plain 1/2 a\x7f")), "\"plain 1/2 a\x7f\"");
  EXPECT_EQ(dump(Json("\na\n\nb\n")), R"("\na\n\nb\n")");
  EXPECT_EQ(dump(Json("a\nb\t\"c\\d\x01")), R"("a\nb\t\"c\\d\u0001")");
  EXPECT_EQ(dump(Json("\u00e4\n\xff")), "\"\u00e4\\n\ufffd\"");
  EXPECT_EQ((dump({{"a\n", nullptr}}, 2)), "{\n  \"a\\n\": null\n}");
}

}  // namespace
}  // namespace danno::leagues::base
