// How fast a count grows now: without its slow beginning, in which processes start.
#pragma once

#include <chrono>
#include <cstdint>

namespace danno::leagues::cli::terminal {

/// Measures since a time that lies between a half and three quarters of the whole back: what
/// happened only at the beginning is forgotten as the time doubles.
class RecentRate {
 public:
  using Clock = std::chrono::steady_clock;

  RecentRate(Clock::time_point start, std::uint64_t count);
  /// The count at that time; neither may go back.
  void add(Clock::time_point now, std::uint64_t count);
  /// Of the last add(), a second; 0 before the first.
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

}  // namespace danno::leagues::cli::terminal
