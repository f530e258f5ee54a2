// Files that are there whole or not at all, and whole files read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::text {

/// Writes a file through one beside it, so that readers see the old one or the new one. Throws
/// std::system_error.
void write_whole(const std::filesystem::path& path, std::string_view content);

/// All of a file; nothing if it cannot be opened.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path);

}  // namespace danno::leagues::text
