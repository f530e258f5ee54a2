// The flags of commands that play, and everything that must be done before agents play, done in one
// order by every such command.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/run_log.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/runner/league_run.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"
#include "referee/protocol/agent.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli {

struct RunFlags {
  int shards = 0;     ///< The number of shards; 0: referee::sandbox::usable_cores().
  int in_flight = 0;  ///< The value of --in-flight; 0 if not given.
  std::optional<bool> freeze;
  bool require_memory = false;
  std::optional<std::string> duration;  ///< The value of --for.

  /// Returns the number of threads that play, from 1.
  [[nodiscard]] int threads() const;
  [[nodiscard]] int games_in_flight() const { return in_flight == 0 ? 64 : in_flight; }
  /// Returns whether one game in flight was requested, so that each answer is timed separately.
  [[nodiscard]] bool exact_clock() const { return in_flight == 1; }
};

/// Returns the conditions, on this machine, of games with these limits. Throws what
/// referee::sandbox::require() throws.
[[nodiscard]] store::Conditions make_conditions(const referee::protocol::Limits& limits,
                                                const Invocation& invocation);

/// Returns the settings of a league that is kept in `folder`. Throws what
/// referee::sandbox::require() throws.
[[nodiscard]] runner::LeagueRun::Settings league_settings(const RunFlags& flags,
                                                          const store::League& league,
                                                          const std::filesystem::path& folder,
                                                          const Invocation& invocation);

/// Adds --shards, --in-flight and similar flags; `flags` must live as long as the command.
void add_run_flags(Command command, RunFlags& flags);
/// Adds --for, which ends a run in time.
void add_duration_flag(Command command, RunFlags& flags);

/// The games that are going to be played.
struct Playing {
  const referee::protocol::Limits& limits;
  std::size_t seats = 2;                       ///< The number of seats of the largest line-up.
  std::span<entrants::Entrant> entrants = {};  ///< Those that are not yet prepared.
  std::span<const rules::RuleSet> rules = {};  ///< The rules that these entrants play.
};

/// The result of opening the place where games are stored.
struct Opened {
  std::filesystem::path log;  ///< The file of the log; empty if none.
  bool is_finished = false;   ///< True if no game is missing, so that no agent is copied or built.
};

/// Guarantees, as long as it exists, what playing needs. The isolation level holds, the values are
/// solved, memory was checked, the log is written, agents start from copies, and signals are
/// caught. Commands get their RunOptions here, so that none plays without it.
class PreparedRun {
 public:
  /// Calls `open` once the sandbox, the values and the memory are ready, with the state of the
  /// sandbox; a failure before that leaves no trace on the disk. Throws IsolationUnavailable,
  /// UsageError if `optimal` cannot play, what `open` throws, and
  /// std::runtime_error with --require-memory.
  PreparedRun(const RunFlags& flags, const Playing& playing, const Invocation& invocation,
              const std::function<Opened(const referee::sandbox::IsolationState& promised)>& open);

  [[nodiscard]] const runner::RunOptions& options() const { return options_; }
  /// Returns the exit code for the received signal, 129, 130 or 143; 0 if there was none.
  [[nodiscard]] int interrupted() const { return interrupts_->exit_code(); }
  /// Returns the exit code after logging it as the end of the run.
  [[nodiscard]] int end(int exit_code) { return log_->end(exit_code); }

 private:
  runner::RunOptions options_;
  std::optional<RunLog> log_;
  std::optional<Interrupts> interrupts_;
};

/// Shows the commitments to two drawn seeds, in hex.
void print_commitments(std::string_view dice, std::string_view agents);

/// Shows an open seed, or the commitments.
void print_epoch(const store::Epoch& epoch);

/// Warns if a typed seed has fewer than 128 bits, at 4 bits per character as in hex; text made up
/// by people has even fewer.
void warn_of_short_seed(std::string_view seed);

}  // namespace danno::leagues::cli
