// Packs an agent's folder into the zip that its author hands in; unpack.hpp is the other direction.
#pragma once

#include <cstdint>
#include <filesystem>

#include "leagues/entrants/agent_files.hpp"

namespace danno::leagues::entrants {

struct PackResult {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;       ///< The bytes of all files, before they are packed.
  std::filesystem::path largest;  ///< The path of the largest file in the folder.
  std::uintmax_t largest_bytes = 0;
};

/// Writes the zip with what agent_files() returns. A link becomes the file that it leads to. The
/// same files give the same bytes: the zip has no times, no users, and names in order. Throws
/// AgentError if the folder is not an agent's or cannot be read, and std::system_error.
[[nodiscard]] PackResult pack(const std::filesystem::path& folder, const std::filesystem::path& zip,
                              const FolderLimits& limits = {});

}  // namespace danno::leagues::entrants
