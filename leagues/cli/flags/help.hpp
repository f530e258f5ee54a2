// The text of --help, made from the verbs and their flags.
#pragma once

#include <cstddef>
#include <string>

#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

/// Returns what the verb does, its usage, its verbs, arguments and options, and its examples, in
/// lines up to `columns` if words allow. `path` is the way it is typed, such as "danno league run".
[[nodiscard]] std::string help_text(const VerbShape& verb, const std::string& path,
                                    std::size_t columns);

}  // namespace danno::leagues::cli::flags
