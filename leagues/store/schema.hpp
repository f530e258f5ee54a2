// The tables of league.db, and how files of an older danno get them; for people: docs/league-db.md.
#pragma once

#include <filesystem>

#include "leagues/store/database.hpp"

namespace danno::leagues::store {

/// 0: nothing is in it yet. Throws if a newer danno wrote it, and OtherLeague if another
/// program did.
[[nodiscard]] int schema_version(Database& database, const std::filesystem::path& file);

/// Whether migrate() would change anything.
[[nodiscard]] bool is_current(int schema_version);

/// Brings it up to date, in one transaction. Throws if a newer danno wrote it.
void migrate(Database& database, const std::filesystem::path& file);

}  // namespace danno::leagues::store
