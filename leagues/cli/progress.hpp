// The progress of a run on stderr. At a terminal it is one line that is overwritten, from the first
// second on, and erased at the end. Elsewhere a long run writes a line every half minute.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "leagues/cli/invocation.hpp"
#include "leagues/runner/runner.hpp"
#include "referee/play/line_up.hpp"
#include "referee/protocol/agent.hpp"

namespace danno::leagues::cli {

class Progress {
 public:
  /// `wanted` is the number of games in all (0 if not known yet), `played` those of earlier runs.
  Progress(const Invocation& invocation, std::uint64_t wanted, std::uint64_t played);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Erases the live line.
  ~Progress();

  /// Adds games of which nothing else is known.
  void add(std::uint64_t games);
  /// Returns an observer that adds everything that is played, with its faults.
  [[nodiscard]] runner::Observer observer();
  /// Sets a text for the end of the lines from now on.
  void note(std::string text) { note_ = std::move(text); }

 private:
  [[nodiscard]] std::string line() const;
  void show();

  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool live_;
  std::uint64_t wanted_;
  std::uint64_t played_;
  runner::RecentRate rate_;
  Clock::time_point next_;
  std::map<std::string, std::uint64_t> faults_;  // by agent
  std::string note_;
};

/// Counts answers that used more than the limit each, which other open questions or a time bank
/// allowed, and warns of agents that often need more.
class SlowAnswers {
 public:
  explicit SlowAnswers(const Invocation& invocation) : quiet_(invocation.quiet) {}
  SlowAnswers(const SlowAnswers&) = delete;
  SlowAnswers& operator=(const SlowAnswers&) = delete;
  /// Warns on stderr of each agent with at least one such answer in a hundred.
  ~SlowAnswers();

  /// Returns an observer that counts; the object must outlive it.
  [[nodiscard]] runner::Observer observer();

 private:
  struct Counted {
    referee::protocol::Effort effort;
    referee::protocol::Limits limits;
  };
  bool quiet_;
  std::map<std::string, Counted> by_agent_;
};

/// Counts the deals that a run has kept, and how long they take.
class SavedDeals {
 public:
  explicit SavedDeals(int shards) : shards_(shards) {}

  /// Returns an observer that counts what is played.
  [[nodiscard]] runner::Observer observer() {
    return [this](const runner::Played& played) { deals_ += played.deals.size(); };
  }
  /// Returns "out of time; 62 deals are stored, one takes about 0.3 s", with `kept` for "stored".
  [[nodiscard]] std::string text(runner::RunEnd end, const std::string& kept) const;

 private:
  using Clock = std::chrono::steady_clock;
  int shards_;
  std::uint64_t deals_ = 0;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace danno::leagues::cli
