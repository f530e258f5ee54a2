// What the kernel books on an agent's main process.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <chrono>
#include <filesystem>
#include <optional>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {

/// The state of a process or thread, as the letter in the file `stat` of its folder in /proc: R, S,
/// T, … (proc(5)). A blank if it is gone.
[[nodiscard]] char state_of(const std::filesystem::path& folder);

/// User and system time of all threads of a process: clock_getcpuclockid(3). Never falls and stays
/// as it was when the process is gone.
class CpuClock {
 public:
  /// Of nobody: 0.
  CpuClock() = default;
  explicit CpuClock(pid_t pid);
  [[nodiscard]] std::chrono::nanoseconds read();

 private:
  std::optional<clockid_t> clock_;
  std::chrono::nanoseconds last_{0};
};

/// Both times never fall and stay as they were when the process is gone.
class ProcessAccount {
 public:
  /// Of nobody: all zero.
  ProcessAccount() = default;
  explicit ProcessAccount(pid_t pid);

  [[nodiscard]] std::chrono::nanoseconds cpu_time() { return cpu_.read(); }
  /// Time that the living threads were runnable without a processor: /proc/PID/schedstat,
  /// Documentation/scheduler/sched-stats of the kernel.
  [[nodiscard]] std::chrono::nanoseconds wait_time();
  /// Whether a thread runs or waits for a processor: state R of /proc/PID/stat, proc(5).
  [[nodiscard]] bool runnable() const;

 private:
  [[nodiscard]] std::chrono::nanoseconds wait_of_other_threads() const;

  pid_t pid_ = 0;
  CpuClock cpu_;
  Descriptor tasks_;
  Descriptor main_thread_;
  std::chrono::nanoseconds last_wait_time_{0};
};

}  // namespace danno::referee::sandbox
