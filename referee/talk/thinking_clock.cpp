#include "referee/talk/thinking_clock.hpp"

#include <algorithm>
#include <thread>

namespace danno::referee::talk {
namespace {

using namespace std::chrono_literals;

// Reading waits costs a few microseconds: marks may be this old. What an agent waited before its
// question is then credited to it, so an old mark errs in the agent's favour.
constexpr auto kMarkAge = 20ms;
constexpr auto kLeastCheck = 1ms;
// Off-turn times are measured so often; a longer one always, and it stands for itself only.
constexpr auto kMeasureEvery = 1ms;
// The part of the limit that may be used before it is worth reading.
constexpr int kSlackShare = 64;
constexpr std::chrono::nanoseconds kMostSlack = 10ms;
constexpr std::chrono::nanoseconds kLeastGuard = 1s;

const int kProcessors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));

}  // namespace

ThinkingClock::ThinkingClock(Mode mode, nanoseconds limit, const sandbox::Process& process,
                             const OwnWait& own)
    : mode_(mode),
      limit_(limit),
      slack_(std::min<nanoseconds>(limit / kSlackShare, kMostSlack)),
      process_(process),
      own_(own) {}

void ThinkingClock::asked(int count) {
  time_point now = own_.now();
  if (open_ == 0) {
    if (now - waits_marked_ > kMarkAge) {
      mark_waits(now);
      now = own_.now();  // a wait before the marks is in none of them
    }
    since_ = now;
    end_off_turn(now);
    if (worth_reading(now)) read_cpu(now);
    cpu_since_ = cpu_;
    credit_ = slack_;
  }
  open_ += count;
  credit_ = std::min(credit_ + count * limit_, open_ * limit_ + slack_);
  due_ = now + std::max<nanoseconds>(mode_ == Mode::Exact ? limit_ : credit_, kLeastCheck);
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
  // Where it was not read at the begin, what may have been used on turn since then is not counted.
  const nanoseconds on_turn = (off_turn_since_ - cpu_read_) * kProcessors;
  const nanoseconds before = cpu_;
  read_cpu(now);
  const nanoseconds used = std::max<nanoseconds>(cpu_ - before - on_turn, 0ns);
  off_turn_ += used * (stands_alone ? 1 : unmeasured_);
  last_measured_ = now;
  unmeasured_ = 0;
  if (off_turn_ <= kLeastOveruse) return;
  const std::chrono::duration<double> lived = (now - first_asked_) - process_.wait_time();
  overused_ = off_turn_ > kOveruseShare * lived;
}

void ThinkingClock::skip(nanoseconds time) {
  for (time_point* const mark :
       {&since_, &waits_marked_, &cpu_read_, &first_asked_, &off_turn_since_, &last_measured_}) {
    if (*mark != time_point()) *mark += time;
  }
}

bool ThinkingClock::late(time_point now) {
  return mode_ == Mode::Exact ? late_by_wall(now) : late_by_cpu(now);
}

bool ThinkingClock::late_by_wall(time_point now) {
  const nanoseconds wall = now - since_;
  charged_ = wall;
  if (wall <= limit_) return false;
  charged_ = std::max(wall_less_waits(now), std::min(wall, process_.cpu_time() - cpu_ - slack_));
  return charged_ > limit_;
}

bool ThinkingClock::late_by_cpu(time_point now) {
  if (worth_reading(now)) {
    const nanoseconds before = cpu_;
    read_cpu(now);
    credit_ -= cpu_ - before;
  }
  charged_ = cpu_ - cpu_since_;
  if (credit_ < 0ns) return true;
  if (now - since_ <= guard() || wall_less_waits(now) <= guard()) return false;
  charged_ = wall_less_waits(now);
  return true;
}

void ThinkingClock::settle(int count, time_point now) {
  open_ -= count;
  since_ = now;
  cpu_since_ = cpu_;
  if (open_ == 0) begin_off_turn(now);
  credit_ = std::min(credit_, open_ * limit_ + slack_);
  due_ = now + std::max<nanoseconds>(mode_ == Mode::Exact ? limit_ : credit_, kLeastCheck);
}

bool ThinkingClock::overdue(time_point now) {
  const bool waiting = process_.runnable();
  if (!waiting || mode_ == Mode::Cpu) {
    if (late(now) && (!waiting || credit_ < 0ns)) return true;
  } else {
    // It may be waiting for a processor since the question: only what it has used counts.
    charged_ = process_.cpu_time() - cpu_ - slack_;
    if (charged_ > limit_) return true;
  }
  const nanoseconds left =
      mode_ == Mode::Exact ? limit_ - charged_ : std::min(credit_, guard() - wall_less_waits(now));
  due_ = now + std::clamp<nanoseconds>(left, kLeastCheck, guard());
  return false;
}

std::chrono::nanoseconds ThinkingClock::guard() const {
  return std::max(kLeastGuard, 2 * std::max(open_, 1) * limit_);
}

void ThinkingClock::mark_waits(time_point now) {
  agent_wait_ = process_.wait_time();
  own_wait_ = own_.read();
  stolen_ = own_.stolen(now);
  waits_marked_ = now;
}

ThinkingClock::Spent ThinkingClock::spent(time_point now) const {
  return {now - since_, process_.wait_time() - agent_wait_, own_.read() - own_wait_,
          own_.stolen_since(stolen_)};
}

std::chrono::nanoseconds ThinkingClock::wall_less_waits(time_point now) const {
  const Spent time = spent(now);
  return time.wall - std::max(time.agent_waited + time.referee_waited, nanoseconds(0)) -
         time.stolen;
}

}  // namespace danno::referee::talk
