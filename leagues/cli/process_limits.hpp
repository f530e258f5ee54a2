// The machine and what this process may use of it, and messages for the machine's failures.
#pragma once

#include <exception>
#include <string>

namespace danno::leagues::cli {

/// Opens stdin, stdout and stderr on /dev/null where they are closed, and raises the limit on open
/// files if it is too low. Returns why danno cannot work here, with the command that helps, or an
/// empty text if it can.
[[nodiscard]] std::string prepare_process_limits();

/// Returns one line: the file, what is wrong and, if a limit of this process is the cause, the
/// command that raises it.
[[nodiscard]] std::string describe_failure(const std::exception& error);

/// Returns a description such as "Linux 6.1.0 x86_64, 2 cores, AMD EPYC 7313, danno 0.1.0", which
/// lists why games of one machine may differ from those of another.
[[nodiscard]] std::string machine(const std::string& version);

}  // namespace danno::leagues::cli
