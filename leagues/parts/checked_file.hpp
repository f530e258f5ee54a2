// PLAN/parts/NNNN.checked: that a complete part file is right, and what follows from its games.
// proto/danno/part.proto defines the format.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "leagues/parts/check_block.hpp"

namespace danno::leagues::parts {

struct CheckedPart {
  std::string part_hash;                ///< The PartContents::hash of the part file.
  std::vector<std::string> luck_bases;  ///< By PartsPlan::divisions; empty: no luck was computed.
  std::vector<CheckedBlock> blocks;     ///< In the order of the file.
  std::vector<std::string> hosts = {};  ///< The machines that played them.
};

/// Returns the path of the file, whether or not it exists.
[[nodiscard]] std::filesystem::path checked_file(const std::filesystem::path& folder, int part);
/// Writes the file, in the place of an older one. Throws std::system_error.
void write_checked(const std::filesystem::path& file, const CheckedPart& checked);
/// Reads a file; nullopt if it is damaged or cannot be read.
[[nodiscard]] std::optional<CheckedPart> read_checked(const std::filesystem::path& file);

}  // namespace danno::leagues::parts
