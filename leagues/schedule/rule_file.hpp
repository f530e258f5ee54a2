// A rule set from a file (docs/house-rules.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/rule_set.hpp"

namespace danno::leagues::schedule {

/// Returns sentences without full stop about an entry, a bank or a target that cannot be reached.
[[nodiscard]] std::vector<std::string> rule_warnings(const rules::Definition& definition);

/// Returns what contradicts in the parameters, such as an entry above the target; empty: nothing.
[[nodiscard]] std::string parameters_problem(const rules::Definition& definition,
                                             const rules::Parameters& parameters);

/// Returns the largest number of which all points of a turn and all totals are multiples.
[[nodiscard]] rules::Points points_step(const rules::Definition& definition);

/// Returns whether a word names a rule file: it has a '/' or ends in ".toml".
[[nodiscard]] bool names_rule_file(std::string_view word);

/// The rule set of a file, kept for the life of the process (rules::register_definition). Null if
/// the file is wrong: then all that is wrong is added to `problems`, a line each, with file and
/// line.
[[nodiscard]] const rules::Definition* read_rule_file(const std::filesystem::path& file,
                                                      std::vector<std::string>& problems);

/// The same of a file's text; `file` is how the file is shown.
[[nodiscard]] const rules::Definition* read_rule_file_text(std::string_view text,
                                                           const std::string& file,
                                                           std::vector<std::string>& problems);

}  // namespace danno::leagues::schedule
