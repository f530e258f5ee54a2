#include "leagues/play/match.hpp"

#include <gmock/gmock.h>

#include "tests/unit/fake_play.hpp"

namespace danno::leagues::play {
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
  const MatchResult match = play_match(line_up_, 200, options_, {});
  EXPECT_EQ(match.end, RunEnd::Complete);
  EXPECT_EQ(match.deals, 200U);
  EXPECT_EQ(match.games, 600U);
  std::int64_t first_places = 0;
  for (const scores::AgentTally& tally : match.tallies) {
    EXPECT_EQ(tally.games, 600);
    first_places += tally.places[0];
  }
  EXPECT_EQ(first_places, 600);
  ASSERT_TRUE(match.first_game);
  EXPECT_EQ(match.first_game->totals[0], 0);  // of deal 0
  EXPECT_THAT(match.cpu, testing::Each(std::chrono::nanoseconds(200)));
}

TEST_F(MatchTest, KeepsTheFirstFaultOfEachAgent) {
  options_.play = [](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                     std::uint8_t absent) {
    referee::play::Batch batch = fake_deals(line_up, begin, end, absent);
    for (referee::play::DealResult& deal : batch.deals) {
      if (deal.deal < 5) continue;
      referee::record::Fault fault;
      fault.kind = referee::record::FaultKind::Timeout;
      fault.value = static_cast<int>(deal.deal);
      for (int seat = 0; seat < 3; ++seat) {
        if (deal.games[0].agent_at[static_cast<std::size_t>(seat)] == 1) fault.seat = seat;
      }
      deal.games[0].faults.push_back(fault);
    }
    return batch;
  };
  line_up_.limits.max_faults = 1000;
  const MatchResult match = play_match(line_up_, 50, options_, {});
  EXPECT_FALSE(match.first_faults[0]);
  ASSERT_TRUE(match.first_faults[1]);
  EXPECT_EQ(match.first_faults[1]->value, 5);
}

TEST_F(MatchTest, TellsObserversAllOfIt) {
  std::uint64_t told = 0;
  const Observer count = [&](const Played& played) { told += played.deals.size(); };
  (void)play_match(line_up_, 77, options_, std::span(&count, 1));
  EXPECT_EQ(told, 77U);
}

}  // namespace
}  // namespace danno::leagues::play
