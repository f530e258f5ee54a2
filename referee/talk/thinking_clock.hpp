// What an agent is charged for its thinking, so that the harness or a busy machine being slow is
// never the agent's fault.
//
// Exact (one game in flight by request): wall time from the flushed question to the answer, less
// the time that the agent waited for a processor (the second field of /proc/PID/schedstat; see
// proc(5), sched-stats) or stood still, stopped from outside, that the referee did not run or did
// not listen (OwnWait), or that a hypervisor stopped the machine (StolenTime); but no less than the
// CPU time used, so that many threads cannot wait for each other at no charge.
// Otherwise a budget of n x limit for n open questions: what an answer leaves of it is there for
// the others. CPU time is charged to it, and, to find those who sleep, wall time less those waits
// to the same budget and kPatience.
//
// Reading an agent's CPU time is a system call. No process uses more of it than the wall time times
// the processors: while that is a small part of the limit, nothing is read, and the agent is given
// what it may have used. Waits are read where a budget is used up without them.
#pragma once

#include <chrono>

#include "referee/sandbox/machine.hpp"
#include "referee/talk/own_wait.hpp"

namespace danno::referee::talk {

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
  /// What open questions have together by the wall, beyond their budget.
  static constexpr nanoseconds kPatience = std::chrono::seconds(1);

  /// What was charged since the oldest open question was put, or the last answer came, when the
  /// clock last looked; of one that slept_too_long(), all that it used of its budget. For reports.
  [[nodiscard]] nanoseconds charged() const { return charged_; }
  /// It was late by the wall although it did not compute: no CPU time, nor an exact clock's.
  [[nodiscard]] bool slept_too_long() const { return slept_too_long_; }
  /// When the oldest open question was put, or the last answer came.
  [[nodiscard]] time_point since() const { return since_; }
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
  /// What agent, referee and hypervisor had lost at a time.
  struct Waits {
    nanoseconds agent{0};
    nanoseconds referee{0};
    StolenTime::Mark stolen;
  };

  [[nodiscard]] Waits waits_at(time_point now) const;
  [[nodiscard]] nanoseconds most_patience() const { return open_ * limit_ + kPatience; }
  void wait_by_the_wall(time_point now);
  void set_due(time_point now);
  [[nodiscard]] bool sleeps_too_long(time_point now);
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
  Waits waits_;         ///< When the first of the open questions was put, or a little before.
  nanoseconds cpu_{0};  ///< As read at cpu_read_.
  time_point cpu_read_;
  nanoseconds cpu_since_{0};  ///< cpu_ at since_.
  nanoseconds credit_{0};
  nanoseconds patience_{0};  ///< Left at patience_read_.
  time_point patience_read_;
  nanoseconds excused_{0};  ///< Of the waits since waits_: what patience_ was given back.
  nanoseconds charged_{0};
  bool slept_too_long_ = false;
  time_point first_asked_;
  time_point off_turn_since_;
  bool measured_ = false;     ///< cpu_ was read at off_turn_since_.
  time_point last_measured_;  ///< The end of the last off-turn time that was.
  int unmeasured_ = 0;        ///< Off-turn times since then.
  nanoseconds off_turn_{0};
  bool overused_ = false;
};

}  // namespace danno::referee::talk
