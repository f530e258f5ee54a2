// The folder that an agent's author gets from a league: its games, its faults and its worst
// results. It shows nothing of the other agents but their names and what they did at the table.
//
//   README.md           whom it met, worst first; its faults, each with the command that repeats it
//   games.ndjson        every game, as `danno league export --json` writes it
//   games/RULES/….txt   written: the worst game against each opponent, and every game of a fault
//   faults/….json       the report of each of its faults
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "leagues/store/store.hpp"

namespace danno::leagues::archive {

struct AuthorFolder {
  std::uint64_t games = 0;
  std::uint64_t faults = 0;
};

/// Writes all versions of the agent of that name, which exists, into a folder that is empty or does
/// not exist. Throws std::system_error or std::filesystem::filesystem_error.
AuthorFolder write_author_folder(const store::Store& store, const std::string& agent,
                                 const std::filesystem::path& folder);

}  // namespace danno::leagues::archive
