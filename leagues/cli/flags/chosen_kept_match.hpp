// The match that --more goes on with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/play/match.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::cli::flags {

/// Returns the hashes of the agents' contents, by which a kept match knows them.
[[nodiscard]] std::vector<std::string> hashes_of(std::span<const entrants::Entrant> entrants);

/// Returns what the match that is kept in `folder` has come to, and gives its seeds to the line-up.
/// Throws UsageError if the folder keeps no match of these two agents.
[[nodiscard]] play::MatchResult read_kept_match(const std::filesystem::path& folder,
                                                std::uint64_t more,
                                                std::span<const entrants::Entrant> entrants,
                                                referee::play::LineUp& line_up);

}  // namespace danno::leagues::cli::flags
