// The system calls that an agent may make.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace danno::referee::sandbox {

/// A filter for seccomp(2): an allow list of what interpreters and compiled programs need to
/// compute, to thread and fork, and to talk over descriptors they have. All else answers ENOSYS (or
/// EROFS where it would write to a file system); another architecture's entry kills. Compiled once
/// for the process. Throws std::system_error if libseccomp cannot.
[[nodiscard]] const std::vector<sock_filter>& agent_filter();

/// agent_filter() with the calls that write to a file system or lock a file.
[[nodiscard]] const std::vector<sock_filter>& build_filter();

}  // namespace danno::referee::sandbox
