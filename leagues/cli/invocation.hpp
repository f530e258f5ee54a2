// The common flags of all commands, and the exit codes.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "leagues/base/escape.hpp"

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

/// Returns an argument of a message: text is escaped, because it may be a bot's.
template <typename T>
auto shown_argument(const T& argument) {
  if constexpr (std::is_convertible_v<const T&, std::string_view>)
    return base::escape_terminal(argument);
  else
    return argument;
}

/// A user's mistake in one line: place, value, what was expected, the next step. main() shows it
/// after "error: " and ends with kWrongUse.
class UsageError : public std::runtime_error {
 public:
  /// Takes a whole message, of one or more lines.
  using std::runtime_error::runtime_error;
  /// Takes a line's format and its arguments, which may contain anything.
  template <typename... Args>
  requires(sizeof...(Args) > 0) explicit UsageError(
      fmt::format_string<decltype(shown_argument(std::declval<const Args&>()))...> format,
      const Args&... args)
      : std::runtime_error(fmt::format(format, shown_argument(args)...)) {}
};

/// Returns the error of several mistakes, each a line. The lines are escaped, but may have an
/// excerpt of a file below them.
[[nodiscard]] inline UsageError usage_error(const std::vector<std::string>& lines) {
  return UsageError(fmt::format("{}", fmt::join(lines, "\nerror: ")));
}

}  // namespace danno::leagues::cli
