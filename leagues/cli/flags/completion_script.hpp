// Scripts that complete the program's words in a shell, made from the table of verbs and flags.
//
// All work in the same way: they follow the words to the innermost verb, then offer what the
// previous word takes, or else what the verb takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

/// Returns "bash", "zsh" and "fish".
[[nodiscard]] std::vector<std::string> completed_shells();

/// Returns the script; nullopt for an unknown shell.
[[nodiscard]] std::optional<std::string> completion_script(Verb program, const std::string& shell);

}  // namespace danno::leagues::cli::flags
