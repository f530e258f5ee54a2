// The system calls that an agent may make.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace danno::referee::sandbox {

/// Returns the version of Landlock's interface, 0 if there is none: landlock(7). Version 6 and
/// later also restrict signals and abstract sockets.
[[nodiscard]] int landlock_abi();

/// Returns a filter for seccomp(2): an allow list of what interpreters and compiled programs need
/// to compute, to thread and fork, and to use the descriptors that they have. Every other call
/// returns ENOSYS (EROFS if it would write to a file system); calls of another architecture kill
/// the process. Compiled once per process. Throws std::system_error if libseccomp fails.
[[nodiscard]] const std::vector<sock_filter>& agent_filter();

/// agent_filter() with the calls that write to a file system or lock a file.
[[nodiscard]] const std::vector<sock_filter>& build_filter();

}  // namespace danno::referee::sandbox
