// Files that are there whole or not at all, and whole files read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::text {

/// All of it to an open file, in as many writes as that takes. Returns 0, or the errno of what
/// failed.
[[nodiscard]] int write_all(int file, std::string_view bytes);

/// Writes a file through one beside it, so that readers see the old one or the new one. Throws
/// std::system_error.
void write_whole(const std::filesystem::path& path, std::string_view content);

/// All of a file; nothing if it cannot be opened.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path);

}  // namespace danno::leagues::text
