#include "referee/talk/stolen_time.hpp"

#include <unistd.h>

#include <algorithm>

namespace danno::referee::talk {

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

}  // namespace danno::referee::talk
