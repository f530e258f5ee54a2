#include "leagues/store/league.hpp"

#include <gtest/gtest.h>

namespace danno::leagues::store {
namespace {

using referee::protocol::Limits;
using referee::protocol::RestartPolicy;
using namespace std::chrono_literals;

TEST(LimitsJson, IsReadBack) {
  for (const RestartPolicy fresh :
       {RestartPolicy::Never, RestartPolicy::LineUp, RestartPolicy::Game}) {
    for (const std::optional<bool> freeze : {std::optional<bool>(), std::optional(true)}) {
      Limits limits;
      limits.answer = 30ms;
      limits.start = 700ms;
      limits.memory_mb = 64;
      limits.max_faults = 3;
      limits.freeze = freeze;
      limits.fresh = fresh;
      const Limits read = read_limits(limits_json(limits));
      EXPECT_EQ(read.answer, 30ms);
      EXPECT_EQ(read.start, 700ms);
      EXPECT_EQ(read.memory_mb, 64);
      EXPECT_EQ(read.max_faults, 3);
      EXPECT_EQ(read.freeze, freeze);
      EXPECT_EQ(read.fresh, fresh);
    }
  }
  base::Json json = limits_json({});
  json["fresh"] = "often";
  EXPECT_THROW((void)read_limits(json), base::JsonError);
}

}  // namespace
}  // namespace danno::leagues::store
