// A match: so many deals of one line-up, counted as they are played.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "leagues/play/runner.hpp"
#include "leagues/ratings/results.hpp"
#include "leagues/scores/tally.hpp"
#include "referee/record/fault.hpp"

namespace danno::leagues::play {

/// What was played, all lists by agent of the line-up.
struct MatchResult {
  explicit MatchResult(std::size_t agents);

  RunEnd end = RunEnd::Complete;
  std::uint64_t deals = 0;
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  double seconds = 0;
  std::vector<scores::AgentTally> tallies;
  ratings::Results results;
  std::vector<std::chrono::nanoseconds> cpu;
  std::vector<std::optional<referee::record::Fault>> first_faults;
  std::optional<referee::record::GameRecord> first_game;
};

/// Plays deals [0, deals) of the line-up, or until `options` or a stop ends it; see run().
[[nodiscard]] MatchResult play_match(const referee::play::LineUp& line_up, std::uint64_t deals,
                                     const RunOptions& options,
                                     std::span<const Observer> observers);

}  // namespace danno::leagues::play
