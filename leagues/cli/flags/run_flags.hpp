// The flags of verbs that play: how much at once, and within which limits.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/play/league_run.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::cli::flags {

struct RunFlags {
  int shards = 0;     ///< 0: as many as job_cores().
  int in_flight = 0;  ///< 0: not said.
  std::optional<bool> freeze;
  bool require_memory = false;

  /// For agents under these limits.
  [[nodiscard]] play::RunOptions options(const referee::talk::Limits& limits) const;
  [[nodiscard]] int games_in_flight() const { return in_flight == 0 ? 64 : in_flight; }
  /// One game in flight by request: each answer is timed by itself.
  [[nodiscard]] bool exact_clock() const { return in_flight == 1; }
};

/// Of that league, kept in that folder. Throws as referee::sandbox::require().
[[nodiscard]] play::LeagueRun::Settings league_settings(const RunFlags& flags,
                                                        const store::League& league,
                                                        const std::filesystem::path& folder,
                                                        const terminal::Invocation& invocation);

/// Warns if the memory that this job may use is less than agents in so many seats may need on
/// all shards; throws std::runtime_error instead where --require-memory was given.
void check_memory(const RunFlags& flags, std::size_t seats, const referee::talk::Limits& limits,
                  const terminal::Invocation& invocation);

/// Gives the verb --shards, --in-flight and their like; `flags` lives as long as the verb.
void add_run_flags(Verb verb, RunFlags& flags);

}  // namespace danno::leagues::cli::flags
