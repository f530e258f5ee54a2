// The pages of one author's folder, beside the Markdown that they show. They are made from the
// files in the folder alone, so that a page always says what the folder says.
//
//   index.html               answers, newest first; where the agents stand
//   000017-ITEM.html         an answer
//   agents/NAME/index.html   an agent's report; beside each written game, its page
//
// A web server shows the folder as /mine/ of the season's site, whose style they use.
#pragma once

#include <filesystem>
#include <string>

#include "referee/solver/solve.hpp"

namespace danno::leagues::site {

/// Writes index.html of a report, from its README.md, and the pages of its games. `root` is the
/// path to the season's site. Throws what `watch` throws.
void write_report_pages(const std::filesystem::path& folder, const std::string& root,
                        const solver::Watch& watch);

/// Writes the page of a letter, and the author's index.html again.
void write_letter_page(const std::filesystem::path& letter, const std::string& author);

/// Writes an author's index.html. Threads may call it at the same time.
void write_author_page(const std::filesystem::path& folder, const std::string& author);

}  // namespace danno::leagues::site
