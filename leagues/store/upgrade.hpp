// From schema 4, which had a row for every deal, to blocks.
#pragma once

#include <filesystem>

#include "leagues/store/database.hpp"

namespace danno::leagues::store {

/// Copies league.db, of this schema, to league.db.VERSION. Nobody else writes the file.
void keep_beside(const std::filesystem::path& file, int version);

/// Moves the rows of unpacked_deal into blocks, within the transaction that is open. What was
/// published keeps its digests, and a stage that says they are those of schema 4.
void move_into_blocks(Database& database);

}  // namespace danno::leagues::store
