// The tables of league.db; docs/league-db.md describes them for people.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/store/database.hpp"

namespace danno::leagues::store {

/// Returns whether the database has the tables; false if it is empty. Throws std::runtime_error if
/// it has another schema, and OtherLeague if it is another program's.
[[nodiscard]] bool has_schema(Database& database, const std::filesystem::path& file);

/// Makes the tables in one transaction if there are none. Throws what has_schema() throws.
void make_schema(Database& database, const std::filesystem::path& file);

/// Returns one line on how the database's tables, views, indices and triggers differ from its
/// schema; empty if they do not.
[[nodiscard]] std::string schema_problem(Database& database);

}  // namespace danno::leagues::store
