// Writes files, lines and folders whole or not at all, and reads whole files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::files {

/// Writes all bytes to an open file, in as many writes as necessary. Returns 0, or the errno of the
/// failure.
[[nodiscard]] int write_all(int file, std::string_view bytes);

/// Writes a file by renaming one beside it, so that readers see either the old or the new content.
/// Throws std::system_error.
void write_whole(const std::filesystem::path& path, std::string_view content);
/// Does the same for a secret: others can never read it, not even for a moment.
void write_secret(const std::filesystem::path& path, std::string_view content);

/// Appends a line, which must not contain a line end, and syncs it to the disk. What an interrupted
/// writer left becomes a line of its own. Throws std::system_error.
void append_line(const std::filesystem::path& path, std::string_view line);

/// Syncs a file, or the entries of a folder, to the disk. Throws std::system_error.
void sync(const std::filesystem::path& path);

/// Syncs everything that was written to the path's file system. Throws std::system_error.
void sync_all(const std::filesystem::path& path);

/// Puts the folder `draft` in the place of `folder`, atomically if the file system can; the old
/// one, if any, is removed. Throws std::system_error.
void exchange(const std::filesystem::path& draft, const std::filesystem::path& folder);

/// Returns the content of a file; nullopt if it is a folder or cannot be opened.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path);

}  // namespace danno::leagues::files
