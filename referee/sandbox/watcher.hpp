// One thread that looks at all agents of this process now and then: the memory that their processes
// hold together, and, where no control group counts it, the CPU time of those that are not the main
// one. Children that live less long than it takes to look again, and that nobody waits for, escape
// it.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace danno::referee::sandbox {

/// Adds up what processes used that come and go.
class UsedTime {
 public:
  using nanoseconds = std::chrono::nanoseconds;

  /// What one process used itself, and its children that it has waited for.
  struct Process {
    nanoseconds own{0};
    nanoseconds reaped{0};
  };
  /// All that are there now. Whoever is gone keeps what it had: with the parent that waited for it,
  /// or else here.
  void see(const std::map<pid_t, Process>& processes);
  [[nodiscard]] nanoseconds sum() const { return sum_; }

 private:
  std::map<pid_t, Process> seen_;
  nanoseconds sum_{0};
};

/// An agent as the watcher sees it. What it found is atomic and stays readable afterwards.
struct Watched {
  pid_t root = 0;                       ///< The agent is among its descendants.
  std::atomic<pid_t> init{0};           ///< danno-init itself, once known: `root` or below it.
  std::atomic<pid_t> agent{0};          ///< The main process, once known.
  std::uint64_t memory_bytes = 0;       ///< Allowed to all together; 0: not limited.
  std::function<bool()> out_of_memory;  ///< The kernel's own verdict, if it gives one.
  std::function<void()> kill;           ///< Called once when memory_bytes is exceeded.

  /// Who is stopped holds and uses no more than before: one look is enough.
  enum class Motion { Runs, Stopped, StoppedAndSeen };
  std::atomic<Motion> motion{Motion::Runs};

  bool counts_cpu = true;

  std::atomic<bool> exceeded{false};
  std::atomic<std::int64_t> others_cpu_ns{0};

  UsedTime used;  ///< The watcher's own.
};

/// How often the watcher looks. A sum may exceed its limit for that long.
inline constexpr std::chrono::milliseconds kWatchInterval{20};

/// Watches until the returned handle is destroyed; `kill` and `out_of_memory` are not running and
/// will not be called after that.
[[nodiscard]] std::shared_ptr<void> watch(std::shared_ptr<Watched> agent);

}  // namespace danno::referee::sandbox
