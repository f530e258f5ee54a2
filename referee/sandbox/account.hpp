// What the kernel books on an agent's main process.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <chrono>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {

/// Both times never fall and stay as they were when the process is gone.
class ProcessAccount {
 public:
  /// Of nobody: all zero.
  ProcessAccount() = default;
  explicit ProcessAccount(pid_t pid);

  /// User and system time of all threads: clock_getcpuclockid(3).
  [[nodiscard]] std::chrono::nanoseconds cpu_time();
  /// Time that the living threads were runnable without a processor: /proc/PID/schedstat,
  /// Documentation/scheduler/sched-stats of the kernel.
  [[nodiscard]] std::chrono::nanoseconds wait_time();
  /// Whether a thread runs or waits for a processor: state R of /proc/PID/stat, proc(5).
  [[nodiscard]] bool runnable() const;

 private:
  [[nodiscard]] std::chrono::nanoseconds wait_of_other_threads() const;

  pid_t pid_ = 0;
  clockid_t clock_{};
  Descriptor tasks_;
  Descriptor main_thread_;
  std::chrono::nanoseconds last_cpu_time_{0};
  std::chrono::nanoseconds last_wait_time_{0};
};

}  // namespace danno::referee::sandbox
