// The one way to write a file: whole or not at all, and through no link.
//
// The content goes to a new file of a fresh name beside the target, which O_EXCL and O_NOFOLLOW
// make, and is renamed. So nothing that lies beside is touched, readers see the old or the new
// content, and what a killed process leaves blocks nobody. Folders: draft_folder.hpp. Lines:
// journal.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace danno::leagues::base {

/// The next step where a disk is full, for the end of a message.
inline constexpr std::string_view kMakeRoom = "; make room and run the same command again";

/// Writes all bytes to an open file, in as many writes as necessary. Returns 0, or the errno of the
/// failure.
[[nodiscard]] int write_all(int file, std::string_view bytes);

/// Throws std::system_error with the errno `code` and the path.
[[noreturn]] void fail_to_write(int code, const std::filesystem::path& path);

/// Writes a file that can be made again, such as a table. Replaces a link instead of following it.
/// Throws std::system_error.
void write_whole(const std::filesystem::path& path, std::string_view content);
/// Does the same, and syncs the file and its folder, so that not even a loss of power undoes it.
void write_durable(const std::filesystem::path& path, std::string_view content);
/// Writes a durable file that others can never read, not even for a moment.
void write_secret(const std::filesystem::path& path, std::string_view content);

/// Writes a new file directly, in a draft folder that is renamed later. Throws std::system_error,
/// also if anything has that name.
void write_new(const std::filesystem::path& path, std::string_view content);

/// Writes a file that a user named. Follows links, and writes straight into a device or a pipe,
/// such as /dev/stdout. Throws std::system_error.
void write_named(const std::filesystem::path& path, std::string_view content);
/// Appends text to a file that a user named. If the disk is full, a regular file stays as it was.
void append_named(const std::filesystem::path& path, std::string_view text);
/// Returns whether write_named() and append_named() would find a place to write, without writing.
[[nodiscard]] bool can_be_written(const std::filesystem::path& path);

/// Syncs a file, or the entries of a folder, to the disk. Throws std::system_error.
void sync(const std::filesystem::path& path);

/// Syncs everything that was written to the path's file system. Throws std::system_error.
void sync_all(const std::filesystem::path& path);

/// Returns a name beside `path` that nothing has and nobody can guess, for a file to be renamed.
[[nodiscard]] std::filesystem::path fresh_name_beside(const std::filesystem::path& path);

}  // namespace danno::leagues::base
