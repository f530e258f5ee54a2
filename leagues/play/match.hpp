// A match: so many deals of one line-up, counted as they are played.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/play/runner.hpp"
#include "leagues/ratings/results.hpp"
#include "leagues/scores/luck_sums.hpp"
#include "leagues/scores/solved_game.hpp"
#include "leagues/scores/tally.hpp"

namespace danno::leagues::play {

/// Longer matches are not adjusted: without it their intervals are narrow, and they measure speed.
inline constexpr std::uint64_t kMostAdjusted = 10'000;

/// What was played, all lists by agent of the line-up.
struct MatchResult {
  explicit MatchResult(std::size_t agents);

  RunEnd end = RunEnd::Complete;
  std::uint64_t deals = 0;
  std::uint64_t deals_before = 0;  ///< Of them, in earlier runs of the same match.
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  double seconds = 0;
  bool alike = true;  ///< All decided alike: each deal's games are the same.
  std::vector<scores::AgentTally> tallies;
  std::array<std::int64_t, 5> cells{};  ///< Of two: deals by the first one's half points.
  ratings::Results results;
  std::optional<scores::LuckSums> luck;      ///< Of all deals, with `adjusted`.
  std::string values;                        ///< The name of the values it is by; empty: no luck.
  std::optional<ratings::Results> adjusted;  ///< With the luck of the dice taken out.
  std::vector<std::chrono::nanoseconds> cpu;
  std::optional<referee::record::GameRecord> first_game;
};

/// Plays so many deals of the line-up after those of `before`, or until `options` or a stop ends
/// it; see run(). Results are adjusted by `values`, those of the line-up's rules and of `before`;
/// if they are null, or `before` has deals and no luck, they are not. That is for kMostAdjusted
/// deals, and no part of `seconds`.
[[nodiscard]] MatchResult play_match(const referee::play::LineUp& line_up, std::uint64_t deals,
                                     const RunOptions& options, std::span<const Observer> observers,
                                     const scores::SolvedGame* values, MatchResult before);

}  // namespace danno::leagues::play
