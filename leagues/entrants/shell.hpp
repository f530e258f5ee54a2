// Other programs of the machine, by way of its shell: git, a batch system.
#pragma once

#include <string>

namespace danno::leagues::entrants {

struct Told {
  bool done = false;  ///< It ended with exit code 0.
  std::string text;
};

/// What a command of the shell says on stdout and stderr. Throws std::system_error where there is
/// no shell.
[[nodiscard]] Told ask_shell(const std::string& command);

}  // namespace danno::leagues::entrants
