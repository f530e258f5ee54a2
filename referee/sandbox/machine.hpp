// The operating system as the referee uses it while games go on: processes, pipes, time, waiting.
//
// Nothing else of the referee's rooms talk and play asks it. The real one passes every call on;
// tests hand in one without processes and without real time.
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

  /// As sandbox::launch().
  [[nodiscard]] virtual std::unique_ptr<Process> launch(const LaunchOrder& order) = 0;

  /// As poll(2), read(2) and write(2): -1 with errno where they fail.
  [[nodiscard]] virtual int poll(std::span<pollfd> files, int timeout_ms) = 0;
  [[nodiscard]] virtual ssize_t read(int file, std::span<char> buffer) = 0;
  [[nodiscard]] virtual ssize_t write(int file, std::string_view bytes) = 0;
  /// Lets others have this processor: sched_yield(2).
  virtual void yield() = 0;

  [[nodiscard]] virtual time_point now() = 0;
  /// Time that the calling thread was runnable without a processor, since it began; 0 where the
  /// kernel does not tell: /proc/thread-self/schedstat.
  [[nodiscard]] virtual std::chrono::nanoseconds own_wait() = 0;
  /// By processor, what a hypervisor kept from it since the machine started, in clock ticks:
  /// /proc/stat.
  [[nodiscard]] virtual std::vector<std::int64_t> stolen_ticks() = 0;
};

/// This machine. For all threads.
[[nodiscard]] Machine& real_machine();

}  // namespace danno::referee::sandbox
