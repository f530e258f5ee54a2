// The host and the job of an attempt at a part, for its header.
#pragma once

#include <string>

namespace danno::leagues::parts {

/// Returns the name of this machine, as Slurm calls it if it started this job.
[[nodiscard]] std::string this_host();

/// Returns the batch system's id of this job; empty if no batch system started it.
[[nodiscard]] std::string this_job();

}  // namespace danno::leagues::parts
