// What a match leaves behind: its games, the state that --more goes on with, a page, and what its
// agents printed.
#pragma once

#include "leagues/archive/match_games.hpp"
#include "leagues/cli/flags/match_flags.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/show_match.hpp"
#include "leagues/play/agent_logs.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::cli::flags {

/// Returns whether games and reports are kept: they are for people, unless a program asks for them.
[[nodiscard]] bool keeps_games(const MatchArguments& arguments,
                               const terminal::Invocation& invocation);

/// Returns the place for the games; a folder that is named keeps those of all deals.
[[nodiscard]] archive::MatchGames games_of(const referee::play::LineUp& line_up,
                                           const MatchArguments& arguments);

/// Writes what the agents printed beside the games, or where the arguments say.
void keep_logs(const play::AgentLogs& logs, const archive::MatchGames& games,
               const terminal::ShownMatch& match, const MatchArguments& arguments,
               const terminal::Invocation& invocation);

/// Writes the games and the state of the match if they are kept, and the page if one is asked for.
void keep_match(const terminal::ShownMatch& match, archive::MatchGames& games,
                const MatchArguments& arguments, const terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::flags
