// The tables of league.db; docs/league-db.md describes them for people.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "leagues/store/database.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::store {

/// Returns whether the database has the tables; false if it is empty. Throws std::runtime_error if
/// it has another schema, and OtherLeague if it is another program's.
[[nodiscard]] bool has_schema(Database& database, const std::filesystem::path& file);

/// Makes the error for a file of another program.
[[nodiscard]] OtherLeague other_program(const std::filesystem::path& file);

/// Returns the bytes of a new database with the tables.
[[nodiscard]] std::string new_database();

/// Returns whether a file with these first bytes is a database of danno's, whatever state a kill
/// left it in.
[[nodiscard]] bool is_danno_header(std::string_view first_bytes);

/// Returns one line on how the database's tables, views, indices and triggers differ from its
/// schema; empty if they do not.
[[nodiscard]] std::string schema_problem(Database& database);

}  // namespace danno::leagues::store
