// The descendants of a process, as /proc shows them.
#pragma once

#include <sys/types.h>

#include <vector>

namespace danno::referee::init {

/// Appends all living descendants of `root`, parents before children, `root` left out. Reads
/// /proc/PID/task/TID/children (proc(5), CONFIG_PROC_CHILDREN); who is born meanwhile may be
/// missed.
void append_descendants(pid_t root, std::vector<pid_t>& out);

/// Sends SIGSTOP until no descendant is found that was not told before: nobody is left who could
/// still fork. The stopped ones are returned.
std::vector<pid_t> stop_descendants(pid_t root);

}  // namespace danno::referee::init
