// Files, lines and folders that are there whole or not at all, and whole files read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::files {

/// All of it to an open file, in as many writes as that takes. Returns 0, or the errno of what
/// failed.
[[nodiscard]] int write_all(int file, std::string_view bytes);

/// Writes a file through one beside it, so that readers see the old one or the new one. Throws
/// std::system_error.
void write_whole(const std::filesystem::path& path, std::string_view content);
/// The same for a secret: at no moment may others read it.
void write_secret(const std::filesystem::path& path, std::string_view content);

/// Adds a line, which has no line end in it, and has the disk keep it. What a writer that died
/// left of its line stands on a line of its own. Throws std::system_error.
void append_line(const std::filesystem::path& path, std::string_view line);

/// Has the disk keep a file, or which files a folder has. Throws std::system_error.
void sync(const std::filesystem::path& path);

/// Has the disk keep all that was written to its file system. Throws std::system_error.
void sync_all(const std::filesystem::path& path);

/// Puts the folder `draft` where `folder` is, in one step where the file system can; the old one,
/// if there is one, is removed. Throws std::system_error.
void exchange(const std::filesystem::path& draft, const std::filesystem::path& folder);

/// All of a file; nothing if it cannot be opened.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path);

}  // namespace danno::leagues::files
