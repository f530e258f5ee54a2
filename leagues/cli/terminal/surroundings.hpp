// What this process may have of the machine, and the words for the machine's failures.
#pragma once

#include <exception>
#include <string>

namespace danno::leagues::cli::terminal {

/// Raises the limit on open files where that is too low to work with. Returns why danno cannot work
/// here, and the command that helps; empty: it can.
[[nodiscard]] std::string prepare_surroundings();

/// One line: the file, what is wrong, and where a limit of this process is the cause, the command
/// that raises it.
[[nodiscard]] std::string describe_failure(const std::exception& error);

}  // namespace danno::leagues::cli::terminal
