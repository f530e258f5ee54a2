// Who plays, and what they are held to.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/sandbox/launcher.hpp"

namespace danno::referee::talk {

/// How long a process plays, where all goes well: on and on, the deals of a line-up that a shard
/// plays on end, or one game of a deal only, with one question open at a time.
enum class Fresh { Never, LineUp, Game };

/// A program that plays, and what tables call it.
struct Agent {
  std::string name;
  std::vector<std::string> command;
  std::filesystem::path folder;
  /// Why its program cannot start, as far as that is known without trying; its `never-ready` tells.
  /// More lines than one: what its build said.
  std::string problem = {};
  Fresh fresh = Fresh::Never;  ///< Limits::fresh may ask for more.
  friend bool operator==(const Agent&, const Agent&) = default;
};

/// What agents are held to. Times are thinking time; see docs/protocol.md for how it is measured.
struct Limits {
  std::chrono::milliseconds answer{100};
  std::chrono::milliseconds start{5000};
  int memory_mb = 256;
  int max_faults = 10;  ///< Of one agent in one line-up; then the rest is forfeited.
  sandbox::Isolation isolation = sandbox::Isolation::Strict;
  /// Agents are stopped while they owe no answer. Nothing said: with the exact clock and an answer
  /// limit of kLeastFreeze, beside which the cost of stopping (50 us a turn) is nothing.
  std::optional<bool> freeze;
  Fresh fresh = Fresh::Never;  ///< Of all agents.
  static constexpr std::chrono::milliseconds kLeastFreeze{10};

  [[nodiscard]] bool freezes(bool exact_clock) const {
    return freeze.value_or(exact_clock && answer >= kLeastFreeze);
  }
};

/// What the agent's build said, by lines; empty where it did not fail.
[[nodiscard]] std::vector<std::string> build_output(const Agent& agent);

[[nodiscard]] inline Fresh freshness(const Agent& agent, const Limits& limits) {
  return std::max(agent.fresh, limits.fresh);
}

}  // namespace danno::referee::talk
