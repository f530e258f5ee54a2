// Results that a user names, and the agents whose Elo is fixed among them.
#pragma once

#include <string>
#include <vector>

#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::cli::flags {

/// Reads the results from a file; "-" is stdin. Throws UsageError if it cannot be opened, and what
/// ratings::read_results() throws.
[[nodiscard]] ratings::RecordedGames read_results(const std::string& file);

/// Parses --anchor NAME=ELO; `names` are those of the players, sorted. Throws UsageError.
[[nodiscard]] ratings::Anchor anchor_of(const std::string& text,
                                        const std::vector<std::string>& names);

}  // namespace danno::leagues::cli::flags
