// The flag --grade FOLDER of check and gate.
#pragma once

#include <string>

#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

/// Adds the flag. `folder` must live as long as the verb; it stays empty if the flag is not given.
void add_grade_flag(Verb verb, std::string& folder);

/// Makes the folder if it does not exist; call it before the games. Throws UsageError.
void make_grade_folder(const std::string& folder);

}  // namespace danno::leagues::cli::flags
