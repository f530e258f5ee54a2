// Measures what an agent is charged for its thinking, so that a slow harness or a busy machine is
// never the agent's fault.
//
// Mode Exact (one game in flight by request) charges the wall time from the flushed question to the
// answer, minus the time that the agent waited for a processor (the second field of
// /proc/PID/schedstat; see proc(5), sched-stats) or was stopped from outside, that the referee did
// not run or did not listen, and that a hypervisor stopped the machine (RefereeDelay).
// It charges at least the CPU time used, so that many threads cannot wait for each other at no
// charge.
//
// That account lacks the waits of child processes and of threads that have ended. So an agent that
// takes long is looked at regularly, with all of its processes, and the larger figure counts. What
// is forgiven of the time between two looks is its wall time less the CPU time at most.
//
// Mode Cpu gives a budget of n x limit for n open questions; what one answer leaves is available to
// the others. CPU time is charged to it. To find agents that sleep, wall time minus those waits is
// charged to the same budget plus kSleepAllowance. A process has kSleepAllowance once: what its
// answers leave of their limits fills it up again, so no agent can always sleep longer than the
// limit.
//
// What exceeds a budget is taken from the time banks of the games that are in play.
//
// Reading an agent's CPU time is a system call. No process uses more CPU time than the wall time
// times the number of processors. While that product is a small part of the limit, nothing is read,
// and the agent is not charged for it. Waits are read only if a budget is used up without them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "referee/sandbox/machine.hpp"

namespace danno::referee::protocol {

/// The time in which an answer may have arrived without the referee reading it: its thread waited
/// for a processor, did other work, was stopped by a signal or frozen with its control group, or a
/// hypervisor stopped the whole machine.
class RefereeDelay {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  using nanoseconds = std::chrono::nanoseconds;
  /// The time that each processor has lost to a hypervisor since the machine started, in ticks: the
  /// field steal of /proc/stat, proc(5). A program stopped this way sees the wall clock advance,
  /// and none of its accounts shows it.
  using StolenMark = std::shared_ptr<const std::vector<std::int64_t>>;

  /// The machine must outlive the object.
  explicit RefereeDelay(sandbox::Machine& machine) : machine_(machine), heard_(machine.now()) {}

  /// Returns the sum so far, without the time that a hypervisor took. Always call it in one thread.
  [[nodiscard]] nanoseconds read() const { return deaf_ + machine_.own_wait(); }

  /// Called before the thread sleeps until input arrives, or gives up its processor. The time since
  /// it last did so counts as not listening.
  void begin_listening();
  /// Called after the sleep, which should have ended at most `timeout` after begin_listening(). If
  /// the sleep was much longer and no wait for a processor explains it, the thread was stopped for
  /// an unknown time, so the whole sleep counts as not listening. Returns the time.
  time_point end_listening(nanoseconds timeout);

  /// Returns a mark that is at most `kOldest` old. Reading it anew takes about 30 µs.
  [[nodiscard]] StolenMark stolen(time_point now) const;
  static constexpr auto kOldest = std::chrono::milliseconds(20);
  /// Returns the largest loss of any processor since the mark, plus one tick, because a tick is
  /// shown only when it is full. Returns 0 on a machine that never lost any time.
  [[nodiscard]] nanoseconds stolen_since(const StolenMark& mark) const;
  [[nodiscard]] time_point now() const { return machine_.now(); }

 private:
  void read_queue(time_point now);

  sandbox::Machine& machine_;
  nanoseconds deaf_{0};
  time_point heard_;  ///< The last time when it listened.
  time_point began_;
  nanoseconds queued_{0};  ///< The value of machine_.own_wait() at queue_read_.
  time_point queue_read_;
  mutable StolenMark stolen_;
  mutable time_point stolen_read_;
};

/// One agent's clock: see the top of this file.
class ThinkingClock {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  using nanoseconds = std::chrono::nanoseconds;
  enum class Mode { Exact, Cpu };

  /// `bank` is the time that each game adds to the banks.
  ThinkingClock(Mode mode, nanoseconds limit, nanoseconds bank, sandbox::Process& process,
                const RefereeDelay& own);

  /// Adds the time bank of a game; end_game() limits what is left to the games still in play.
  void begin_game();
  void end_game();
  /// Call this just before `count` more questions are written. It reads the time itself, because
  /// what this thread waited earlier is not the agent's time.
  void asked(int count);
  /// Returns whether the answers that were read at `now` came too late. Call it before they are
  /// parsed, then call on_answered().
  [[nodiscard]] bool late(time_point now);
  /// Notes that `count` questions were answered or withdrawn.
  void on_answered(int count, time_point now);
  /// Looks at the waits of an agent that starts or owes answers; call it whenever the referee
  /// wakes. Costs nothing while answers come soon.
  void look(time_point now);
  /// Returns the sum of the waits between looks.
  [[nodiscard]] nanoseconds seen_waiting() const { return seen_waiting_; }
  /// Called if nothing came until due(). Returns whether it is too late; if not, sets a new due().
  [[nodiscard]] bool overdue(time_point now);
  /// Returns the time at which overdue() must be called; only while questions are open.
  [[nodiscard]] time_point due() const { return due_; }
  [[nodiscard]] int open() const { return open_; }
  /// Excludes a time for which the agent was stopped and owed nothing.
  void skip(nanoseconds time);
  /// Counts the waits of another thread from now on; `own` must outlive the clock. Call it while no
  /// question is open.
  void move_to(const RefereeDelay& own);
  /// Returns whether the agent used the processor while it owed nothing: for more than
  /// kLeastOveruse and more than kOveruseShare of the time since its first question, minus what it
  /// waited for a processor. This is checked when a question is sent. All long times off turn are
  /// measured; of many short ones only some are, and they stand for the others.
  [[nodiscard]] bool overused() const { return overused_; }
  static constexpr nanoseconds kLeastOveruse = std::chrono::milliseconds(500);
  static constexpr double kOveruseShare = 0.2;
  /// Wall time that a process has beyond the budgets of its questions.
  static constexpr nanoseconds kSleepAllowance = std::chrono::seconds(1);

  /// Returns what was charged since the oldest open question was sent or the last answer came, as
  /// of the last reading. If slept_too_long(), returns all that it used of its budget. Used in
  /// reports.
  [[nodiscard]] nanoseconds charged() const { return charged_; }
  /// Returns what was used since the oldest open question was sent or the last answer came: wall
  /// time minus waits if that exceeds the limit, and otherwise charged(). Call it after late().
  [[nodiscard]] nanoseconds used(time_point now);
  /// Returns whether it was late by wall time without computing; never true in mode Exact.
  [[nodiscard]] bool slept_too_long() const { return slept_too_long_; }
  /// The time when the oldest open question was sent or the last answer came.
  [[nodiscard]] time_point since() const { return since_; }
  /// The parts of the time since the oldest open question was sent, or the last answer came.
  struct Spent {
    nanoseconds wall{0};
    nanoseconds agent_waited{0};    ///< Time that it waited for a processor.
    nanoseconds referee_waited{0};  ///< The time as in RefereeDelay.
    nanoseconds stolen{0};          ///< The time as in RefereeDelay::stolen_since().
  };
  [[nodiscard]] Spent spent(time_point now) const;
  /// Returns that wall time minus the waits, which an exact clock charges at least.
  [[nodiscard]] nanoseconds wall_less_waits(time_point now);

 private:
  /// The time that agent, referee and hypervisor had lost up to a certain time.
  struct Waits {
    nanoseconds agent{0};
    nanoseconds seen_waiting{0};
    nanoseconds referee{0};
    nanoseconds forgiven{0};
    RefereeDelay::StolenMark stolen;
  };
  /// The figures at the begin of an interval between two looks.
  struct Interval {
    time_point begin;
    nanoseconds referee{0};
    nanoseconds cpu{0};
  };

  [[nodiscard]] Waits waits_at(time_point now) const;
  [[nodiscard]] nanoseconds max_sleep_allowance() const { return open_ * limit_ + kSleepAllowance; }
  void wait_by_the_wall(time_point now);
  void end_interval(time_point now);
  [[nodiscard]] nanoseconds forgiven(time_point now);
  void give_back_waits(time_point now);
  nanoseconds take_from_bank(nanoseconds time);
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
  nanoseconds bank_a_game_;
  nanoseconds slack_;  ///< The CPU time that may be used before reading it is worth the cost.
  sandbox::Process& process_;
  const RefereeDelay* own_;
  int open_ = 0;
  time_point since_;  ///< The time when the oldest open question was sent, or the last answer came.
  time_point due_;
  time_point waits_marked_;
  Waits waits_;        ///< State when the first of the open questions was sent, or slightly before.
  time_point looked_;  ///< The time of the last look().
  Interval interval_;  ///< The one that the next look ends.
  nanoseconds seen_waiting_{0};
  nanoseconds forgiven_{0};  ///< The waits of agent and referee, as far as they are forgiven.
  nanoseconds cpu_{0};       ///< The value read at cpu_read_.
  time_point cpu_read_;
  nanoseconds cpu_since_{0};  ///< The value of cpu_ at since_.
  nanoseconds credit_{0};
  nanoseconds sleep_allowance_ = kSleepAllowance;  ///< The rest at wall_read_.
  time_point wall_read_;
  nanoseconds refunded_{
      0};  ///< The part of the waits since waits_ that sleep_allowance_ was given back.
  nanoseconds bank_{0};  ///< The rest of the banks of all games in play.
  int games_ = 0;        ///< The number of games in play.
  nanoseconds charged_{0};
  bool slept_too_long_ = false;
  time_point first_asked_;
  time_point off_turn_since_;
  bool measured_ = false;     ///< cpu_ was read at off_turn_since_.
  time_point last_measured_;  ///< The end of the last off-turn time that was measured.
  int unmeasured_ = 0;        ///< The number of off-turn times since then.
  nanoseconds off_turn_{0};
  bool overused_ = false;
};

}  // namespace danno::referee::protocol
