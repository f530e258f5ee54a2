// Other programs of the machine, by way of its shell: git, a batch system.
#pragma once

#include <cstdio>
#include <span>
#include <string>

namespace danno::leagues::entrants {

struct Told {
  bool done = false;  ///< It ended with exit code 0.
  std::string text;
};

/// What a command of the shell says on stdout and stderr. Throws std::system_error where there is
/// no shell.
[[nodiscard]] Told ask_shell(const std::string& command);

/// A command of the shell while it runs: its stdout, piece by piece.
class ShellPipe {
 public:
  /// Throws std::system_error where there is no shell.
  explicit ShellPipe(const std::string& command);
  ShellPipe(const ShellPipe&) = delete;
  ShellPipe& operator=(const ShellPipe&) = delete;
  /// Waits for its end; what it still has to say is not read.
  ~ShellPipe();

  /// Fills `bytes` and returns how many there were; fewer than asked for only at the end.
  std::size_t read(std::span<char> bytes);
  /// Waits for its end. Returns whether the exit code was 0.
  [[nodiscard]] bool ends_well();

 private:
  std::FILE* pipe_;
};

}  // namespace danno::leagues::entrants
