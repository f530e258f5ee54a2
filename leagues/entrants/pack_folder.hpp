// Packs a folder into one file, for machines that share no folder and services that keep files
// without their modes.
#pragma once

#include <filesystem>
#include <functional>

namespace danno::leagues::entrants {

/// Writes `folder` as a tar archive (POSIX pax) in which all paths begin with its name, with the
/// modes of its files, links as links and empty folders; what `is_left_out` (called with paths
/// below the folder) holds for is not in it. The same content makes the same bytes. The file
/// replaces an older one only when it is whole. Throws std::runtime_error.
void pack_folder(const std::filesystem::path& folder, const std::filesystem::path& tar,
                 const std::function<bool(const std::filesystem::path&)>& is_left_out);

}  // namespace danno::leagues::entrants
