// Counts system calls exactly by tracing (ptrace(2)) a command and everything that it starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace danno::leagues::bench {

struct Traced {
  std::uint64_t syscalls = 0;
  std::string output;  ///< The command's stdout.
};

/// Runs the command to its end, many times slower than usual. Returns nullopt if the machine does
/// not allow tracing, or the command fails.
[[nodiscard]] std::optional<Traced> count_syscalls(const std::vector<std::string>& command);

}  // namespace danno::leagues::bench
