// Cleans up if this process is killed: a danno-init that waits for its end removes what is left.
#pragma once

#include <filesystem>

namespace danno::referee::sandbox {

/// Registers a folder (with its files but no subfolders) or an empty control group for removal
/// after this process has ended. The first call starts the sweeper, which is no child of this
/// process; if it cannot be started, leftovers stay. Call this before making the folder, because
/// this process may be killed between the two.
void sweep_after_us(const std::filesystem::path& folder);
/// Unregisters a folder that was removed or shall stay.
void forget_swept(const std::filesystem::path& folder);
/// Makes a new folder, mode 0700, with this name and a random suffix, and registers it for removal.
/// Throws std::system_error.
[[nodiscard]] std::filesystem::path make_swept_folder(const std::filesystem::path& name);
/// Registers a version 2 control group that this process moved to; the sweeper moves out of it and
/// removes it.
void leave_after_us(const std::filesystem::path& group);

}  // namespace danno::referee::sandbox
