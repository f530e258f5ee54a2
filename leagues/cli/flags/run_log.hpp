// The log of a verb that plays: the referee's events, a line each, into a file and onto stderr.
//
// "time=2026-01-31T09:30:00.123Z event=end agent=hold pid=4711 …": UTC; a value that is no plain
// word stands in quotes, with \" and \\ in it, and control characters as \x1b, so that an event is
// one line whatever an agent is called or said. docs/run-a-league.md has the events.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::flags {

/// The file of a league's folder.
inline constexpr const char* kLeagueLog = "danno.log";

/// While it lives, the process's events go into `file` (empty: none) and, where the invocation is
/// verbose, onto stderr. A file that cannot be written is a warning. One at a time; made before and
/// destroyed after all threads that play.
class RunLog {
 public:
  /// Begins with the machine and what it promised. The file and those before it (danno.1.log, …)
  /// are kFiles at most, of `file_bytes` each.
  RunLog(const terminal::Invocation& invocation, const std::filesystem::path& file,
         const referee::sandbox::IsolationState& promised, std::size_t file_bytes = kFileBytes);
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;
  /// Ends with the exit code.
  ~RunLog();

  static constexpr std::size_t kFileBytes = std::size_t{1} << 20;
  static constexpr std::size_t kFiles = 5;

 private:
  const terminal::Invocation& invocation_;
  int exceptions_;
};

/// Gives the verb --log; `file` lives as long as the verb.
void add_log_flag(Verb verb, std::string& file);

}  // namespace danno::leagues::cli::flags
