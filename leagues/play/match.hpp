// A match: a number of deals of one line-up, counted as they are played.
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

/// The number of deals above which a match is not adjusted: its intervals are narrow anyway, and it
/// measures speed.
inline constexpr std::uint64_t kMostAdjusted = 10'000;

/// The result of a match; lists are by agent of the line-up.
struct MatchResult {
  explicit MatchResult(std::size_t agents);

  RunEnd end = RunEnd::Complete;
  std::uint64_t deals = 0;
  std::uint64_t deals_before = 0;  ///< The number of these that earlier runs of the match played.
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  double seconds = 0;
  bool alike = true;  ///< True if in every deal all games are the same.
  std::vector<scores::AgentTally> tallies;
  std::array<std::int64_t, 5> cells{};  ///< Deals by the first of two agents' half points.
  ratings::Results results;
  std::optional<scores::LuckSums> luck;      ///< The luck of all deals; set with `adjusted`.
  std::string values;                        ///< The name of the values it is by; empty: no luck.
  std::optional<ratings::Results> adjusted;  ///< Results without the luck of the dice.
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
