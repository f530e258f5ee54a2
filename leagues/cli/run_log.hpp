// The log of a command that plays: the referee's events, one line each, in a file and on stderr.
//
// A line looks like "time=2026-01-31T09:30:00.123Z event=end agent=hold pid=4711 …", with times in
// UTC. A value that is not a plain word is quoted, with \" and \\ inside, and control characters as
// \x1b, so that an event is always one line. docs/log-and-json.md lists the events.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli {

/// The log's file name in a league's folder.
inline constexpr const char* kLeagueLog = "danno.log";

/// Writes the process's events, as long as it exists, to `file` (empty: none) and, if the
/// invocation is verbose, to stderr. If a file cannot be written, a warning is shown. Only one may
/// exist at a time; it must outlive all threads that play.
class RunLog {
 public:
  /// Logs the machine and its isolation first. There are at most kFiles files, this one and earlier
  /// ones (danno.1.log, …), of `file_bytes` each.
  RunLog(const Invocation& invocation, const std::filesystem::path& file,
         const referee::sandbox::IsolationState& promised, std::size_t file_bytes = kFileBytes);
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;
  /// Logs the end, as by an exception if end() was not called.
  ~RunLog();
  /// Sets the exit code that the end is logged with, and returns it.
  int end(int exit_code);

  static constexpr std::size_t kFileBytes = std::size_t{1} << 20;
  static constexpr std::size_t kFiles = 5;

 private:
  std::optional<int> exit_code_;
};

/// Adds --log; `file` must live as long as the command.
void add_log_flag(Command command, std::string& file);

}  // namespace danno::leagues::cli
