// Makes the files beside league.db again, tables and reports of faults, and compares.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::verify {

/// Checks the rows that the published tables stand on, but for deals and faults: agents, the plan,
/// seeds, conditions. Throws Discrepancy, which names the row.
void check_settled_rows(const store::Reader& store, const std::filesystem::path& folder);

/// Checks the folder's table files against the games that were stored when they were written.
/// Missing files give a note. Returns the digest of what the tables were made from. Throws
/// Discrepancy.
std::string check_tables(const store::Reader& store, const std::filesystem::path& folder,
                         std::vector<std::string>& notes, const solver::Watch& watch);

/// faults/ of the folder. Throws Discrepancy.
void check_fault_files(const store::Reader& store, const std::filesystem::path& folder,
                       std::vector<std::string>& notes);

}  // namespace danno::leagues::verify
