#include "leagues/runner/runner.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <map>
#include <mutex>

#include "tests/unit/fake_play.hpp"

namespace danno::leagues::runner {
namespace {

using referee::record::AgentSet;

referee::play::LineUp make_line_up(int agents) {
  referee::play::LineUp line_up;
  for (int i = 0; i < agents; ++i)
    line_up.agents.push_back({"agent" + std::to_string(i), {}, {}});
  return line_up;
}

/// The committed part of each task: the deals and who was absent in them.
struct Committed {
  std::vector<std::uint64_t> deals;
  std::vector<AgentSet> absent;  // by deal, of seating 0
  friend bool operator==(const Committed&, const Committed&) = default;
};

std::vector<Committed> committed(std::span<const Task> tasks, int shards, const PlayDeals& play,
                                 RunEnd expected) {
  std::vector<Committed> result(tasks.size());
  RunOptions options;
  options.shards = shards;
  options.play = play;
  const Observer keep = [&](const Played& played) {
    for (const referee::play::DealResult& deal : played.deals) {
      result[played.task].deals.push_back(deal.deal);
      result[played.task].absent.push_back(AgentSet::from_bits(deal.games.front().absent.bits()));
    }
  };
  EXPECT_EQ(run(once({tasks.begin(), tasks.end()}), options, std::span(&keep, 1)), expected);
  return result;
}

TEST(Runner, CommitsEveryDealOnceInOrder) {
  const referee::play::LineUp line_up = make_line_up(2);
  const std::vector<Task> tasks{
      {always(line_up), 500}, {always(line_up), 300, 100}, {always(line_up), 5, 5}};
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
referee::play::Batch crashing(const referee::play::LineUp& line_up, std::uint64_t begin,
                              std::uint64_t end, AgentSet absent) {
  referee::play::Batch batch = fake_deals(line_up, begin, end, absent);
  for (referee::play::DealResult& deal : batch.deals) {
    if (deal.deal % 7 != 0 || absent.has(1)) continue;
    referee::record::GameRecord& game = deal.games.front();
    referee::record::Fault fault;
    fault.kind = referee::record::FaultKind::Crash;
    fault.seat = game.agent_at[0] == 1 ? 0 : 1;
    game.faults.push_back(fault);
  }
  return batch;
}

TEST(Runner, AnAgentIsAbsentFromTheSameDealOnWhateverTheShards) {
  referee::play::LineUp line_up = make_line_up(2);
  line_up.limits.max_faults = 10;
  const std::vector<Task> tasks{{always(line_up), 400}, {always(line_up), 400}};
  const auto one = committed(tasks, 1, crashing, RunEnd::Complete);
  // The tenth fault is in deal 63.
  for (std::size_t deal = 0; deal < 400; ++deal)
    EXPECT_EQ(!one[0].absent[deal].empty(), deal > 63) << deal;
  EXPECT_EQ(committed(tasks, 2, crashing, RunEnd::Complete), one);
  EXPECT_EQ(committed(tasks, 5, crashing, RunEnd::Complete), one);
}

/// Agent 1 fails in the last deal of the first batch, while another shard plays the batch behind
/// it; that one is done before the same deals are played again without agent 1.
class LateBatch {
 public:
  referee::play::Batch play(const referee::play::LineUp& line_up, std::uint64_t begin,
                            std::uint64_t end, AgentSet absent) {
    std::unique_lock lock(mutex_);
    ++calls_;
    changed_.notify_all();
    referee::play::Batch batch = fake_deals(line_up, begin, end, absent);
    if (absent.empty() && begin == 0) {
      wait(lock, 2);  // the batch behind it is being played
      referee::record::Fault fault;
      fault.kind = referee::record::FaultKind::Crash;
      referee::record::GameRecord& game = batch.deals.back().games.front();
      fault.seat = game.agent_at[0] == 1 ? 0 : 1;
      game.faults.push_back(fault);
    } else if (absent.empty()) {
      wait(lock, 3);  // agent 1 is out
    } else if (calls_ == 3) {
      wait(lock, 4);  // the shard that was late plays on
    }
    return batch;
  }

 private:
  void wait(std::unique_lock<std::mutex>& lock, int calls) {
    changed_.wait(lock, [&] { return calls_ >= calls; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int calls_ = 0;
};

TEST(Runner, WhatWasPlayedBesideAFailureIsPlayedAgain) {
  referee::play::LineUp line_up = make_line_up(2);
  line_up.limits.max_faults = 1;
  LateBatch late;
  const auto play = [&](const auto&... order) { return late.play(order...); };
  const std::vector<Task> tasks{{always(line_up), 40'000}};
  const Committed result = committed(tasks, 2, play, RunEnd::Complete)[0];
  ASSERT_EQ(result.deals.size(), 40'000U);
  const auto there = std::ranges::count(result.absent, true, &AgentSet::empty);
  EXPECT_EQ(there, 1);  // the first batch, where another shard joins at once
}

TEST(Runner, AResumedTaskCountsTheFaultsOfBefore) {
  referee::play::LineUp line_up = make_line_up(2);
  line_up.limits.max_faults = 10;
  const std::vector<Task> tasks{{always(line_up), 100, 60, {}, {0, 9}}};
  const auto result = committed(tasks, 2, crashing, RunEnd::Complete);
  ASSERT_EQ(result[0].deals.size(), 40U);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_EQ(!result[0].absent[i].empty(), 60 + i > 63);
}

/// One deal or a few, as of agents for which all of them would take too long.
referee::play::Batch slow(const referee::play::LineUp& line_up, std::uint64_t begin,
                          std::uint64_t end, AgentSet absent) {
  return crashing(line_up, begin, std::min(end, begin + 1 + begin % 3), absent);
}

TEST(Runner, WhatTakesTooLongIsIssuedAgain) {
  referee::play::LineUp line_up = make_line_up(2);
  line_up.limits.max_faults = 10;
  const std::vector<Task> tasks{
      {always(line_up), 400}, {always(line_up), 300, 100}, {always(line_up), 90}};
  const auto all = committed(tasks, 1, crashing, RunEnd::Complete);
  for (const int shards : {1, 2, 5})
    EXPECT_EQ(committed(tasks, shards, slow, RunEnd::Complete), all) << shards;
}

TEST(Runner, EveryLineUpGetsDealsBeforeAnyGetsAll) {
  const referee::play::LineUp line_up = make_line_up(2);
  const std::vector<Task> tasks(10, Task{always(line_up), 5000});
  std::vector<std::uint64_t> deals(tasks.size());
  RunOptions options;
  options.play = fake_deals;
  const Observer count = [&](const Played& played) {
    deals[played.task] += played.deals.size();
    const std::uint64_t least = *std::ranges::min_element(deals);
    EXPECT_LE(deals[played.task], least + 2 * 2048);
  };
  (void)run(once(tasks), options, std::span(&count, 1));
  EXPECT_THAT(deals, testing::Each(5000U));
}

TEST(Runner, TheNextDealsAreOfTheFirstLineUpThatIsLeastFar) {
  constexpr std::uint64_t kDeals = 3000;
  std::vector<referee::play::LineUp> line_ups(6, make_line_up(2));
  std::vector<Task> tasks;
  std::vector<std::uint64_t> issued;
  for (std::size_t i = 0; i < line_ups.size(); ++i) {
    line_ups[i].limits.max_faults = 10 * static_cast<int>(1 + i);
    tasks.push_back({always(line_ups[i]), kDeals, issued.emplace_back(i % 3 * 50)});
  }
  RunOptions options;
  options.play = [&](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                     AgentSet absent) {
    const auto task = static_cast<std::size_t>(&line_up - line_ups.data());
    issued[task] = std::min(issued[task], begin);  // some are played again, without an agent
    EXPECT_EQ(task, std::ranges::min_element(issued) - issued.begin());
    issued[task] = end;
    return crashing(line_up, begin, end, absent);
  };
  const Observer forget_what_is_thrown_away = [&](const Played& played) {
    issued[played.task] = played.deals.back().deal + 1;
  };
  EXPECT_EQ(run(once(tasks), options, std::span(&forget_what_is_thrown_away, 1)), RunEnd::Complete);
  EXPECT_THAT(issued, testing::Each(kDeals));
}

TEST(Runner, SumsTheProcessorTime) {
  const referee::play::LineUp line_up = make_line_up(3);
  RunOptions options;
  options.play = fake_deals;
  std::vector<std::chrono::nanoseconds> cpu(3);
  const Observer sum = [&](const Played& played) {
    for (std::size_t agent = 0; agent < cpu.size(); ++agent)
      cpu[agent] += played.effort[agent].cpu;
  };
  (void)run(once({{always(line_up), 123}}), options, std::span(&sum, 1));
  EXPECT_THAT(cpu, testing::Each(std::chrono::nanoseconds(123)));
}

TEST(Runner, AsksForTheNextWaveWhenAllOfTheLastIsPlayed) {
  std::map<int, referee::play::LineUp> line_ups;  // by wave
  std::vector<std::size_t> played_before;         // by wave
  std::size_t played = 0;
  const NextTasks next = [&]() -> std::vector<Task> {
    played_before.push_back(played);
    const auto wave = static_cast<int>(played_before.size());
    line_ups.clear();
    if (wave > 5) return {};
    return std::vector<Task>(3, {always(line_ups[wave] = make_line_up(1 + wave)), 50});
  };
  const Observer count = [&](const Played& one) {
    EXPECT_EQ(one.line_up.agents.size(), played_before.size() + 1);
    played += one.deals.size();
  };
  for (const int shards : {1, 4}) {
    played_before.clear();
    played = 0;
    RunOptions options;
    options.shards = shards;
    options.play = fake_deals;
    EXPECT_EQ(run(next, options, std::span(&count, 1)), RunEnd::Complete);
    EXPECT_THAT(played_before, testing::ElementsAre(0, 150, 300, 450, 600, 750));
  }
}

TEST(Runner, APauseEndsTheRunAfterWhatIsBeingPlayedAndLosesNothing) {
  const referee::play::LineUp line_up = make_line_up(2);
  for (const int shards : {1, 3}) {
    std::atomic<bool> pause = false;
    RunOptions options;
    options.shards = shards;
    options.play = fake_deals;
    options.pause = &pause;
    std::uint64_t played = 0;
    const Observer pause_soon = [&](const Played& one) {
      EXPECT_EQ(one.deals.front().deal, played);
      played += one.deals.size();
      pause = true;
    };
    const auto play_on = [&] {
      return run(once({{always(line_up), 20'000, played}}), options, std::span(&pause_soon, 1));
    };
    EXPECT_EQ(play_on(), RunEnd::Paused);
    EXPECT_LT(played, 20'000U);
    EXPECT_GT(played, 0U);
    const std::uint64_t before = played;
    EXPECT_EQ(play_on(), RunEnd::Paused) << "it still is";
    EXPECT_EQ(played, before);
    options.pause = nullptr;
    EXPECT_EQ(play_on(), RunEnd::Complete);
    EXPECT_EQ(played, 20'000U);
  }
}

TEST(Runner, BetweenWavesNobodyPlays) {
  const referee::play::LineUp line_up = make_line_up(2);
  int waves = 0;
  std::uint64_t played = 0;
  std::vector<std::uint64_t> between;
  RunOptions options;
  options.shards = 3;
  options.play = fake_deals;
  options.between_waves = [&] { between.push_back(played); };
  const NextTasks next = [&]() -> std::vector<Task> {
    return std::vector<Task>(waves++ < 3 ? 2 : 0, {always(line_up), 50});
  };
  const Observer count = [&](const Played& one) { played += one.deals.size(); };
  EXPECT_EQ(run(next, options, std::span(&count, 1)), RunEnd::Complete);
  EXPECT_THAT(between, testing::ElementsAre(100, 200, 300));
}

TEST(Runner, ObserversAreToldOneAfterTheOther) {
  const referee::play::LineUp line_up = make_line_up(2);
  RunOptions options;
  options.shards = 3;
  options.play = fake_deals;
  std::uint64_t stored = 0;
  std::uint64_t shown = 0;
  const std::vector<Observer> observers{
      [&](const Played& played) { stored += played.deals.size(); },
      [&](const Played& played) {
        shown += played.deals.size();
        EXPECT_EQ(shown, stored);
      }};
  (void)run(once(std::vector<Task>(4, {always(line_up), 300})), options, observers);
  EXPECT_EQ(shown, 1200U);
}

TEST(Runner, ShardsPlayLineUpsOfDifferentAgents) {
  const std::vector<std::array<std::int64_t, 2>> pairs{{7, 8}, {7, 9}, {7, 10}, {8, 9}, {9, 10}};
  std::vector<referee::play::LineUp> line_ups(pairs.size(), make_line_up(2));
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    tasks.push_back({.line_up = always(line_ups[i]), .deals = 1, .agents = pairs[i]});
  std::mutex mutex;
  std::condition_variable begun;
  std::vector<const referee::play::LineUp*> played;
  RunOptions options;
  options.shards = 2;
  options.play = [&](const referee::play::LineUp& who, std::uint64_t begin, std::uint64_t end,
                     AgentSet absent) {
    std::unique_lock lock(mutex);
    played.push_back(&who);
    begun.notify_all();
    begun.wait(lock, [&] { return played.size() >= 2; });  // the first two at the same time
    return fake_deals(who, begin, end, absent);
  };
  EXPECT_EQ(run(once(tasks), options, {}), RunEnd::Complete);
  ASSERT_EQ(played.size(), pairs.size());
  const std::vector first(played.begin(), played.begin() + 2);
  EXPECT_THAT(first, testing::UnorderedElementsAre(&line_ups.front(), &line_ups.back()));
}

// Last: a failure stops the session loops of this process for good.
TEST(RunnerFailure, IsThrownAndEndsTheRun) {
  const referee::play::LineUp line_up = make_line_up(2);
  RunOptions options;
  options.shards = 2;
  options.play = [](const referee::play::LineUp&, std::uint64_t, std::uint64_t,
                    AgentSet) -> referee::play::Batch {
    throw referee::play::RepeatedHarnessError("three voids");
  };
  EXPECT_THROW((void)run(once({{always(line_up), 500}}), options, {}),
               referee::play::RepeatedHarnessError);
}

}  // namespace
}  // namespace danno::leagues::runner
