// Plays line-ups on several cores, breadth first, and passes on their deals in order.
//
// Results never depend on the number of shards or on timing: a line-up's deals are committed by
// rising index, and if faults make an agent absent, deals that were already played after that point
// are discarded and played again without it.
//
// Shards prefer line-ups whose agents play nowhere else, so that they can borrow each other's
// processes.
//
// Tasks come in waves: when all deals of one wave are committed, the next wave is requested.
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
#include "referee/record/agent_set.hpp"

namespace danno::leagues::runner {

/// Measures over a period that ends now and covers a half to three quarters of the whole time, so
/// that the beginning is forgotten as the time doubles.
class RecentRate {
 public:
  using Clock = std::chrono::steady_clock;

  RecentRate(Clock::time_point start, std::uint64_t count);
  /// Sets the count at a time; neither may decrease.
  void add(Clock::time_point now, std::uint64_t count);
  /// Returns the rate per second as of the last add(); 0 before the first.
  [[nodiscard]] double per_second() const;

 private:
  struct Mark {
    Clock::time_point at;
    std::uint64_t count;
  };
  Mark start_;
  Mark since_;
  Mark halfway_;
  Mark last_;
};

/// Makes a line-up, the same one each time. A league has many line-ups, and few are played at once.
using LineUpSource = std::function<std::shared_ptr<const referee::play::LineUp>()>;
/// Returns a source for a line-up that exists as long as it is played.
[[nodiscard]] LineUpSource always(const referee::play::LineUp& line_up);

/// A line-up and its progress.
struct Task {
  LineUpSource line_up;
  std::uint64_t deals = 0;                ///< The total number of deals.
  std::uint64_t done = 0;                 ///< The number of these that were played before.
  referee::record::AgentSet absent = {};  ///< Agents that are out for faults in earlier deals.
  std::vector<int> faults = {};  ///< Faults by agent in earlier deals; if empty, there are none.
  /// Numbers that tell the agents apart; empty if they are unknown. They must outlive the task.
  std::span<const std::int64_t> agents = {};
};

using referee::play::PlayDeals;

struct RunOptions {
  int shards = 1;
  /// The number of processes that may live at once on all shards; playing ones are never refused.
  std::size_t processes = 64;
  std::optional<std::chrono::steady_clock::time_point> until;
  /// The time that deals in play have to finish after `until`.
  std::chrono::nanoseconds grace = referee::play::kStopGrace;
  /// A signal to stop: once it is true, the deals in play are finished and the run ends. May be
  /// null.
  const std::atomic<bool>* pause = nullptr;
  /// Called before each wave except the first, while nobody plays.
  std::function<void()> between_waves = {};
  /// The player of all shards; if empty, they have new_deal_players().
  PlayDeals play = {};
  /// Wraps the player of each shard; may be empty.
  std::function<PlayDeals(PlayDeals)> wrap = {};
  /// Called for each of Batch::troubles; calls never overlap.
  std::function<void(const std::string& trouble)> on_trouble = [](const std::string&) {};
};

/// Returns the tasks that follow when all earlier ones are committed; empty if there are none.
/// Calls overlap neither each other nor those of a LineUpSource or an Observer.
using NextTasks = std::function<std::vector<Task>()>;

/// The next deals of a task, in order, which were played and are final.
struct Played {
  std::size_t task = 0;  ///< Index into the tasks returned last.
  const referee::play::LineUp& line_up;
  std::span<const referee::play::DealResult> deals;
  /// Effort by agent since the task's previous deals, including that of discarded deals.
  std::span<const referee::protocol::Effort> effort;
  referee::record::AgentSet absent = {};  ///< Agents that were out before the first of these deals.
};
/// Called for everything that is played; calls never overlap.
using Observer = std::function<void(const Played&)>;

enum class RunEnd { Complete, OutOfTime, Paused, Interrupted };

/// Plays until there are no more tasks, or until `until`, `pause` or referee::play::request_stop().
/// Each observer is called before the next of them. An exception from a shard, `next` or an
/// observer ends the run and is rethrown here.
[[nodiscard]] RunEnd run(const NextTasks& next, const RunOptions& options,
                         std::span<const Observer> observers);

/// Returns these tasks in the first wave, and then none.
[[nodiscard]] NextTasks once(std::vector<Task> tasks);

}  // namespace danno::leagues::runner
