// An agent and the limits that it plays under.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/sandbox/launcher.hpp"

namespace danno::referee::protocol {

/// The games that one process of an agent plays if all goes well: those of the whole run, of the
/// deals of one line-up that a shard plays in a row, or one (with one open question at a time).
enum class RestartPolicy { Never, LineUp, Game };

/// A program that plays, and its name in tables.
struct Agent {
  std::string name;
  std::vector<std::string> command;
  std::filesystem::path folder;
  /// Why the program cannot start, if that is known without trying; its `never-ready` fault quotes
  /// it. If the agent's build failed, the further lines are the build's output.
  std::string problem = {};
  RestartPolicy fresh = RestartPolicy::Never;  ///< Limits::fresh may ask for more.
  friend bool operator==(const Agent&, const Agent&) = default;
};

/// The CPU time of an agent's processes, and their answers.
struct Effort {
  std::chrono::nanoseconds cpu{0};
  std::uint64_t answers = 0;
  /// Answers that came together and used more than the limit each, which other open questions or a
  /// time bank allowed.
  std::uint64_t slow_answers = 0;

  Effort& operator+=(const Effort& other) {
    cpu += other.cpu;
    answers += other.answers;
    slow_answers += other.slow_answers;
    return *this;
  }
  friend bool operator==(const Effort&, const Effort&) = default;
};

/// The limits for agents. Times are thinking time; docs/protocol.md defines how it is measured.
struct Limits {
  std::chrono::milliseconds answer{100};
  /// The time bank of a game: what answers may use beyond their limits.
  std::chrono::milliseconds bank{0};
  std::chrono::milliseconds start{5000};
  int memory_mb = 256;
  /// Faults of one agent in one line-up after which its remaining games are forfeited.
  int max_faults = 10;
  sandbox::Isolation isolation = sandbox::Isolation::Strict;
  /// If set, decides whether agents are stopped while they owe no answer. If unset, they are
  /// stopped if the clock is exact and the answer limit is at least kLeastFreeze. The cost of
  /// stopping (50 us a turn) is then negligible.
  std::optional<bool> freeze;
  RestartPolicy fresh = RestartPolicy::Never;  ///< The minimum for all agents.
  static constexpr std::chrono::milliseconds kLeastFreeze{10};

  [[nodiscard]] bool freezes(bool exact_clock) const {
    return freeze.value_or(exact_clock && answer >= kLeastFreeze);
  }
};

/// Returns the output of the agent's failed build, by line; empty if the build did not fail.
[[nodiscard]] std::vector<std::string> build_output(const Agent& agent);

[[nodiscard]] inline RestartPolicy restart_policy(const Agent& agent, const Limits& limits) {
  return std::max(agent.fresh, limits.fresh);
}

}  // namespace danno::referee::protocol
