#include "leagues/base/text.hpp"

#include <gmock/gmock.h>

namespace danno::leagues::base {
namespace {

using ::testing::ElementsAre;

TEST(Text, LowerCaseChangesOnlyTheLettersOfAscii) {
  EXPECT_EQ(to_lower("Ada-42@[`{ÄÖ"), "ada-42@[`{ÄÖ");
}

TEST(Text, PartsBetweenSeparatorsMayBeEmpty) {
  EXPECT_THAT(split("a,b", ','), ElementsAre("a", "b"));
  EXPECT_THAT(split(",a,", ','), ElementsAre("", "a", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

}  // namespace
}  // namespace danno::leagues::base
