// The kernel's accounting of an agent's processes.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "referee/sandbox/descriptor.hpp"
#include "referee/sandbox/launcher.hpp"

namespace danno::referee::sandbox {

/// Returns the state of a process or thread: the letter in the file `stat` of its folder in /proc,
/// such as R, S or T (proc(5)). Returns a blank if it no longer exists.
[[nodiscard]] char process_state(const std::filesystem::path& folder);

/// Returns the ids of a process's living threads; fewer if they end meanwhile.
[[nodiscard]] std::vector<pid_t> thread_ids(pid_t pid);

/// User and system time of all threads of a process: clock_getcpuclockid(3). The value never falls,
/// and keeps its last value when the process has ended.
class CpuClock {
 public:
  /// A clock of no process; read() returns 0.
  CpuClock() = default;
  explicit CpuClock(pid_t pid);
  [[nodiscard]] std::chrono::nanoseconds read();

 private:
  std::optional<clockid_t> clock_;
  std::chrono::nanoseconds last_{0};
};

/// Both times never fall, and keep their last values when the process has ended.
class ProcessAccount {
 public:
  /// An account of no process; all values are zero.
  ProcessAccount() = default;
  explicit ProcessAccount(pid_t pid);

  [[nodiscard]] std::chrono::nanoseconds cpu_time() { return cpu_.read(); }
  /// Returns the time that the living threads were runnable without a processor:
  /// /proc/PID/schedstat, Documentation/scheduler/sched-stats of the kernel.
  [[nodiscard]] std::chrono::nanoseconds wait_time();
  /// Returns whether a thread runs or waits for a processor: state R of /proc/PID/stat, proc(5).
  [[nodiscard]] bool runnable() const;

 private:
  [[nodiscard]] std::chrono::nanoseconds wait_of_other_threads() const;

  pid_t pid_ = 0;
  CpuClock cpu_;
  Descriptor tasks_;
  Descriptor main_thread_;
  std::chrono::nanoseconds last_wait_time_{0};
};

/// The times of all threads below a process. The kernel keeps the figures of a thread only while it
/// lives, so the threads are looked at regularly.
class TreeAccount {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  /// Returns the times of processes below `root` since the last look; the first time, since they
  /// began. The waits of a thread count from the look that finds it: what it waited before that, or
  /// between its last look and its end, is missing, and so is the CPU time of an ended process.
  TreeTimes look(pid_t root, time_point now);

 private:
  struct Thread {
    std::chrono::nanoseconds cpu;  ///< Of its process.
    bool is_runnable;
    time_point queued_since;  ///< If it is runnable: its process has not run since then.
    std::chrono::nanoseconds waited;
  };
  std::map<pid_t, Thread> threads_;
  bool has_looked_ = false;
};

/// Returns whether `root` or any process below it is stopped or frozen: state T of /proc/PID/stat,
/// proc(5); freezer.state or cgroup.events of its group.
[[nodiscard]] bool stands_still(pid_t root);

/// The detector of stops: another program stopped an agent by a signal, or froze its control group.
/// No account of the kernel records for how long, so the agent is looked at regularly.
class StopDetector {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  void look(pid_t root) { look(stands_still(root), std::chrono::steady_clock::now()); }
  /// Records a look. The time between two looks counts if either of them found it stopped; before
  /// the first look, at most kLookBack counts.
  void look(bool still, time_point now);
  static constexpr std::chrono::milliseconds kLookBack{200};

  /// Returns the start of the current stop; nullopt if it was running at the last look.
  [[nodiscard]] std::optional<time_point> since() const { return since_; }
  [[nodiscard]] std::chrono::nanoseconds sum() const { return sum_; }

 private:
  std::optional<time_point> since_;
  time_point looked_;
  std::chrono::nanoseconds sum_{0};
};

}  // namespace danno::referee::sandbox
