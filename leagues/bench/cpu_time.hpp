// The processor time of a measurement, and the processor that it runs on.
#pragma once

#include <sched.h>

#include <algorithm>
#include <chrono>

namespace danno::leagues::bench {

/// User and system time of this process and of all its descendants that have ended and been waited
/// for.
[[nodiscard]] std::chrono::nanoseconds cpu_time();

/// While it lives, this thread and what it starts run on one core only; on all cores if the number
/// is below 0.
class OnCore {
 public:
  explicit OnCore(int core);
  ~OnCore();
  OnCore(const OnCore&) = delete;
  OnCore& operator=(const OnCore&) = delete;

 private:
  cpu_set_t before_;
};

/// The middle one; of an even number the upper.
template <class Values>
[[nodiscard]] auto median(Values values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace danno::leagues::bench
