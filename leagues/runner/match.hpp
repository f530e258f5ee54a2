// A match: a number of deals of one line-up, counted as they are played.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/ratings/luck_sums.hpp"
#include "leagues/ratings/results.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/ratings/tally.hpp"
#include "leagues/runner/runner.hpp"
#include "referee/play/line_up.hpp"
#include "referee/play/session.hpp"

namespace danno::leagues::runner {

/// Watches a match for faults: reports each kind when it first happens, and ends the games if the
/// same kind keeps happening.
class FaultWatch {
 public:
  /// `first` is called for an agent's first fault of each kind; calls never overlap.
  explicit FaultWatch(referee::play::OnFault first) : first_(std::move(first)) {}

  /// The number of faults of one kind after which an agent's games end.
  static constexpr int kEnough = 3;

  /// Takes a fault, like referee::play::OnFault; any thread may call it. The kEnough-th fault of a
  /// kind, or a failed start, requests the end of the games; later faults are ignored.
  void take(std::size_t agent, const referee::record::Fault& fault);

  /// Returns the agent that ended the games, if any. Call it when nobody plays any more.
  [[nodiscard]] std::optional<std::size_t> ended_by() const { return ended_by_; }

 private:
  referee::play::OnFault first_;
  std::mutex mutex_;  // guards the next members
  std::map<std::pair<std::size_t, referee::record::FaultKind>, int> counts_;
  std::optional<std::size_t> ended_by_;
};

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
  std::vector<ratings::AgentTally> tallies;
  std::array<std::int64_t, 5> cells{};  ///< Deals by the first of two agents' half points.
  ratings::Results results;
  std::optional<ratings::LuckSums> luck;     ///< The luck of all deals; set with `adjusted`.
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
                                     const ratings::SolvedGame* values, MatchResult before);

/// A match of two that is stored in a file, so that it can be continued later.
struct ResumableMatch {
  std::string seed;
  std::string agent_secret;
  MatchResult result;
};

/// Returns the file of a match, which is below the folder of its games.
[[nodiscard]] std::filesystem::path match_file(const std::filesystem::path& folder);

/// Returns whether a match is kept: one of two, but not with advice or faults, since it has no
/// verdict.
[[nodiscard]] bool is_resumable(const referee::play::LineUp& line_up, const MatchResult& result);

/// Writes the state of a match that is kept; `hashes` are those of the agents' contents. A new
/// match that is not kept removes what an earlier one left. Throws std::system_error.
void save_match(const std::filesystem::path& folder, const referee::play::LineUp& line_up,
                std::span<const std::string> hashes, const MatchResult& result);

/// Returns the match that is kept in the folder, with its luck if it was adjusted. Throws
/// std::runtime_error, in one line, if the folder keeps no match, or one of other agents or rules.
[[nodiscard]] ResumableMatch load_match(const std::filesystem::path& folder,
                                        const referee::play::LineUp& line_up,
                                        std::span<const std::string> hashes);

}  // namespace danno::leagues::runner
