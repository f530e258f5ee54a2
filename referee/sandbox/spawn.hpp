// A new process from a big one: the only place that knows Boost.Process.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

namespace danno::referee::sandbox {

/// Starts `program` (a path) with an empty environment; descriptors[i] is its descriptor i, and it
/// has no other. vfork underneath: the cost does not grow with our memory. The caller reaps the
/// returned process. Throws std::system_error if it cannot be started.
[[nodiscard]] pid_t spawn(const std::string& program, const std::vector<std::string>& arguments,
                          std::span<const int> descriptors);

}  // namespace danno::referee::sandbox
