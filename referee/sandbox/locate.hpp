// Finds what comes with danno: the programs that the launcher starts, and folders of files.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace danno::referee::sandbox {

/// Returns the path of danno-init: ../libexec/danno beside the running program if installed, bin/
/// in a build tree.
[[nodiscard]] std::filesystem::path find_init();
/// Returns the path of the probe, which is alone in its folder.
[[nodiscard]] std::filesystem::path find_probe();
/// Returns the folder "agents" or "templates": ../lib/danno if installed, beside bin/ otherwise.
[[nodiscard]] std::filesystem::path find_folder(const std::string& name);
/// All of these throw std::runtime_error with the path of what is missing: the thing itself or, if
/// installed, any of its files that share/danno/files lists.

/// Returns the folder for temporary files: that of TMPDIR, or /tmp. Throws std::runtime_error if it
/// is not there.
[[nodiscard]] std::filesystem::path find_temporary_folder();

/// Returns the folders that hold all other files of an installed danno; none in a build tree.
[[nodiscard]] std::vector<std::filesystem::path> installed_folders();

/// Returns whether `path` is `folder` or lies below it. Compares names, so both must be canonical.
[[nodiscard]] inline bool is_within(const std::filesystem::path& path,
                                    const std::filesystem::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace danno::referee::sandbox
