// The command line of bubblewrap, which defines what an agent at level strict sees of the machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace danno::referee::sandbox {

/// The places where bubblewrap finds what it shows to the agent. A root referee stages both,
/// because the user that it drops to may not have access to the originals.
struct Sources {
  std::filesystem::path folder;
  std::filesystem::path init;
  bool scratch = false;  ///< The folder is mounted writable.
  bool proc = false;     ///< The agent sees its own process in /proc: init/confine.hpp.
};

/// Returns the paths that every agent may read besides its folder, if they exist: programs,
/// libraries, and the files that loaders and interpreters read when they start.
[[nodiscard]] const std::vector<std::string>& readable_system();

/// Returns bubblewrap and its arguments: new namespaces of every kind, and a read-only root with
/// readable_system() and the agent's folder at its own path, without danno's own files. danno-init
/// is process 1 and may mount. Nothing is writable except the folder if Sources::scratch is set.
[[nodiscard]] std::vector<std::string> bubblewrap_command(const std::filesystem::path& folder,
                                                          const Sources& sources,
                                                          const std::filesystem::path& init);

/// Returns whether agents are shown their own process. A container that hides parts of its /proc
/// allows no new mount of it. The detecting code then calls hide_proc(), which applies to
/// everything started later.
[[nodiscard]] bool shows_proc();
void hide_proc();

}  // namespace danno::referee::sandbox
