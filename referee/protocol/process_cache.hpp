// Agents' processes between two line-ups. A process that may play again waits, stopped, so that an
// agent is started once and not for every line-up. Threads may share a pool: then an agent
// is started once and not for every thread, as long as no two of them need it at the same time.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "referee/protocol/agent.hpp"
#include "referee/protocol/agent_process.hpp"
#include "referee/record/evidence.hpp"

namespace danno::referee::protocol {

/// The terms on which a process was started and greeted. It is reused only if all are equal.
struct Terms {
  Agent agent;
  record::Greeting greeting;
  sandbox::Isolation isolation = sandbox::Isolation::Strict;
  ThinkingClock::Mode mode = ThinkingClock::Mode::Cpu;
  friend bool operator==(const Terms&, const Terms&) = default;
};

/// A process, and what it said of itself.
struct GreetedProcess {
  std::unique_ptr<AgentProcess> process;
  std::uint32_t games = 1;            ///< Games that it accepts at once.
  std::uint32_t games_announced = 0;  ///< Games that were sent to it so far; it numbers its games.
  bool wants_seen = false;
  bool stderr_open = true;
};

/// A process that is Ready and has no game.
struct IdleAgent : GreetedProcess {
  Terms terms;
  bool may_stay = true;              ///< If false, it is only sent Goodbye and ended.
  std::chrono::nanoseconds cpu{0};   ///< CPU time that was charged to line-ups.
  const void* played_for = nullptr;  ///< The ProcessCache that put it here.
};

/// The idle processes of several threads.
class SharedProcessPool {
 public:
  /// The machine must outlive the object. `most` is the number of processes, idle and playing, that
  /// may live at once; playing ones are never refused.
  SharedProcessPool(sandbox::Machine& machine, std::size_t most) : machine_(machine), most_(most) {}
  /// Says goodbye to all processes and ends them.
  ~SharedProcessPool();
  SharedProcessPool(const SharedProcessPool&) = delete;
  SharedProcessPool& operator=(const SharedProcessPool&) = delete;

  [[nodiscard]] sandbox::Machine& machine() const { return machine_; }
  [[nodiscard]] bool keeps_idle_processes() const { return most_ > 0; }

  /// Takes in these stopped processes and sends away the least recently used ones that exceed the
  /// limit, beside `leaving`.
  void add(std::list<IdleAgent> agents, std::list<IdleAgent> leaving);
  /// Returns the most recent process with these terms, one that played for `caller` if there is
  /// any; nullopt if there is none.
  [[nodiscard]] std::optional<IdleAgent> find(const Terms& terms, const void* caller);
  /// Notes that `more` processes play; ends the least recently used ones if that is too many.
  void play(std::ptrdiff_t more);
  /// Ends the least recently used process; returns false if there is none.
  bool end_oldest();
  /// Ends all processes at once, without Goodbye.
  void end_all();

 private:
  [[nodiscard]] std::list<IdleAgent> take_oldest(std::size_t count);
  [[nodiscard]] std::size_t surplus() const;
  void dismiss(std::list<IdleAgent> agents);

  sandbox::Machine& machine_;
  const std::size_t most_;
  std::mutex mutex_;             // for all below
  std::list<IdleAgent> agents_;  ///< Sorted by last use; the most recent one is last.
  std::ptrdiff_t playing_ = 0;
};

/// One thread's view of a SharedProcessPool.
class ProcessCache {
 public:
  /// Makes a pool of its own.
  explicit ProcessCache(sandbox::Machine& machine, std::size_t most = 0)
      : ProcessCache(std::make_shared<SharedProcessPool>(machine, most)) {}
  explicit ProcessCache(std::shared_ptr<SharedProcessPool> pool)
      : pool_(std::move(pool)), own_wait_(pool_->machine()) {}
  ~ProcessCache() { pool_->play(-in_play_); }
  ProcessCache(const ProcessCache&) = delete;
  ProcessCache& operator=(const ProcessCache&) = delete;

  [[nodiscard]] sandbox::Machine& machine() { return pool_->machine(); }
  /// The waiting times of this thread, for the clocks of all its agents.
  [[nodiscard]] RefereeDelay& own_wait() { return own_wait_; }

  /// Stops these processes, the last of this thread's that played, so that they use no processor.
  /// Those that exceed the limit are ended.
  void put(std::vector<IdleAgent> agents);
  /// Returns the most recent process with these terms, running again; nullopt if there is none. A
  /// process that ended or wrote something while idle is discarded, without a fault.
  [[nodiscard]] std::optional<IdleAgent> take(const Terms& terms);
  /// Ends the least recently used processes so that one can be started beside `in_play` others of
  /// this thread.
  void make_room(std::size_t in_play);
  /// Ends the least recently used process; returns false if there is none.
  bool end_oldest() { return pool_->end_oldest(); }
  /// Ends all processes at once, without Goodbye.
  void end_all() { pool_->end_all(); }

 private:
  /// Sets the number of this thread's processes that play now.
  void plays(std::size_t processes);

  std::shared_ptr<SharedProcessPool> pool_;
  RefereeDelay own_wait_;
  std::ptrdiff_t in_play_ = 0;
};

}  // namespace danno::referee::protocol
