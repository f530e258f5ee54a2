// The streams and resources that this process may use, and messages for the machine's failures.
#pragma once

#include <exception>
#include <string>

namespace danno::leagues::cli::terminal {

/// Opens stdin, stdout and stderr on /dev/null where they are closed, and raises the limit on open
/// files if it is too low. Returns why danno cannot work here, with the command that helps, or an
/// empty text if it can.
[[nodiscard]] std::string prepare_surroundings();

/// Returns one line: the file, what is wrong and, if a limit of this process is the cause, the
/// command that raises it.
[[nodiscard]] std::string describe_failure(const std::exception& error);

}  // namespace danno::leagues::cli::terminal
