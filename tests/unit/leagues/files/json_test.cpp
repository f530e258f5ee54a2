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

}  // namespace
}  // namespace danno::leagues::files
