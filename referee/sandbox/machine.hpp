// The operating system as the referee uses it during games: processes, pipes, time, waiting.
//
// The code in referee/protocol and referee/play uses the operating system only through this
// interface. The real machine passes every call on; tests pass in one without processes and without
// real time.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "referee/sandbox/launcher.hpp"

namespace danno::referee::sandbox {

class Machine {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  virtual ~Machine() = default;

  /// Does the same as sandbox::launch().
  [[nodiscard]] virtual std::unique_ptr<Process> launch(const LaunchOptions& options) = 0;

  /// These behave like poll(2), read(2) and write(2): -1 with errno on failure.
  [[nodiscard]] virtual int poll(std::span<pollfd> files, int timeout_ms) = 0;
  [[nodiscard]] virtual ssize_t read(int file, std::span<char> buffer) = 0;
  [[nodiscard]] virtual ssize_t write(int file, std::string_view bytes) = 0;
  /// Gives up this processor to others: sched_yield(2).
  virtual void yield() = 0;

  [[nodiscard]] virtual time_point now() = 0;
  /// Returns the time that the calling thread was runnable without a processor since it began; 0 if
  /// the kernel does not report it: /proc/thread-self/schedstat.
  [[nodiscard]] virtual std::chrono::nanoseconds own_wait() = 0;
  /// Returns the time that a hypervisor took from each processor since the machine started, in
  /// clock ticks: /proc/stat.
  [[nodiscard]] virtual std::vector<std::int64_t> stolen_ticks() = 0;
};

/// Returns this machine, which all threads may use.
[[nodiscard]] Machine& real_machine();

}  // namespace danno::referee::sandbox
