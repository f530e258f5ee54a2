#include "leagues/play/recent_rate.hpp"

#include <algorithm>

namespace danno::leagues::play {

RecentRate::RecentRate(Clock::time_point start, std::uint64_t count)
    : start_{start, count}, since_(start_), halfway_(start_), last_(start_) {}

void RecentRate::add(Clock::time_point now, std::uint64_t count) {
  last_ = {now, count};
  if (now - start_.at < 2 * (halfway_.at - start_.at)) return;
  since_ = halfway_;
  halfway_ = last_;
}

double RecentRate::per_second() const {
  const std::chrono::duration<double> took = last_.at - since_.at;
  return static_cast<double>(last_.count - since_.count) / std::max(took.count(), 1e-3);
}

}  // namespace danno::leagues::play
