// Stores a match of two in a file, so that it can be continued later.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "leagues/play/match.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::play {

struct KeptMatch {
  std::string seed;
  std::string agent_secret;
  MatchResult result;
};

/// Returns the file of a match, which is below the folder of its games.
[[nodiscard]] std::filesystem::path kept_match_file(const std::filesystem::path& folder);

/// Returns whether a match is kept: one of two, but not with advice or faults, since it has no
/// verdict.
[[nodiscard]] bool is_kept(const referee::play::LineUp& line_up, const MatchResult& result);

/// Writes the state of a match that is kept; `hashes` are those of the agents' contents. A new
/// match that is not kept removes what an earlier one left. Throws std::system_error.
void keep_match(const std::filesystem::path& folder, const referee::play::LineUp& line_up,
                std::span<const std::string> hashes, const MatchResult& result);

/// Returns the match that is kept in the folder, with its luck if it was adjusted. Throws
/// std::runtime_error, in one line, if the folder keeps no match, or one of other agents or rules.
[[nodiscard]] KeptMatch read_kept_match(const std::filesystem::path& folder,
                                        const referee::play::LineUp& line_up,
                                        std::span<const std::string> hashes);

}  // namespace danno::leagues::play
