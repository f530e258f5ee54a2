// Who plays, and what they are held to.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/sandbox/launcher.hpp"

namespace danno::referee::talk {

/// A program that plays, and what tables call it.
struct Agent {
  std::string name;
  std::vector<std::string> command;
  std::filesystem::path folder;
  /// Why its program cannot start, as far as that is known without trying; its `never-ready` tells.
  /// More lines than one: what its build said.
  std::string problem = {};
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
  static constexpr std::chrono::milliseconds kLeastFreeze{10};

  [[nodiscard]] bool freezes(bool exact_clock) const {
    return freeze.value_or(exact_clock && answer >= kLeastFreeze);
  }
};

}  // namespace danno::referee::talk
