// Starts a new process from a large one.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

namespace danno::referee::sandbox {

/// Starts `program` (a path) with an empty environment. descriptors[i] becomes its descriptor i,
/// and it has no others. The child borrows the memory, so the cost does not grow with this
/// process's memory. The caller reaps the returned process. Throws std::system_error if it cannot
/// be started.
[[nodiscard]] pid_t spawn(const std::string& program, const std::vector<std::string>& arguments,
                          std::span<const int> descriptors);

}  // namespace danno::referee::sandbox
