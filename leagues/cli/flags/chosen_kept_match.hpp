// The match that --more continues.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/play/match.hpp"
#include "leagues/scores/solved_game.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::cli::flags {

/// Returns the hashes of the agents' contents, which identify the agents of a kept match.
[[nodiscard]] std::vector<std::string> hashes_of(std::span<const entrants::Entrant> entrants);

/// Returns the state of the match that is kept in `folder`, and gives its seeds to the line-up.
/// Throws UsageError if the folder keeps no match of these two agents.
[[nodiscard]] play::MatchResult read_kept_match(const std::filesystem::path& folder,
                                                std::uint64_t more,
                                                std::span<const entrants::Entrant> entrants,
                                                referee::play::LineUp& line_up);

/// Throws UsageError if the luck in `before` is by other values than `values`, or these are null.
void require_same_values(const play::MatchResult& before, std::uint64_t more,
                         const scores::SolvedGame* values);

}  // namespace danno::leagues::cli::flags
