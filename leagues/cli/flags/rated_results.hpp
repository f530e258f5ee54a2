// Results from anywhere that a user names, and whose Elo among them is fixed.
#pragma once

#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::cli::flags {

/// Those of the file; "-" is stdin. Throws UsageError where it cannot be opened, and what
/// ratings::read_results() throws.
[[nodiscard]] ratings::RecordedGames read_results(const std::string& file);

/// --anchor NAME=ELO; `names` are those who played, sorted. Throws UsageError.
[[nodiscard]] ratings::Anchor anchor_of(const std::string& text,
                                        const std::vector<std::string>& names);

}  // namespace danno::leagues::cli::flags
