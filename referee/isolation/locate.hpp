// Where danno keeps the programs that the launcher starts.
#pragma once

#include <filesystem>

namespace danno::referee::isolation {

/// Installed in ../libexec/danno of the running program; in a build tree in bin/, two folders above
/// its tests at most. Both throw std::runtime_error if it is not there.
[[nodiscard]] std::filesystem::path find_init();
/// Alone in its folder.
[[nodiscard]] std::filesystem::path find_probe();

}  // namespace danno::referee::isolation
