// The CPU time of a measurement, and the core that it runs on.
#pragma once

#include <sched.h>

#include <algorithm>
#include <chrono>

namespace danno::leagues::bench {

/// Returns user and system time of this process and all its descendants that were waited for.
[[nodiscard]] std::chrono::nanoseconds cpu_time();

/// While it exists, this thread and what it starts run on one core only; on all cores if `core` is
/// below 0.
class OnCore {
 public:
  explicit OnCore(int core);
  ~OnCore();
  OnCore(const OnCore&) = delete;
  OnCore& operator=(const OnCore&) = delete;

 private:
  cpu_set_t before_;
};

/// Returns the median; for an even number of values the upper one.
template <class Values>
[[nodiscard]] auto median(Values values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace danno::leagues::bench
