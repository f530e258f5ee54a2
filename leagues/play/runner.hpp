// Plays line-ups on several cores, breadth first, and hands over their deals in order.
//
// What is played never depends on the number of shards or on timing: a line-up's deals are
// committed by rising index, and where an agent's faults make it absent, the deals after that are
// thrown away and played again without it.
//
// What is to be played comes in waves: when all deals of one are committed, the next is asked for.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/play/line_up.hpp"

namespace danno::leagues::play {

/// Makes a line-up, the same one each time: those of a league are many, and few are played at once.
using LineUpSource = std::function<std::shared_ptr<const referee::play::LineUp>()>;
/// Of one that is there as long as it is played.
[[nodiscard]] LineUpSource always(const referee::play::LineUp& line_up);

/// A line-up and how far it is.
struct Task {
  LineUpSource line_up;
  std::uint64_t deals = 0;       ///< Wanted in all.
  std::uint64_t done = 0;        ///< Of them played before.
  std::uint8_t absent = 0;       ///< Bit a: agent a, for its faults in those played before.
  std::vector<int> faults = {};  ///< By agent, in those played before; empty: none.
};

using referee::play::PlayDeals;

struct RunOptions {
  int shards = 1;
  /// Of agents, that may live at once on all shards; those that play always may.
  std::size_t processes = 64;
  std::optional<std::chrono::steady_clock::time_point> until;
  /// Once it is set, what is being played is finished, and the run ends; null: it never is.
  const std::atomic<bool>* pause = nullptr;
  /// Is called before each wave but the first, while nobody plays.
  std::function<void()> between_waves = {};
  /// Of all shards; empty: each has a new_deal_player(). A task ends early behind Batch::is_last.
  PlayDeals play = {};
  /// What plays in place of a shard's player, and may use it; empty: nothing.
  std::function<PlayDeals(PlayDeals)> wrap = {};
  /// Is told of each Batch::troubles; calls never overlap.
  std::function<void(const std::string& trouble)> on_trouble = [](const std::string&) {};
};

/// What is to be played after all that was given before is committed; empty: nothing more. Calls
/// overlap neither each other, nor those of a LineUpSource or an Observer.
using NextTasks = std::function<std::vector<Task>()>;

/// The next deals of a task: played, in order and for good.
struct Played {
  std::size_t task = 0;  ///< Among those that were given last.
  const referee::play::LineUp& line_up;
  std::span<const referee::play::DealResult> deals;
  /// Processor time by agent since the task's deals before, also of what was thrown away.
  std::span<const std::chrono::nanoseconds> cpu;
  std::uint8_t absent = 0;  ///< Bit a: agent a was out before the first of them.
};
/// Is told of all that is played; calls never overlap.
using Observer = std::function<void(const Played&)>;

enum class RunEnd { Complete, OutOfTime, Paused, Interrupted };

/// Plays until there is nothing more, `until`, `pause`, or referee::play::request_stop(); each
/// observer is told before the next of them. What a shard, `next` or an observer throws ends the
/// run and is thrown here.
[[nodiscard]] RunEnd run(const NextTasks& next, const RunOptions& options,
                         std::span<const Observer> observers);

/// Gives these tasks, and then nothing.
[[nodiscard]] NextTasks once(std::vector<Task> tasks);

/// Processors that this process may use.
[[nodiscard]] int available_cores();

}  // namespace danno::leagues::play
