// What comes with danno, and where: the programs that the launcher starts, and folders of files.
#pragma once

#include <filesystem>
#include <string>

namespace danno::referee::sandbox {

/// Installed, they are in ../libexec/danno of the running program; in a build tree in bin/.
[[nodiscard]] std::filesystem::path find_init();
/// Alone in its folder.
[[nodiscard]] std::filesystem::path find_probe();
/// "agents" or "templates": installed in ../share/danno, in a build tree beside bin/.
[[nodiscard]] std::filesystem::path find_folder(const std::string& name);
/// All of these throw std::runtime_error with the path of what is missing: itself or, installed,
/// any file of it that share/danno/files lists.

/// The folder that holds all such folders of an installed danno; none in a build tree.
[[nodiscard]] std::filesystem::path installed_folders();

}  // namespace danno::referee::sandbox
