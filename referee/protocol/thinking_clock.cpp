#include "referee/protocol/thinking_clock.hpp"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace danno::referee::protocol {
namespace {

using namespace std::chrono_literals;

// The maximum age of a reading, because reading costs a microsecond. It applies if no long sleep
// intervened.
constexpr auto kReadAge = 20ms;
constexpr auto kLongSleep = 1ms;
// The kernel's wake-ups are late by up to some milliseconds.
constexpr auto kLeastGap = 2ms;

// Reading waits costs a few microseconds: marks may be this old. What an agent waited before its
// question is then credited to it, so an old mark errs in the agent's favour.
constexpr auto kMarkAge = 20ms;
constexpr auto kLeastCheck = 1ms;
// The shortest time between two measured off-turn times. A longer off-turn time is always measured,
// and counts for itself only.
constexpr auto kMeasureEvery = 1ms;
// Every wake-up of the referee may look; at least this part of the limit lies between two looks.
constexpr int kLookShare = 16;
// The part of the limit that may be used before it is worth reading.
constexpr int kSlackShare = 64;
constexpr std::chrono::nanoseconds kMostSlack = 10ms;
// The longest delay of a look at a clock; a wait may end at any time.
constexpr std::chrono::nanoseconds kMostCheck = 1s;

const int kProcessors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));

}  // namespace

RefereeDelay::StolenMark RefereeDelay::stolen(time_point now) const {
  if (!stolen_ || now - stolen_read_ > kOldest) {
    stolen_ = std::make_shared<const std::vector<std::int64_t>>(machine_.stolen_ticks());
    stolen_read_ = now;
  }
  return stolen_;
}

std::chrono::nanoseconds RefereeDelay::stolen_since(const StolenMark& mark) const {
  static const auto kTick =
      std::chrono::nanoseconds(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
  if (!mark) return {};
  const std::vector<std::int64_t> now = machine_.stolen_ticks();
  std::int64_t most = 0;
  bool any = false;
  for (std::size_t i = 0; i < std::min(now.size(), mark->size()); ++i) {
    most = std::max(most, now[i] - (*mark)[i]);
    any = any || now[i] > 0;
  }
  return any ? (most + 1) * kTick : std::chrono::nanoseconds(0);
}

void RefereeDelay::begin_listening() {
  began_ = machine_.now();
  nanoseconds deaf = began_ - heard_;
  // The time that it waited for a processor is counted already.
  if (deaf > kLeastGap && queue_read_ == heard_) deaf -= machine_.own_wait() - queued_;
  deaf_ += std::max<nanoseconds>(deaf, 0ns);
  if (began_ - queue_read_ >= kReadAge) read_queue(began_);
}

RefereeDelay::time_point RefereeDelay::end_listening(nanoseconds timeout) {
  heard_ = machine_.now();
  const nanoseconds slept = heard_ - began_;
  // A short sleep cannot hide that the thread was stopped, and reading the queue has a price.
  if (slept < kLongSleep) return heard_;
  const nanoseconds before = queued_;
  read_queue(heard_);
  const nanoseconds gap = slept - timeout;
  // A wait for a processor explains a late wake-up. Any other gap means that the thread was
  // stopped.
  if (gap > kLeastGap && gap - (queued_ - before) > kLeastGap) deaf_ += slept;
  return heard_;
}

void RefereeDelay::read_queue(time_point now) {
  queued_ = machine_.own_wait();
  queue_read_ = now;
}

// Mode Cpu keeps two token buckets. A question adds the limit to both; they hold no more than the
// open questions and a fixed allowance.
//
//                      drained by       refilled by    holds at most
//   credit_            CPU time         a question     open * limit + slack_
//   sleep_allowance_   wall time        a question,    open * limit + kSleepAllowance
//                                       all waits
//   bank_              both, when they are empty       games * bank of a game
//
// An answer is late when a bucket stays empty after the bank was used. CPU time is read rarely:
// what is not read yet is at most slack_, which every credit includes. The wall time is known
// anyway. The waits cost several system calls, so they are given back only when the allowance is
// used up.
ThinkingClock::ThinkingClock(Mode mode, nanoseconds limit, nanoseconds bank,
                             sandbox::Process& process, const RefereeDelay& own)
    : mode_(mode),
      limit_(limit),
      bank_a_game_(bank),
      slack_(std::min<nanoseconds>(limit / kSlackShare, kMostSlack)),
      process_(process),
      own_(&own) {}

void ThinkingClock::begin_game() {
  ++games_;
  bank_ += bank_a_game_;
}

void ThinkingClock::end_game() {
  --games_;
  bank_ = std::min(bank_, games_ * bank_a_game_);
}

void ThinkingClock::asked(int count) {
  time_point now = own_->now();
  if (open_ == 0) {
    if (now - waits_marked_ > kMarkAge) {
      waits_ = waits_at(now);
      waits_marked_ = now;
      refunded_ = 0ns;
      const nanoseconds cpu = process_.cpu_time();
      now = own_->now();  // a wait before the marks is in none of them
      interval_ = {now, waits_.referee, cpu};
    }
    since_ = wall_read_ = now;
    // The agent owed nothing until now, so CPU time up to here is not the question's.
    end_off_turn(now);
    if (worth_reading(now)) read_cpu(now);
    cpu_since_ = cpu_;
    // CPU time since the last reading, at most slack_, may be charged to this question by mistake.
    credit_ = slack_;
  }
  wait_by_the_wall(now);
  open_ += count;
  credit_ = std::min(credit_ + count * limit_, open_ * limit_ + slack_);
  sleep_allowance_ = std::min(sleep_allowance_ + count * limit_, max_sleep_allowance());
  set_due(now);
}

void ThinkingClock::wait_by_the_wall(time_point now) {
  sleep_allowance_ -= now - wall_read_;
  wall_read_ = now;
}

void ThinkingClock::set_due(time_point now) {
  const nanoseconds left = mode_ == Mode::Exact ? limit_ : std::min(credit_, sleep_allowance_);
  due_ = now + std::max<nanoseconds>(left + bank_, kLeastCheck);
}

bool ThinkingClock::worth_reading(time_point now) const {
  return (now - cpu_read_) * kProcessors > slack_;
}

void ThinkingClock::read_cpu(time_point now) {
  cpu_ = process_.cpu_time();
  cpu_read_ = now;
}

void ThinkingClock::begin_off_turn(time_point now) {
  off_turn_since_ = now;
  measured_ = now - last_measured_ >= kMeasureEvery;
  if (measured_) read_cpu(now);
}

void ThinkingClock::end_off_turn(time_point now) {
  if (first_asked_ == time_point()) {  // starting up is no overuse
    first_asked_ = now;
    return;
  }
  ++unmeasured_;
  const bool stands_alone = now - off_turn_since_ >= kMeasureEvery;
  if (!measured_ && !stands_alone) return;
  // If the CPU time was not read at the begin, what may have been used on turn since then is not
  // counted.
  const nanoseconds on_turn = (off_turn_since_ - cpu_read_) * kProcessors;
  const nanoseconds before = cpu_;
  read_cpu(now);
  const nanoseconds used = std::max<nanoseconds>(cpu_ - before - on_turn, 0ns);
  // A short time that was measured stands for those before it that were not.
  off_turn_ += used * (stands_alone ? 1 : unmeasured_);
  last_measured_ = now;
  unmeasured_ = 0;
  if (off_turn_ <= kLeastOveruse) return;
  // A thread that waits for a processor cannot use one, so this time does not count.
  const std::chrono::duration<double> lived = (now - first_asked_) - process_.wait_time();
  overused_ = off_turn_ > kOveruseShare * lived;
}

void ThinkingClock::skip(nanoseconds time) {
  // All marks move on by the time of the stop, as if it had not passed.
  for (time_point* const mark : {&since_, &waits_marked_, &wall_read_, &cpu_read_, &first_asked_,
                                 &off_turn_since_, &last_measured_, &looked_, &interval_.begin}) {
    if (*mark != time_point()) *mark += time;
  }
}

void ThinkingClock::move_to(const RefereeDelay& own) {
  own_ = &own;
  waits_marked_ = {};  // the marks are the other thread's
}

bool ThinkingClock::late(time_point now) {
  return mode_ == Mode::Exact ? late_by_wall(now) : late_by_cpu(now);
}

bool ThinkingClock::late_by_wall(time_point now) {
  const nanoseconds wall = now - since_;
  charged_ = wall;
  if (wall <= limit_) return false;
  // Waits may explain the excess. The CPU time used is charged in any case, up to the wall time.
  // Otherwise threads that wait for each other would think at no charge.
  charged_ = std::max(wall_less_waits(now), std::min(wall, process_.cpu_time() - cpu_ - slack_));
  return charged_ > limit_ + bank_;
}

bool ThinkingClock::late_by_cpu(time_point now) {
  if (worth_reading(now)) {
    const nanoseconds before = cpu_;
    read_cpu(now);
    credit_ -= cpu_ - before;
    const nanoseconds taken = take_from_bank(-credit_);
    credit_ += taken;
    sleep_allowance_ += taken;  // or the wall would take it again
  }
  charged_ = cpu_ - cpu_since_;
  // An agent within its CPU time may have slept instead of answering; only the wall time shows
  // that.
  slept_too_long_ = credit_ >= 0ns && sleeps_too_long(now);
  return credit_ < 0ns || slept_too_long_;
}

bool ThinkingClock::sleeps_too_long(time_point now) {
  wait_by_the_wall(now);
  if (sleep_allowance_ >= 0ns) return false;
  // The waits are read only now. What they do not cover is taken from the bank.
  give_back_waits(now);
  sleep_allowance_ += take_from_bank(-sleep_allowance_);
  if (sleep_allowance_ >= 0ns) return false;
  charged_ = max_sleep_allowance() - sleep_allowance_;
  return true;
}

void ThinkingClock::give_back_waits(time_point now) {
  const nanoseconds lost = forgiven(now) + own_->stolen_since(waits_.stolen);
  // `lost` counts from waits_ on, so the part that was given back before is subtracted.
  sleep_allowance_ =
      std::min(sleep_allowance_ + std::max(lost - refunded_, 0ns), max_sleep_allowance());
  refunded_ = std::max(lost, refunded_);
}

/// Returns what the banks had of it.
std::chrono::nanoseconds ThinkingClock::take_from_bank(nanoseconds time) {
  const nanoseconds taken = std::clamp(time, 0ns, bank_);
  bank_ -= taken;
  return taken;
}

std::chrono::nanoseconds ThinkingClock::used(time_point now) {
  return now - since_ <= limit_ ? charged_ : std::max(charged_, wall_less_waits(now));
}

void ThinkingClock::on_answered(int count, time_point now) {
  wait_by_the_wall(now);
  // Answers that were read together share one time. The first of them pays, since it sets since_.
  if (mode_ == Mode::Exact && now > since_) take_from_bank(charged_ - limit_);
  open_ -= count;
  since_ = now;
  cpu_since_ = cpu_;
  if (open_ == 0) begin_off_turn(now);
  // Unused time is not saved up: the buckets shrink to what the remaining questions allow.
  credit_ = std::min(credit_, open_ * limit_ + slack_);
  sleep_allowance_ = std::min(sleep_allowance_, max_sleep_allowance());
  // The next questions have new marks of waits.
  if (mode_ == Mode::Cpu && open_ == 0 && sleep_allowance_ < kSleepAllowance) give_back_waits(now);
  set_due(now);
}

void ThinkingClock::look(time_point now) {
  // Looks cost system calls, so answers in time cause none.
  if (now - std::max(since_, looked_) < std::max<nanoseconds>(limit_ / kLookShare, kLeastCheck))
    return;
  end_interval(now);
}

/// Adds what is forgiven of the time since the last look. Agent and referee may have waited at the
/// same time, and other threads of the agent may have computed meanwhile. An interval therefore
/// forgives its wall time less the CPU time at most.
void ThinkingClock::end_interval(time_point now) {
  const sandbox::TreeTimes tree = process_.look_at_tree();
  // The referee may have waited since `now`; then the time belongs to this interval, too.
  const Interval next{own_->now(), own_->read(), process_.cpu_time()};
  // The first look after a question also finds times from before it, so it counts the accounts'.
  const bool is_first = looked_ < since_;
  const nanoseconds in_tree = is_first ? 0ns : std::min<nanoseconds>(tree.waited, now - looked_);
  const nanoseconds cpu = is_first ? next.cpu - interval_.cpu : tree.cpu;
  seen_waiting_ += in_tree;
  // The account has a wait when it ends, so what no look has seen may be of earlier intervals.
  const nanoseconds late = std::max<nanoseconds>(
      waits_.seen_waiting + process_.wait_time() - waits_.agent - seen_waiting_, 0ns);
  seen_waiting_ += late;
  const nanoseconds most = std::max<nanoseconds>(next.begin - interval_.begin - cpu, 0ns);
  const nanoseconds referee = next.referee - interval_.referee;
  forgiven_ += std::clamp<nanoseconds>((is_first ? late : in_tree) + referee, 0ns, most);
  if (!is_first) forgiven_ += late;
  forgiven_ = std::min<nanoseconds>(forgiven_, waits_.forgiven + (next.begin - waits_marked_));
  interval_ = next;
  looked_ = now;
}

/// Returns what is forgiven of the time since waits_.
std::chrono::nanoseconds ThinkingClock::forgiven(time_point now) {
  if (looked_ != now) end_interval(now);
  return forgiven_ - waits_.forgiven;
}

bool ThinkingClock::overdue(time_point now) {
  // The kernel counts a wait for a processor only when it ends. A process that waits now is
  // therefore not late by wall time, whatever the account says.
  const bool waiting = process_.runnable();
  if (!waiting || mode_ == Mode::Cpu) {
    if (late(now) && (!waiting || credit_ < 0ns)) return true;
  } else {
    // It may be waiting for a processor since the question: only what it has used counts.
    charged_ = process_.cpu_time() - cpu_ - slack_;
    if (charged_ > limit_ + bank_) return true;
  }
  const nanoseconds left =
      mode_ == Mode::Exact ? limit_ - charged_ : std::min(credit_, sleep_allowance_);
  due_ = now + std::clamp<nanoseconds>(left + bank_, kLeastCheck, kMostCheck);
  return false;
}

ThinkingClock::Waits ThinkingClock::waits_at(time_point now) const {
  return {process_.wait_time(), seen_waiting_, own_->read(), forgiven_, own_->stolen(now)};
}

ThinkingClock::Spent ThinkingClock::spent(time_point now) const {
  return {now - since_,
          std::max(process_.wait_time() - waits_.agent, seen_waiting_ - waits_.seen_waiting),
          own_->read() - waits_.referee, own_->stolen_since(waits_.stolen)};
}

std::chrono::nanoseconds ThinkingClock::wall_less_waits(time_point now) {
  return now - since_ - forgiven(now) - own_->stolen_since(waits_.stolen);
}

}  // namespace danno::referee::protocol
