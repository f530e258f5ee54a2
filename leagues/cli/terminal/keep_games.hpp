// The games of a match and what its agents printed as files, and the command that tells of one.
#pragma once

#include "leagues/archive/match_games.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/show_match.hpp"
#include "leagues/play/agent_logs.hpp"

namespace danno::leagues::cli::terminal {

/// The default folder for games and fault reports of a match.
inline constexpr const char* kMatchFolder = "out/match";

/// Writes what the agents printed to files of the folder, and names those of agents that did not
/// come with danno; a warning where it cannot be done.
void keep_logs(const play::AgentLogs& logs, const std::filesystem::path& folder,
               const ShownMatch& match, const Invocation& invocation);

/// Writes those that are not written yet; a warning where it cannot be done.
void keep_games(archive::MatchGames& games, const ShownMatch& match, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
