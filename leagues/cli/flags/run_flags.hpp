// The flags of verbs that play: the amount of parallel play, and its limits.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/play/league_run.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::cli::flags {

struct RunFlags {
  int shards = 0;     ///< The number of shards; 0: referee::sandbox::usable_cores().
  int in_flight = 0;  ///< The value of --in-flight; 0 if not given.
  std::optional<bool> freeze;
  bool require_memory = false;
  std::string duration;  ///< The value of --for; empty if not given.

  /// Returns the number of threads that play, from 1.
  [[nodiscard]] int threads() const;
  [[nodiscard]] int games_in_flight() const { return in_flight == 0 ? 64 : in_flight; }
  /// Returns whether one game in flight was requested, so that each answer is timed separately.
  [[nodiscard]] bool exact_clock() const { return in_flight == 1; }
};

/// Returns the settings of a league that is kept in `folder`. Throws what
/// referee::sandbox::require() throws.
[[nodiscard]] play::LeagueRun::Settings league_settings(const RunFlags& flags,
                                                        const store::League& league,
                                                        const std::filesystem::path& folder,
                                                        const terminal::Invocation& invocation);

/// Warns if this job may use less memory than agents in `seats` seats may need on all shards. With
/// --require-memory, throws std::runtime_error instead.
void check_memory(const RunFlags& flags, std::size_t seats, const referee::talk::Limits& limits,
                  const terminal::Invocation& invocation);

/// Adds --shards, --in-flight and similar flags; `flags` must live as long as the verb.
void add_run_flags(Verb verb, RunFlags& flags);
/// Adds --for, which ends a run in time.
void add_duration_flag(Verb verb, RunFlags& flags);

}  // namespace danno::leagues::cli::flags
