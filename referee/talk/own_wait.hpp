// Time in which an answer may have been there and the referee did not see it: its thread waited for
// a processor, did something else than listen, or stood still, stopped by a signal or frozen with
// its control group; or a hypervisor stopped the whole machine.
#pragma once

#include <chrono>

#include "referee/sandbox/machine.hpp"
#include "referee/talk/stolen_time.hpp"

namespace danno::referee::talk {

class OwnWait {
 public:
  using time_point = StolenTime::time_point;
  using nanoseconds = std::chrono::nanoseconds;

  /// The machine must outlive it.
  explicit OwnWait(sandbox::Machine& machine)
      : machine_(machine), heard_(machine.now()), stolen_(machine) {}

  /// The sum so far, without what a hypervisor took. Of the calling thread, always the same one.
  [[nodiscard]] nanoseconds read() const { return deaf_ + machine_.own_wait(); }

  /// The thread is about to sleep until somebody speaks, or to give up its processor: it was deaf
  /// since it did so last.
  void begin_listening();
  /// It is awake, and wanted to be `timeout` after begin_listening() at the latest. If it is much
  /// later and no queue for a processor explains that, it stood still; since when, nobody can tell,
  /// so it was deaf all that time. Returns the time.
  time_point end_listening(nanoseconds timeout);

  [[nodiscard]] StolenTime::Mark stolen(time_point now) const { return stolen_.recent(now); }
  /// As StolenTime::since().
  [[nodiscard]] nanoseconds stolen_since(const StolenTime::Mark& mark) const {
    return stolen_.since(mark);
  }
  [[nodiscard]] time_point now() const { return machine_.now(); }

 private:
  void read_queue(time_point now);

  sandbox::Machine& machine_;
  nanoseconds deaf_{0};
  time_point heard_;  ///< When it listened last.
  time_point began_;
  nanoseconds queued_{0};  ///< machine_.own_wait() at queue_read_.
  time_point queue_read_;
  mutable StolenTime stolen_;
};

}  // namespace danno::referee::talk
