// Time that a hypervisor took from the processors: the field steal of /proc/stat, proc(5).
//
// A program stopped this way sees the wall clock advance, and none of its accounts shows it.
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
  /// The time that each processor has lost since the machine started, in ticks.
  using Mark = std::shared_ptr<const std::vector<std::int64_t>>;

  /// The machine must outlive the object.
  explicit StolenTime(sandbox::Machine& machine) : machine_(machine) {}

  /// Returns a state that is at most `kOldest` old. Reading it anew takes about 30 µs.
  [[nodiscard]] Mark recent(time_point now);
  static constexpr auto kOldest = std::chrono::milliseconds(20);

  /// Returns the largest loss of any processor since the mark, plus one tick, because a tick is
  /// shown only when it is full. Returns 0 on a machine that never lost any time.
  [[nodiscard]] std::chrono::nanoseconds since(const Mark& mark) const;

 private:
  sandbox::Machine& machine_;
  Mark mark_;
  time_point read_;
};

}  // namespace danno::referee::talk
