#include "leagues/runner/match.hpp"

#include <gmock/gmock.h>

#include "referee/record/evidence.hpp"
#include "tests/unit/fake_play.hpp"

namespace danno::leagues::runner {
namespace {

class MatchTest : public testing::Test {
 protected:
  MatchTest() {
    for (const char* const name : {"ada", "bob", "cy"})
      line_up_.agents.push_back({name, {}, {}});
    options_.play = fake_deals;
    options_.shards = 3;
  }

  referee::play::LineUp line_up_;
  RunOptions options_;
};

TEST_F(MatchTest, CountsWhatIsPlayed) {
  const MatchResult match = play_match(line_up_, 200, options_, {}, nullptr, MatchResult(3));
  EXPECT_EQ(match.end, RunEnd::Complete);
  EXPECT_EQ(match.deals, 200U);
  EXPECT_EQ(match.games, 600U);
  std::int64_t first_places = 0;
  for (const ratings::AgentTally& tally : match.tallies) {
    EXPECT_EQ(tally.games, 600);
    first_places += tally.places[0];
  }
  EXPECT_EQ(first_places, 600);
  ASSERT_TRUE(match.first_game);
  EXPECT_EQ(match.first_game->totals[0], 0);  // of deal 0
  EXPECT_THAT(match.cpu, testing::Each(std::chrono::nanoseconds(200)));
}

TEST(FaultWatch, TellsTheFirstOfEachKindAndStopsAtTheThird) {
  std::vector<referee::record::FaultKind> told;
  FaultWatch watch(
      [&](std::size_t, const referee::record::Fault& fault) { told.push_back(fault.kind); });
  referee::record::Evidence evidence;
  evidence.game.emplace();
  const auto take = [&](std::size_t agent, referee::record::FaultKind kind) {
    referee::record::Fault fault;
    fault.kind = kind;
    fault.evidence = std::make_shared<const referee::record::Evidence>(evidence);
    watch.take(agent, fault);
  };
  using enum referee::record::FaultKind;
  for (const auto kind : {Crash, Crash, Illegal, Illegal})
    take(0, kind);
  take(1, Crash);
  EXPECT_FALSE(watch.ended_by());
  EXPECT_FALSE(referee::play::stop_requested());
  EXPECT_THAT(told, testing::ElementsAre(Crash, Illegal, Crash));
  evidence.game.reset();  // it did not start
  take(1, NeverReady);
  EXPECT_EQ(watch.ended_by(), 1U);
  EXPECT_TRUE(referee::play::stop_requested());
  take(0, Timeout);
  EXPECT_EQ(told.back(), NeverReady);
}

TEST_F(MatchTest, TellsObserversAllOfIt) {
  std::uint64_t told = 0;
  const Observer count = [&](const Played& played) { told += played.deals.size(); };
  (void)play_match(line_up_, 77, options_, std::span(&count, 1), nullptr, MatchResult(3));
  EXPECT_EQ(told, 77U);
}

}  // namespace
}  // namespace danno::leagues::runner
