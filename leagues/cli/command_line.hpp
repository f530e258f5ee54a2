// The program's whole command line: parses it, runs the verb that it names, and reports mistakes.
#pragma once

#include <functional>
#include <string>

#include "leagues/cli/verb.hpp"

namespace danno::leagues::cli {

/// Returns whether --json is among the options, even if the line cannot be parsed.
[[nodiscard]] bool asks_for_json(int argc, char** argv);

/// Runs the verb that the line names, one of those that `add_verbs` adds to the program, or shows
/// the requested help, and returns the exit code. Throws UsageError with one line in danno's own
/// words: what was wrong, what was expected or probably meant, the next step. Also throws what the
/// verb throws.
[[nodiscard]] int run_command_line(int argc, char** argv, const std::string& version,
                                   const std::function<void(Verb program)>& add_verbs);

}  // namespace danno::leagues::cli
