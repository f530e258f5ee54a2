// How many deals of a line-up are in flight: one at first, more whenever they end soon.
//
// Many at once save time with agents that answer at once. With agents that think they would only
// keep all results waiting: as many would be begun, and none done.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace danno::referee::play {

class Window {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  /// Begins with `first` deals; there are never more than `most`.
  Window(std::size_t first, std::size_t most)
      : most_(most), deals_(std::clamp(first, kLeast, most)) {}

  [[nodiscard]] std::size_t deals() const { return deals_; }

  /// A deal begins.
  void begin_deal(time_point now) {
    if (begun_) return;
    begun_ = true;
    round_ = now;
  }
  /// A deal is over. After as many as are in flight the number is set anew.
  void end_deal(time_point now) {
    if (++ended_ < deals_) return;
    if (now - round_ <= kSoon) {
      deals_ = std::min(deals_ * growth(now - round_), most_);
    } else if (now - round_ > kLate) {
      deals_ = std::max(deals_ / 2, kLeast);
    }
    ended_ = 0;
    round_ = now;
  }

 private:
  static constexpr std::size_t kLeast = 1;
  /// Twice as many will be done within kLate.
  static constexpr std::chrono::seconds kSoon{1};
  static constexpr std::chrono::seconds kLate{2};

  /// Where a round took so little time, so many times as many deals take at most kSoon.
  static std::size_t growth(std::chrono::nanoseconds round) {
    const auto times = std::chrono::nanoseconds(kSoon) / std::max(round, kShortest);
    return std::max<std::size_t>(2, static_cast<std::size_t>(times));
  }
  static constexpr std::chrono::nanoseconds kShortest = std::chrono::milliseconds(1);

  std::size_t most_;
  std::size_t deals_;
  std::size_t ended_ = 0;  ///< Deals of this round.
  bool begun_ = false;
  time_point round_;
};

}  // namespace danno::referee::play
