// Time that a hypervisor kept from this machine's processors: proc(5), /proc/stat, the field steal.
//
// A program that is stopped so sees the wall clock go on, and no account of its own tells.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "referee/sandbox/machine.hpp"

namespace danno::referee::talk {

class StolenTime {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  /// What each processor has lost since the machine started, in ticks.
  using Mark = std::shared_ptr<const std::vector<std::int64_t>>;

  /// The machine must outlive it.
  explicit StolenTime(sandbox::Machine& machine) : machine_(machine) {}

  /// The state of at most `kOldest` ago: reading it takes some 30 µs.
  [[nodiscard]] Mark recent(time_point now);
  static constexpr auto kOldest = std::chrono::milliseconds(20);

  /// What the processor that lost most has lost since then, and a tick more, which is not shown
  /// before it is full. 0 on a machine that never lost any.
  [[nodiscard]] std::chrono::nanoseconds since(const Mark& mark) const;

 private:
  sandbox::Machine& machine_;
  Mark mark_;
  time_point read_;
};

}  // namespace danno::referee::talk
