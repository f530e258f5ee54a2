// How much of the machine is ours.
#pragma once

namespace danno::leagues::cli::flags {

/// Cores that the batch system gave this job, as its variables tell (Slurm, Grid Engine, PBS);
/// else, and at most, those that this process may use, by its affinity and by the quota of its
/// control groups (containers). Where a batch system does not bind its jobs, each may use all.
[[nodiscard]] int job_cores();

}  // namespace danno::leagues::cli::flags
