// How far a run is, on stderr: one live line at a terminal, else a full line each 10 % or 30 s.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/play/line_up.hpp"

namespace danno::cli {

class Progress {
 public:
  /// Games wanted in all, and of them played before.
  Progress(const Session& session, std::uint64_t wanted, std::uint64_t played);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Ends the live line.
  ~Progress();

  /// Deals that were just played, by agents of these names.
  void add(std::span<const referee::DealResult> deals, std::span<const std::string> names);
  /// Text for the end of the lines from now on.
  void note(std::string text) { note_ = std::move(text); }

 private:
  [[nodiscard]] std::string line() const;
  void show();

  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool live_;
  std::uint64_t wanted_;
  std::uint64_t before_;
  std::uint64_t played_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_at_ = start_;
  std::uint64_t shown_tenths_;
  std::map<std::string, std::uint64_t> faults_;  // by agent
  std::string note_;
};

/// "2 h 5 min", "12 s".
[[nodiscard]] std::string show_duration(std::chrono::duration<double> duration);

/// "12,345"
[[nodiscard]] std::string show_count(std::uint64_t count);

}  // namespace danno::cli
