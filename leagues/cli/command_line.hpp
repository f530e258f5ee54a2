// The program's whole command line: parses it, runs the command that it names, and reports
// mistakes.
#pragma once

#include <functional>
#include <string>

#include "leagues/cli/command.hpp"

namespace danno::leagues::cli {

/// Returns whether --json is among the options, even if the line cannot be parsed.
[[nodiscard]] bool asks_for_json(int argc, char** argv);

/// Runs the command that the line names, one of those that `add_commands` adds to the program, or
/// shows the requested help, and returns the exit code. Throws UsageError with one line in danno's
/// own words: what was wrong, what was expected or probably meant, the next step. Also throws what
/// the command throws.
[[nodiscard]] int run_command_line(int argc, char** argv, const std::string& version,
                                   const std::function<void(Command program)>& add_commands);

}  // namespace danno::leagues::cli
