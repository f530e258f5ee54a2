// Counts system calls by tracing (ptrace(2)): exactly, of a command and all that it starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace danno::leagues::bench {

struct Traced {
  std::uint64_t syscalls = 0;
  std::string output;  ///< What the command wrote on stdout.
};

/// Runs the command to its end, many times slower than usual. Empty if the machine does not allow
/// tracing, or the command fails.
[[nodiscard]] std::optional<Traced> count_syscalls(const std::vector<std::string>& command);

}  // namespace danno::leagues::bench
