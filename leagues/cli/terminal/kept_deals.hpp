// What a run that was stopped has kept, and how long its deals take.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "leagues/play/runner.hpp"

namespace danno::leagues::cli::terminal {

class KeptDeals {
 public:
  explicit KeptDeals(int shards) : shards_(shards) {}

  /// Returns an observer that counts what is played.
  [[nodiscard]] play::Observer observer() {
    return [this](const play::Played& played) { deals_ += played.deals.size(); };
  }
  /// Returns "out of time; 62 deals are stored, one takes about 0.3 s", with `kept` for "stored".
  [[nodiscard]] std::string text(play::RunEnd end, const std::string& kept) const;

 private:
  using Clock = std::chrono::steady_clock;
  int shards_;
  std::uint64_t deals_ = 0;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace danno::leagues::cli::terminal
