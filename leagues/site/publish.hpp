// Writes the tables of a league as files in its folder, in a way that lets `verify` recompute them
// exactly, whatever is played later.
#pragma once

#include <array>
#include <filesystem>

#include "leagues/report/league_tables.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::site {

/// Computes the tables of one moment, also while the league plays, and writes table.json, table.md
/// and table.csv, each whole or not at all; writes nothing if the folder cannot be written, see
/// Reader::is_writable(), and where `watch` throws.
report::LeagueTables publish_tables(store::Reader& store, const std::filesystem::path& folder,
                                    const solver::Watch& watch = solver::unwatched);

/// The names of the table files of all formats.
inline constexpr std::array kTableNames{"table.json", "table.md", "table.csv", "head-to-head.csv",
                                        "tournament.md"};

}  // namespace danno::leagues::site
