// Plays line-ups on several cores, breadth first, and hands over their deals in order.
//
// What is played never depends on the number of shards or on timing: a line-up's deals are
// committed by rising index, and where an agent's faults make it absent, the deals after that are
// thrown away and played again without it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "referee/play/line_up.hpp"

namespace danno::leagues {

/// A line-up and how far it is.
struct Task {
  const referee::LineUp* line_up = nullptr;
  std::uint64_t deals = 0;       ///< Wanted in all.
  std::uint64_t done = 0;        ///< Of them played before.
  std::uint8_t absent = 0;       ///< Bit a: agent a, for its faults in those played before.
  std::vector<int> faults = {};  ///< By agent, in those played before; empty: none.
};

/// As referee::DealPlayer; each shard has a copy.
using PlayDeals = std::function<referee::Batch(const referee::LineUp&, std::uint64_t begin,
                                               std::uint64_t end, std::uint8_t absent)>;

struct RunOptions {
  int shards = 1;
  std::optional<std::chrono::steady_clock::time_point> until;
  PlayDeals play = referee::DealPlayer();
};

/// Takes the next deals of a task, in order and for good; calls never overlap.
using Commit = std::function<void(std::size_t task, std::span<const referee::DealResult> deals)>;

enum class RunEnd { Complete, OutOfTime, Interrupted };

struct RunResult {
  RunEnd end = RunEnd::Complete;
  std::vector<std::vector<std::chrono::nanoseconds>> cpu;  ///< By task, by agent.
};

/// Plays until every task has its deals, `until`, or referee::request_stop(). What a shard or
/// `commit` throws ends the run and is thrown here.
[[nodiscard]] RunResult run(std::span<const Task> tasks, const RunOptions& options,
                            const Commit& commit);

/// Processors that this process may use.
[[nodiscard]] int available_cores();

}  // namespace danno::leagues
