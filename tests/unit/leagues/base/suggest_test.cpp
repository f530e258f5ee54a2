#include "leagues/base/suggest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace danno::leagues::base {
namespace {

TEST(Closest, IsTheWordThatWasProbablyMeant) {
  const std::vector<std::string> words{"--deals", "--seed", "--shards"};
  EXPECT_EQ(closest("--dels", words), "--deals");
  EXPECT_EQ(closest("--deasl", words), "--deals");
  EXPECT_EQ(closest("--shard", words), "--shards");
  EXPECT_EQ(closest("--frobnicate", words), std::nullopt);
  EXPECT_EQ(closest("x", {}), std::nullopt);
  EXPECT_EQ(closest("-n", {"-h", "-q"}), std::nullopt);
  EXPECT_EQ(closest("--deals", {"--seats"}), std::nullopt);
}

}  // namespace
}  // namespace danno::leagues::base
