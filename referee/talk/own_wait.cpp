#include "referee/talk/own_wait.hpp"

#include <unistd.h>

#include <algorithm>

namespace danno::referee::talk {
namespace {

using namespace std::chrono_literals;

// Reading costs a microsecond: what was read may be this old, where nobody sleeps for long.
constexpr auto kReadAge = 20ms;
constexpr auto kLongSleep = 1ms;
// The kernel wakes nobody on time to the millisecond.
constexpr auto kLeastGap = 2ms;

}  // namespace

StolenTime::Mark StolenTime::recent(time_point now) {
  if (!mark_ || now - read_ > kOldest) {
    mark_ = std::make_shared<const std::vector<std::int64_t>>(machine_.stolen_ticks());
    read_ = now;
  }
  return mark_;
}

std::chrono::nanoseconds StolenTime::since(const Mark& mark) const {
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

void OwnWait::begin_listening() {
  began_ = machine_.now();
  nanoseconds deaf = began_ - heard_;
  // What it waited for a processor is counted already.
  if (deaf > kLeastGap && queue_read_ == heard_) deaf -= machine_.own_wait() - queued_;
  deaf_ += std::max<nanoseconds>(deaf, 0ns);
  if (began_ - queue_read_ >= kReadAge) read_queue(began_);
}

OwnWait::time_point OwnWait::end_listening(nanoseconds timeout) {
  heard_ = machine_.now();
  const nanoseconds slept = heard_ - began_;
  if (slept < kLongSleep) return heard_;
  const nanoseconds before = queued_;
  read_queue(heard_);
  const nanoseconds gap = slept - timeout;
  if (gap > kLeastGap && gap - (queued_ - before) > kLeastGap) deaf_ += slept;
  return heard_;
}

void OwnWait::read_queue(time_point now) {
  queued_ = machine_.own_wait();
  queue_read_ = now;
}

}  // namespace danno::referee::talk
