// The current rate of a count, without its slow beginning, in which processes start.
#pragma once

#include <chrono>
#include <cstdint>

namespace danno::leagues::play {

/// Measures over a period that ends now and covers a half to three quarters of the whole time, so
/// that the beginning is forgotten as the time doubles.
class RecentRate {
 public:
  using Clock = std::chrono::steady_clock;

  RecentRate(Clock::time_point start, std::uint64_t count);
  /// Sets the count at a time; neither may decrease.
  void add(Clock::time_point now, std::uint64_t count);
  /// Returns the rate per second as of the last add(); 0 before the first.
  [[nodiscard]] double per_second() const;

 private:
  struct Mark {
    Clock::time_point at;
    std::uint64_t count;
  };
  Mark start_;
  Mark since_;
  Mark halfway_;
  Mark last_;
};

}  // namespace danno::leagues::play
