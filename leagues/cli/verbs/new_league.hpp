// Writes the league file that people begin with, and its schema beside it.
#pragma once

#include <filesystem>
#include <string_view>

namespace danno::leagues::cli::verbs {

/// Writes `file` for a league of this name, with `more` at its end, and league.schema.json. Throws
/// std::system_error.
void write_league_files(const std::filesystem::path& file, std::string_view name,
                        std::string_view more);

}  // namespace danno::leagues::cli::verbs
