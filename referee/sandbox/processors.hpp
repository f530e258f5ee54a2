// The processors on which this process and its agents may run.
#pragma once

#include <sys/types.h>

#include <vector>

namespace danno::referee::sandbox {

/// Returns the numbers of the processors on which this process may run: sched_getaffinity(2).
[[nodiscard]] std::vector<int> allowed_processors();

/// Returns the number of cores that this process may use: its affinity, but no more than the quota
/// of its control groups (containers), nor than the batch system gave this job according to its
/// variables (Slurm, Grid Engine, PBS). If a batch system does not bind its jobs, each may use all.
[[nodiscard]] int usable_cores();

/// Lets `root`, all processes below it and all their threads run on the processors of the calling
/// thread: sched_setaffinity(2). Does nothing if `root` may use just these already. What begins
/// meanwhile, or may not be set, is left as it is.
void move_to_own_processors(pid_t root);

}  // namespace danno::referee::sandbox
