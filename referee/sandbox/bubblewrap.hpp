// The command line of bubblewrap: what an agent at level strict sees of the machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace danno::referee::sandbox {

/// Where bubblewrap finds what it shows to the agent. A root referee stages both places, because
/// the user that it drops to may not be able to walk there.
struct Sources {
  std::filesystem::path folder;
  std::filesystem::path init;
  bool scratch = false;  ///< The folder is shown writable.
  bool proc = false;     ///< The agent's process is shown to itself: init/own_process.hpp.
};

/// What every agent may read besides its folder, where it exists: programs, libraries and what
/// loaders and interpreters read at their start.
[[nodiscard]] const std::vector<std::string>& readable_system();

/// bubblewrap and its arguments: new namespaces of every kind, a read-only root with
/// readable_system() and the agent's folder at its own path, without danno's own files; danno-init
/// is process 1. Nothing else is writable. danno-init may mount.
[[nodiscard]] std::vector<std::string> bubblewrap_command(const std::filesystem::path& folder,
                                                          const Sources& sources,
                                                          const std::filesystem::path& init);

/// Whether agents are shown their own process. A container that hides parts of its /proc lets
/// nobody mount one: whoever finds that says so, for all that is started from then on.
[[nodiscard]] bool shows_proc();
void show_no_proc();

}  // namespace danno::referee::sandbox
