// What every verb is told and tells: the flags that all share, and the exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace danno::leagues::cli::terminal {

/// The exit codes of `danno`; 130 and 143 are the shell's for SIGINT and SIGTERM.
enum ExitCode : int {
  kDone = 0,       ///< Done, and every gate holds.
  kFails = 1,      ///< Done, and a gate or an audited game does not hold.
  kWrongUse = 2,   ///< Wrong use or configuration; nothing was run.
  kBroken = 3,     ///< The machine or danno failed.
  kUndecided = 4,  ///< Incomplete or undecided; may be resumed.
};

struct Invocation {
  std::string program = "danno";  ///< As it was called, for commands to be typed next.
  std::string version;            ///< danno's.
  int exit_code = kDone;
  bool json = false;
  bool quiet = false;
  bool verbose = false;
};

/// The user's mistake, as one line: place, value, what was expected, the next step. main() shows it
/// after "error: " and ends with kWrongUse.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace danno::leagues::cli::terminal
