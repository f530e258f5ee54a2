// A solved rule set in a file that is written once and mapped by every process. A file of another
// format, rule set or parameter is rejected and solved again.
#pragma once

#include <filesystem>
#include <memory>

#include "referee/solver/value_table.hpp"

namespace danno::solver {

/// Maps a file read-only, which takes milliseconds. Throws std::system_error if it cannot be read.
[[nodiscard]] TableBytes map_table(const std::filesystem::path& file);

/// Returns $XDG_CACHE_HOME/danno or ~/.cache/danno. Throws std::runtime_error if neither is set.
[[nodiscard]] std::filesystem::path cache_folder();

/// Returns the path of this rule set's cached table: its name in cache_folder().
[[nodiscard]] std::filesystem::path cached_table(const rules::RuleSet& rules);

/// Solves a rule set on `threads` threads, checks the result and writes it to `file`.
[[nodiscard]] Making solve_into(const rules::RuleSet& rules, int threads,
                                const std::filesystem::path& file, const Watch& watch = unwatched);

/// Returns the rule set's table from a file; null if it does not exist or is not intact.
[[nodiscard]] std::unique_ptr<const ValueTable> load_intact(const rules::RuleSet& rules,
                                                            const std::filesystem::path& file);

/// Returns the cached table; solves it first if there is no intact one.
[[nodiscard]] std::unique_ptr<const ValueTable> load_or_solve(const rules::RuleSet& rules,
                                                              int threads,
                                                              const Watch& watch = unwatched);

}  // namespace danno::solver
