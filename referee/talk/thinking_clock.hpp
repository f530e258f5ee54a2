// What an agent is charged for its thinking, so that the harness or a busy machine being slow is
// never the agent's fault.
//
// Exact (one game in flight by request): wall time from the flushed question to the answer, less
// the time that the agent, or the referee that was to read the answer, waited for a processor
// (the second field of /proc/PID/schedstat; see proc(5), sched-stats), that the referee did not
// listen, or that a hypervisor stopped the machine (StolenTime); but no less than the CPU time
// used, so that many threads cannot wait for each other at no charge. Otherwise: CPU time of
// the agent against a budget of n x limit for n open questions. In both a wall guard of max(1 s, 2
// x n x limit) finds those who sleep.
//
// Reading an agent's CPU time is a system call. No process uses more of it than the wall time times
// the processors: while that is a small part of the limit, nothing is read, and the agent is given
// what it may have used.
#pragma once

#include <chrono>

#include "referee/sandbox/machine.hpp"
#include "referee/talk/stolen_time.hpp"

namespace danno::referee::talk {

/// Time in which an answer may have been there and the referee did not see it: the calling thread
/// waited for a processor, or did something else than listen, or the whole machine stood still.
class OwnWait {
 public:
  /// The machine must outlive it.
  explicit OwnWait(sandbox::Machine& machine) : machine_(machine), stolen_(machine) {}

  /// Of the calling thread, always the same one.
  [[nodiscard]] std::chrono::nanoseconds read() const { return deaf_ + machine_.own_wait(); }
  void add_deaf(std::chrono::nanoseconds time) { deaf_ += time; }
  [[nodiscard]] StolenTime::Mark stolen(StolenTime::time_point now) const {
    return stolen_.recent(now);
  }
  /// As StolenTime::since().
  [[nodiscard]] std::chrono::nanoseconds stolen_since(const StolenTime::Mark& mark) const {
    return stolen_.since(mark);
  }
  [[nodiscard]] StolenTime::time_point now() const { return machine_.now(); }

 private:
  sandbox::Machine& machine_;
  std::chrono::nanoseconds deaf_{0};
  mutable StolenTime stolen_;
};

class ThinkingClock {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  using nanoseconds = std::chrono::nanoseconds;
  enum class Mode { Exact, Cpu };

  ThinkingClock(Mode mode, nanoseconds limit, const sandbox::Process& process, const OwnWait& own);

  /// `count` more questions are about to be written. Takes the time itself: whatever this thread
  /// waited since an earlier moment was not the agent's.
  void asked(int count);
  /// Answers arrived that were read at `now`; tells whether they came too late. Call before they
  /// are parsed, then settle().
  [[nodiscard]] bool late(time_point now);
  /// `count` questions were answered or withdrawn.
  void settle(int count, time_point now);
  /// Nothing came until due(); tells whether it is too late, and sets a new due() if not.
  [[nodiscard]] bool overdue(time_point now);
  /// When overdue() is to be asked; only while questions are open.
  [[nodiscard]] time_point due() const { return due_; }
  [[nodiscard]] int open() const { return open_; }
  /// It was stopped for so long and owed nothing: as if that time had not been.
  void skip(nanoseconds time);
  /// Whether it used the processor while it owed nothing: for more than kLeastOveruse and more than
  /// kOveruseShare of the time since its first question, less what it waited for a processor.
  /// Looked at when a question is put; of many short such times some are measured, and stand for
  /// the others; long ones all are.
  [[nodiscard]] bool overused() const { return overused_; }
  static constexpr nanoseconds kLeastOveruse = std::chrono::milliseconds(500);
  static constexpr double kOveruseShare = 0.2;

  /// What was charged since the oldest open question was put, or the last answer came, when the
  /// clock last looked; for reports.
  [[nodiscard]] nanoseconds charged() const { return charged_; }
  /// Where the time went since the oldest open question was put, or the last answer came.
  struct Spent {
    nanoseconds wall{0};
    nanoseconds agent_waited{0};    ///< For a processor.
    nanoseconds referee_waited{0};  ///< As OwnWait.
    nanoseconds stolen{0};          ///< As StolenTime::since().
  };
  [[nodiscard]] Spent spent(time_point now) const;
  /// That wall time less the waits: what an exact clock charges at least.
  [[nodiscard]] nanoseconds wall_less_waits(time_point now) const;

 private:
  [[nodiscard]] nanoseconds guard() const;
  void mark_waits(time_point now);
  [[nodiscard]] bool late_by_wall(time_point now);
  [[nodiscard]] bool late_by_cpu(time_point now);
  void read_cpu(time_point now);
  [[nodiscard]] bool worth_reading(time_point now) const;
  void begin_off_turn(time_point now);
  void end_off_turn(time_point now);

  Mode mode_;
  nanoseconds limit_;
  nanoseconds slack_;  ///< What may be used before it is worth reading.
  const sandbox::Process& process_;
  const OwnWait& own_;
  int open_ = 0;
  time_point since_;  ///< When the oldest open question was put, or the last answer came.
  time_point due_;
  time_point waits_marked_;
  nanoseconds agent_wait_{0};
  nanoseconds own_wait_{0};
  StolenTime::Mark stolen_;
  nanoseconds cpu_{0};  ///< As read at cpu_read_.
  time_point cpu_read_;
  nanoseconds cpu_since_{0};  ///< cpu_ at since_.
  nanoseconds credit_{0};
  nanoseconds charged_{0};
  time_point first_asked_;
  time_point off_turn_since_;
  bool measured_ = false;     ///< cpu_ was read at off_turn_since_.
  time_point last_measured_;  ///< The end of the last off-turn time that was.
  int unmeasured_ = 0;        ///< Off-turn times since then.
  nanoseconds off_turn_{0};
  bool overused_ = false;
};

}  // namespace danno::referee::talk
