// What is measured is what it says: made-up deals are legal, mirrored and different, and a table
// of them holds them all.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "leagues/bench/bare.hpp"
#include "leagues/bench/made_up_deals.hpp"
#include "leagues/bench/table.hpp"
#include "referee/record/record.hpp"

namespace danno::leagues::bench {
namespace {

TEST(MadeUpDeals, AreLegalAndDiffer) {
  for (const rules::Definition* const definition : rules::all_definitions()) {
    const rules::RuleSet rules = rules::make_rule_set(*definition, 2);
    const auto play = [&](std::uint64_t number) { return made_up_deal(rules, number, 0, {4, 9}); };
    for (const referee::record::GameRecord& game : play(1).games)
      EXPECT_FALSE(referee::record::replay(rules, game, [](auto&&...) {})) << definition->id;
    EXPECT_EQ(play(1).games[0].events, play(1).games[0].events);
    EXPECT_NE(play(1).games[0].events, play(2).games[0].events);
    EXPECT_NE(play(1).games[0].agent_at, play(1).games[1].agent_at);
  }
}

TEST(BareMachine, AnswersAllThatIsAsked) {
  EXPECT_GT(ping_pong(100, -1).cpu_ns, 0);
  for (const int in_flight : {1, 16, 256}) {
    const BareCost cost = bare_loop(in_flight, 1000, -1);
    EXPECT_GT(cost.cpu_ns, 0) << in_flight;
    EXPECT_GT(cost.wall_ns, 0) << in_flight;
  }
}

TEST(BenchTable, CountsItsGamesAndAdjustsThem) {
  const auto cache =
      std::filesystem::temp_directory_path() / ("danno-bench-test-" + std::to_string(::getpid()));
  ::setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  const TableResult result = measure_table(*rules::find_definition("koans"), 3, 60);
  EXPECT_EQ(result.games, 60);
  EXPECT_GT(result.raw.cpu.count(), 0);
  ASSERT_TRUE(result.adjusted) << result.not_adjusted;
  EXPECT_GT(result.adjusted->peak_bytes, 0);
  EXPECT_TRUE(result.again);
  EXPECT_EQ(measure_table(*rules::find_definition("tyghe"), 2, 2).adjusted, std::nullopt);
  std::filesystem::remove_all(cache);
}

}  // namespace
}  // namespace danno::leagues::bench
