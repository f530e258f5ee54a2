// The games of a match as files, and the command that tells of one.
#pragma once

#include <string>

#include "leagues/archive/match_games.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/show_match.hpp"

namespace danno::leagues::cli::terminal {

/// Where games and fault reports of a match go unless the user names a folder.
inline constexpr const char* kMatchFolder = "out/match";

/// Writes them below `out`; below kMatchFolder if that is empty, and then it is a warning where it
/// cannot be done. Throws std::system_error.
void keep_games(const archive::MatchGames& games, const ShownMatch& match, const std::string& out,
                const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal
