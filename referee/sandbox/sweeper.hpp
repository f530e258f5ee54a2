// What is left where this process is killed: a danno-init that waits for our end removes it.
#pragma once

#include <filesystem>

namespace danno::referee::sandbox {

/// Folders (with the files in them, not deeper) and empty control groups go when we are gone. The
/// first call starts the sweeper, which is nobody's child; without one, what is left stays. To be
/// called before they are made, as we may be killed between the two.
void sweep_after_us(const std::filesystem::path& folder);
/// It was removed, or shall stay.
void forget_swept(const std::filesystem::path& folder);
/// A new folder, mode 0700, of this name and a random ending, which goes when we are gone. Throws
/// std::system_error.
[[nodiscard]] std::filesystem::path make_swept_folder(const std::filesystem::path& name);
/// A version 2 control group that we moved to: the sweeper moves out, and removes it.
void leave_after_us(const std::filesystem::path& group);

}  // namespace danno::referee::sandbox
