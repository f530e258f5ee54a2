// Writes a stored game as a file for people and for `danno audit`, or as a line of JSON.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "leagues/archive/export.hpp"
#include "leagues/files/json.hpp"

namespace danno::leagues::archive {

/// Returns the written form below a comment that names the game.
[[nodiscard]] std::string game_text(const StoredGame& game);

/// Returns names as in the tables, places, totals, faults, and events in the written form, by
/// docs/schemas/game.schema.json. Throws what written_game() throws.
[[nodiscard]] files::Json game_object(const StoredGame& game);
/// Returns game_object() as one line with its end.
[[nodiscard]] std::string game_json(const StoredGame& game);

/// {"player", "kind", "value", "detail"}.
[[nodiscard]] files::Json fault_json(const referee::record::Fault& fault, std::string_view player);

/// Returns the path RULES/ADA/BOB/DEAL-SEATING.txt.
[[nodiscard]] std::filesystem::path game_file(const StoredGame& game);

/// Writes game_text() to game_file() below `folder`, whole or not at all.
void write_game_file(const std::filesystem::path& folder, const StoredGame& game);

}  // namespace danno::leagues::archive
