// The common flags of all commands, and the exit codes.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace danno::leagues::cli {

/// The exit codes of `danno`; 129, 130 and 143 are the shell's for SIGHUP, SIGINT and
/// SIGTERM.
inline constexpr int kDone = 0;       ///< Done, and every gate passed.
inline constexpr int kFails = 1;      ///< Done, but a gate failed or an audited game is not legal.
inline constexpr int kWrongUse = 2;   ///< Wrong use or configuration; nothing was run.
inline constexpr int kBroken = 3;     ///< The machine or danno failed.
inline constexpr int kUndecided = 4;  ///< Incomplete or undecided; may be resumed.

struct Invocation {
  std::string program = "danno";  ///< The name it was called by, for commands to type next.
  std::string version;            ///< The version of danno.
  bool json = false;
  bool quiet = false;
  bool verbose = false;
};

/// A user's mistake in one line: place, value, what was expected, the next step. main() shows it
/// after "error: " and ends with kWrongUse.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  template <typename... Args>
  requires(sizeof...(Args) > 0) explicit UsageError(fmt::format_string<Args...> format,
                                                    Args&&... args)
      : std::runtime_error(fmt::format(format, std::forward<Args>(args)...)) {}
};

}  // namespace danno::leagues::cli
