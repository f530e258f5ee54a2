// Detects whether somebody outside stopped an agent by a signal or froze its control group. No
// account of the kernel records for how long, so this is checked regularly.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace danno::referee::sandbox {

/// Returns whether `root` or any process below it is stopped or frozen: state T of /proc/PID/stat,
/// proc(5); freezer.state or cgroup.events of its group.
[[nodiscard]] bool stands_still(pid_t root);

class Stillness {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  void look(pid_t root) { look(stands_still(root), std::chrono::steady_clock::now()); }
  /// Records a look. The time between two looks counts if either of them found it stopped; before
  /// the first look, at most kLookBack counts.
  void look(bool still, time_point now);
  static constexpr std::chrono::milliseconds kLookBack{200};

  /// The start of the current stop; nullopt if it was running at the last look.
  [[nodiscard]] std::optional<time_point> since() const { return since_; }
  [[nodiscard]] std::chrono::nanoseconds sum() const { return sum_; }

 private:
  std::optional<time_point> since_;
  time_point looked_;
  std::chrono::nanoseconds sum_{0};
};

}  // namespace danno::referee::sandbox
