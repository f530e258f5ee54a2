// The descendants of a process, according to /proc.
#pragma once

#include <sys/types.h>

#include <vector>

namespace danno::referee::init {

/// Appends all living descendants of `root`, parents before children, without `root`. Reads
/// /proc/PID/task/TID/children (proc(5), CONFIG_PROC_CHILDREN); newborn processes may be missed.
void append_descendants(pid_t root, std::vector<pid_t>& out);

/// Sends SIGSTOP to descendants until no new one is found, so that none can fork any more. Returns
/// the stopped processes.
std::vector<pid_t> stop_descendants(pid_t root);

}  // namespace danno::referee::init
