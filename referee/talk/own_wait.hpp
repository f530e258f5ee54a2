// Time in which an answer may have arrived without the referee reading it: its thread waited for a
// processor, did other work, was stopped by a signal or frozen with its control group, or a
// hypervisor stopped the whole machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "referee/sandbox/machine.hpp"

namespace danno::referee::talk {

/// Time that a hypervisor took from the processors: the field steal of /proc/stat, proc(5). A
/// program stopped this way sees the wall clock advance, and none of its accounts shows it.
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

class OwnWait {
 public:
  using time_point = StolenTime::time_point;
  using nanoseconds = std::chrono::nanoseconds;

  /// The machine must outlive the object.
  explicit OwnWait(sandbox::Machine& machine)
      : machine_(machine), heard_(machine.now()), stolen_(machine) {}

  /// Returns the sum so far, without the time that a hypervisor took. Always call it in one thread.
  [[nodiscard]] nanoseconds read() const { return deaf_ + machine_.own_wait(); }

  /// Called before the thread sleeps until input arrives, or gives up its processor. The time since
  /// it last did so counts as not listening.
  void begin_listening();
  /// Called after the sleep, which should have ended at most `timeout` after begin_listening(). If
  /// the sleep was much longer and no wait for a processor explains it, the thread was stopped for
  /// an unknown time, so the whole sleep counts as not listening. Returns the time.
  time_point end_listening(nanoseconds timeout);

  [[nodiscard]] StolenTime::Mark stolen(time_point now) const { return stolen_.recent(now); }
  /// Returns the same as StolenTime::since().
  [[nodiscard]] nanoseconds stolen_since(const StolenTime::Mark& mark) const {
    return stolen_.since(mark);
  }
  [[nodiscard]] time_point now() const { return machine_.now(); }

 private:
  void read_queue(time_point now);

  sandbox::Machine& machine_;
  nanoseconds deaf_{0};
  time_point heard_;  ///< The last time when it listened.
  time_point began_;
  nanoseconds queued_{0};  ///< The value of machine_.own_wait() at queue_read_.
  time_point queue_read_;
  mutable StolenTime stolen_;
};

}  // namespace danno::referee::talk
