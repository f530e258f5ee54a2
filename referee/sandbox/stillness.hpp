// Whether somebody from outside made an agent stand still: stopped by a signal or frozen with its
// control group. No account of the kernel tells for how long, so it is looked at now and then.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace danno::referee::sandbox {

/// One of these processes, `root` and all below it, is stopped or frozen: state T of
/// /proc/PID/stat, proc(5); freezer.state or cgroup.events of its group.
[[nodiscard]] bool stands_still(pid_t root);

class Stillness {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  void look(pid_t root) { look(stands_still(root), std::chrono::steady_clock::now()); }
  /// What lies between two looks counts if one of them found it still; before the first of them no
  /// more than kLookBack.
  void look(bool still, time_point now);
  static constexpr std::chrono::milliseconds kLookBack{200};

  /// Nothing: at the last look it went on.
  [[nodiscard]] std::optional<time_point> since() const { return since_; }
  [[nodiscard]] std::chrono::nanoseconds sum() const { return sum_; }

 private:
  std::optional<time_point> since_;
  time_point looked_;
  std::chrono::nanoseconds sum_{0};
};

}  // namespace danno::referee::sandbox
