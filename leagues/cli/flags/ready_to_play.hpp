// Everything that must be done before agents play, done in one order by every verb that plays.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/play/runner.hpp"
#include "referee/rules/rule_set.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/talk/agent.hpp"

namespace danno::leagues::cli::flags {

/// The games that are going to be played.
struct Playing {
  const referee::talk::Limits& limits;
  std::size_t seats = 2;                       ///< The number of seats of the largest line-up.
  std::span<entrants::Entrant> entrants = {};  ///< Those that are not yet prepared.
  std::span<const rules::RuleSet> rules = {};  ///< What these entrants play.
};

/// The result of opening the place where games are stored.
struct Opened {
  std::filesystem::path log;  ///< The file of the log; empty if none.
  bool is_finished = false;   ///< True if no game is missing, so that no agent is copied or built.
};

/// While it exists, agents may be played: the isolation level holds, the values are solved, memory
/// was checked, the log is written, agents start from copies, and signals are caught. RunOptions
/// come from here, so that no verb plays without it.
class ReadyToPlay {
 public:
  /// Calls `open` once the sandbox, the values and the memory are ready, with the state of the
  /// sandbox; a failure before that leaves no trace on the disk. Throws IsolationUnavailable,
  /// UsageError if `optimal` cannot play, and what `open` and check_memory() throw.
  ReadyToPlay(const RunFlags& flags, const Playing& playing, const terminal::Invocation& invocation,
              const std::function<Opened(const referee::sandbox::IsolationState& promised)>& open);

  [[nodiscard]] const play::RunOptions& options() const { return options_; }
  /// Returns the exit code for the received signal, 129, 130 or 143; 0 if there was none.
  [[nodiscard]] int interrupted() const { return interrupts_->exit_code(); }
  /// Returns the exit code after logging it as the end of the run.
  [[nodiscard]] int end(int exit_code) { return log_->end(exit_code); }

 private:
  play::RunOptions options_;
  std::optional<RunLog> log_;
  std::optional<terminal::Interrupts> interrupts_;
};

}  // namespace danno::leagues::cli::flags
