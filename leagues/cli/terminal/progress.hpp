// Lines on stderr that tell how far a run is. At a terminal one live line is written over and over,
// from the first second on, and taken away at the end. Elsewhere what takes less than half a minute
// says nothing, and a long run a line each half minute.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/recent_rate.hpp"
#include "leagues/play/runner.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::cli::terminal {

class Progress {
 public:
  /// Games wanted in all (0: nobody knows yet), and of them played before.
  Progress(const Invocation& invocation, std::uint64_t wanted, std::uint64_t played);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Takes the live line away.
  ~Progress();

  /// Deals that were just played, by agents of these names.
  void add(std::span<const referee::play::DealResult> deals, std::span<const std::string> names);
  /// Has add() called with all that is played.
  [[nodiscard]] play::Observer observer();
  /// Text for the end of the lines from now on.
  void note(std::string text) { note_ = std::move(text); }

 private:
  [[nodiscard]] std::string line() const;
  void show();

  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool live_;
  std::uint64_t wanted_;
  std::uint64_t played_;
  RecentRate rate_;
  Clock::time_point next_;
  bool shown_ = false;
  std::map<std::string, std::uint64_t> faults_;  // by agent
  std::string note_;
};

/// Takes away the live line of a Progress, if one may stand there: other text comes.
void clear_live_line(const Invocation& invocation);

/// Tells at a terminal how far something is that counts: "12,345 of 40,401 standings solved", once
/// it has taken a second.
class WorkProgress {
 public:
  explicit WorkProgress(const Invocation& invocation);
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;
  /// Takes the live line away.
  ~WorkProgress();

  void show(std::string_view what, std::uint64_t done, std::uint64_t of);

 private:
  using Clock = std::chrono::steady_clock;
  bool live_;
  bool shown_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

/// "2 h 5 min", "12 s".
[[nodiscard]] std::string show_duration(std::chrono::duration<double> duration);

}  // namespace danno::leagues::cli::terminal
