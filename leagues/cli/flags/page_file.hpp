// A page as one file: --html.
#pragma once

#include <string>

#include "leagues/archive/match_games.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/show_match.hpp"
#include "leagues/site/deal.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli::flags {

/// Gives the verb --html; `file` lives as long as the verb.
void add_page_file(Verb verb, std::string& file);

/// Throws UsageError, which names the flag, if the file's folder is missing or the file is a
/// folder.
void check_file_to_write(const char* flag, const std::string& file);

/// The same for a match's page; stdout, which has the result, is refused, too.
void check_match_page_file(const std::string& file);

/// Writes the page whole or not at all; "-" is stdout. Throws UsageError as check_file_to_write(),
/// std::system_error where it cannot be written.
void write_page(const site::Page& page, const std::string& file);

/// The same of the game that `read` holds. Throws UsageError where a line is not legal, too.
void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const terminal::Invocation& invocation);

/// The same of a match, with one of the deals that its first agent learns from.
void write_match_page(const terminal::ShownMatch& match, const archive::MatchGames& games,
                      const std::string& file, const terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::flags
