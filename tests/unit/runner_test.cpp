#include "leagues/runner.hpp"

#include <gmock/gmock.h>

#include <atomic>

#include "tests/unit/fake_play.hpp"

namespace danno::leagues {
namespace {

referee::LineUp line_up_of(int agents) {
  referee::LineUp line_up;
  for (int i = 0; i < agents; ++i)
    line_up.agents.push_back({"agent" + std::to_string(i), {}, {}});
  return line_up;
}

/// What was committed of each task: the deals and who was absent in them.
struct Committed {
  std::vector<std::uint64_t> deals;
  std::vector<std::uint8_t> absent;  // by deal, of seating 0
  friend bool operator==(const Committed&, const Committed&) = default;
};

std::vector<Committed> committed(std::span<const Task> tasks, int shards, const PlayDeals& play,
                                 RunEnd expected) {
  std::vector<Committed> result(tasks.size());
  RunOptions options;
  options.shards = shards;
  options.play = play;
  const RunResult run_result =
      run(tasks, options, [&](std::size_t task, std::span<const referee::DealResult> deals) {
        for (const referee::DealResult& deal : deals) {
          result[task].deals.push_back(deal.deal);
          result[task].absent.push_back(deal.games.front().absent);
        }
      });
  EXPECT_EQ(run_result.end, expected);
  return result;
}

TEST(Runner, CommitsEveryDealOnceInOrder) {
  const referee::LineUp line_up = line_up_of(2);
  const std::vector<Task> tasks{{&line_up, 500}, {&line_up, 300, 100}, {&line_up, 5, 5}};
  for (const int shards : {1, 2, 7}) {
    const auto result = committed(tasks, shards, fake_deals, RunEnd::Complete);
    ASSERT_EQ(result[0].deals.size(), 500U);
    ASSERT_EQ(result[1].deals.size(), 200U);
    EXPECT_THAT(result[2].deals, testing::IsEmpty());
    for (std::size_t i = 0; i < 500; ++i)
      EXPECT_EQ(result[0].deals[i], i);
    EXPECT_EQ(result[1].deals.front(), 100U);
    EXPECT_EQ(result[1].deals.back(), 299U);
  }
}

/// Agent 1 crashes in seating 0 of every seventh deal.
referee::Batch crashing(const referee::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                        std::uint8_t absent) {
  referee::Batch batch = fake_deals(line_up, begin, end, absent);
  for (referee::DealResult& deal : batch.deals) {
    if (deal.deal % 7 != 0 || (absent & 2U) != 0) continue;
    referee::GameRecord& game = deal.games.front();
    referee::Fault fault;
    fault.kind = referee::FaultKind::Crash;
    fault.seat = game.agent_at[0] == 1 ? 0 : 1;
    game.faults.push_back(fault);
  }
  return batch;
}

TEST(Runner, AnAgentIsAbsentFromTheSameDealOnWhateverTheShards) {
  referee::LineUp line_up = line_up_of(2);
  line_up.limits.max_faults = 10;
  const std::vector<Task> tasks{{&line_up, 400}, {&line_up, 400}};
  const auto one = committed(tasks, 1, crashing, RunEnd::Complete);
  // The tenth fault is in deal 63.
  for (std::size_t deal = 0; deal < 400; ++deal)
    EXPECT_EQ(one[0].absent[deal] != 0, deal > 63) << deal;
  EXPECT_EQ(committed(tasks, 2, crashing, RunEnd::Complete), one);
  EXPECT_EQ(committed(tasks, 5, crashing, RunEnd::Complete), one);
}

TEST(Runner, AResumedTaskCountsTheFaultsOfBefore) {
  referee::LineUp line_up = line_up_of(2);
  line_up.limits.max_faults = 10;
  const std::vector<Task> tasks{{&line_up, 100, 60, 0, {0, 9}}};
  const auto result = committed(tasks, 2, crashing, RunEnd::Complete);
  ASSERT_EQ(result[0].deals.size(), 40U);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_EQ(result[0].absent[i] != 0, 60 + i > 63);
}

TEST(Runner, EveryLineUpGetsDealsBeforeAnyGetsAll) {
  const referee::LineUp line_up = line_up_of(2);
  const std::vector<Task> tasks(10, Task{&line_up, 5000});
  std::vector<std::uint64_t> deals(tasks.size());
  RunOptions options;
  options.play = fake_deals;
  (void)run(tasks, options, [&](std::size_t task, std::span<const referee::DealResult> batch) {
    deals[task] += batch.size();
    const std::uint64_t least = *std::ranges::min_element(deals);
    EXPECT_LE(deals[task], least + 2 * 2048);
  });
  EXPECT_THAT(deals, testing::Each(5000U));
}

TEST(Runner, SumsTheProcessorTime) {
  const referee::LineUp line_up = line_up_of(3);
  const std::vector<Task> tasks{{&line_up, 123}};
  RunOptions options;
  options.play = fake_deals;
  const RunResult result =
      run(tasks, options, [](std::size_t, std::span<const referee::DealResult>) {});
  EXPECT_THAT(result.cpu.front(), testing::Each(std::chrono::nanoseconds(123)));
}

// Last: a failure stops the session loops of this process for good.
TEST(RunnerFailure, IsThrownAndEndsTheRun) {
  const referee::LineUp line_up = line_up_of(2);
  const std::vector<Task> tasks{{&line_up, 500}};
  RunOptions options;
  options.shards = 2;
  options.play = [](const referee::LineUp&, std::uint64_t, std::uint64_t,
                    std::uint8_t) -> referee::Batch { throw referee::Broken("three voids"); };
  EXPECT_THROW((void)run(tasks, options, [](std::size_t, std::span<const referee::DealResult>) {}),
               referee::Broken);
}

}  // namespace
}  // namespace danno::leagues
