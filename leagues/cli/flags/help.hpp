// The text of --help, from what can be typed.
#pragma once

#include <cstddef>
#include <string>

#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

/// What the verb does, how it is typed, its verbs, arguments and options, and its examples, in
/// lines of at most `columns` where the words allow. `path`: how it is typed, "danno league run".
[[nodiscard]] std::string help_text(const VerbShape& verb, const std::string& path,
                                    std::size_t columns);

}  // namespace danno::leagues::cli::flags
