// Scripts that complete the words of the program in a shell, from its own table of verbs and flags.
//
// All do the same: follow the words to the innermost verb, then offer what the word before asks
// for, else what the verb takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

/// "bash", "zsh", "fish".
[[nodiscard]] std::vector<std::string> completed_shells();

/// The script; nothing for another shell.
[[nodiscard]] std::optional<std::string> completion_script(Verb program, const std::string& shell);

}  // namespace danno::leagues::cli::flags
