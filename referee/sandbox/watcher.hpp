// One thread that checks all agents of this process regularly: the memory that their processes hold
// together and, if no control group counts it, the CPU time of the processes other than the main
// one. Children that end before the next check without being waited for are missed.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace danno::referee::sandbox {

/// Sums the CPU time of a changing set of processes.
class UsedTime {
 public:
  using nanoseconds = std::chrono::nanoseconds;

  /// CPU time of one process, and of its children that it has waited for.
  struct Process {
    nanoseconds own{0};
    nanoseconds reaped{0};
  };
  /// Takes all processes that exist now. The time of a process that has ended is kept: in the
  /// parent that waited for it, or else in this object.
  void see(const std::map<pid_t, Process>& processes);
  [[nodiscard]] nanoseconds sum() const { return sum_; }

 private:
  std::map<pid_t, Process> seen_;
  nanoseconds sum_{0};
};

/// An agent as the watcher sees it. Its atomic members are results and stay readable.
struct Watched {
  pid_t root = 0;                       ///< The agent is one of its descendants.
  std::atomic<pid_t> init{0};           ///< danno-init itself, once known: `root` or a descendant.
  std::atomic<pid_t> agent{0};          ///< The main process, once known.
  std::uint64_t memory_bytes = 0;       ///< The limit for all processes together; 0: not limited.
  std::function<bool()> out_of_memory;  ///< The kernel's own verdict, if available.
  std::function<void()> kill;           ///< Called once when memory_bytes is exceeded.

  /// A stopped process uses no further memory or time, so one look is enough.
  enum class Motion { Runs, Stopped, StoppedAndSeen };
  std::atomic<Motion> motion{Motion::Runs};

  bool counts_cpu = true;

  std::atomic<bool> exceeded{false};
  std::atomic<std::int64_t> others_cpu_ns{0};

  UsedTime used;  ///< Used by the watcher only.
};

/// The watcher's interval. A sum may exceed its limit for this long.
inline constexpr std::chrono::milliseconds kWatchInterval{20};

/// Watches the agent until the returned handle is destroyed. After that, `kill` and `out_of_memory`
/// are neither running nor called again.
[[nodiscard]] std::shared_ptr<void> watch(std::shared_ptr<Watched> agent);

}  // namespace danno::referee::sandbox
