// The tables of league.db; for people: docs/league-db.md.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/store/database.hpp"

namespace danno::leagues::store {

/// Whether the database has the tables; an empty one does not. Throws std::runtime_error if it is
/// of another schema, and OtherLeague if it is another program's.
[[nodiscard]] bool has_schema(Database& database, const std::filesystem::path& file);

/// Makes the tables where there are none, in one transaction. Throws as has_schema().
void make_schema(Database& database, const std::filesystem::path& file);

/// What tables, views, indices and triggers the database has in place of those of its schema: one
/// line; empty: nothing is different.
[[nodiscard]] std::string schema_problem(Database& database);

}  // namespace danno::leagues::store
