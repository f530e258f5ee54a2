// Runs other programs of the machine by its shell: git, a batch system.
#pragma once

#include <cstdio>
#include <span>
#include <string>

namespace danno::leagues::entrants {

struct Told {
  bool done = false;  ///< True if it ended with exit code 0.
  std::string text;
};

/// Returns the stdout and stderr of a shell command. Throws std::system_error if there is no shell.
[[nodiscard]] Told ask_shell(const std::string& command);

/// A running shell command whose stdout is read piece by piece.
class ShellPipe {
 public:
  /// Starts the command. Throws std::system_error if there is no shell.
  explicit ShellPipe(const std::string& command);
  ShellPipe(const ShellPipe&) = delete;
  ShellPipe& operator=(const ShellPipe&) = delete;
  /// Waits for its end; remaining output is not read.
  ~ShellPipe();

  /// Fills `bytes` and returns the number of bytes read; fewer than requested only at the end.
  std::size_t read(std::span<char> bytes);
  /// Waits for its end. Returns whether the exit code was 0.
  [[nodiscard]] bool ends_well();

 private:
  std::FILE* pipe_;
};

}  // namespace danno::leagues::entrants
