// The flag --html, which writes a page as one file.
#pragma once

#include <string>

#include "leagues/archive/match_games.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/show_match.hpp"
#include "leagues/site/deal.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli::flags {

/// Adds --html; `file` must live as long as the verb.
void add_page_file(Verb verb, std::string& file);

/// Throws UsageError like check_file_to_write(), or if the file is "-": stdout has the result. Does
/// nothing if `file` is empty, that is, if no page is wanted.
void check_result_page_file(const std::string& file);

/// Writes the page, whole or not at all; "-" is stdout. Throws UsageError like
/// check_file_to_write(), and std::system_error if it cannot be written.
void write_page(const site::Page& page, const std::string& file);

/// Writes the page of a written game, which was read from the file `read`. Throws UsageError also
/// if a line is not legal.
void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const terminal::Invocation& invocation);

/// Writes the page of a match, with one of the deals from which its first agent can learn.
void write_match_page(const terminal::ShownMatch& match, const archive::MatchGames& games,
                      const std::string& file, const terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::flags
