// The share of the machine that danno may use.
#pragma once

namespace danno::leagues::cli::flags {

/// Returns the number of cores that the batch system gave this job, according to its variables
/// (Slurm, Grid Engine, PBS), but no more than this process may use by its affinity and the quota
/// of its control groups (containers). Without a batch system it returns the latter number. If a
/// batch system does not bind its jobs, each may use all cores.
[[nodiscard]] int job_cores();

}  // namespace danno::leagues::cli::flags
