// The host and the job of an attempt at a part, for its header.
#pragma once

#include <chrono>
#include <string>

namespace danno::leagues::parts {

/// Returns the name of this machine, as Slurm calls it if it started this job.
[[nodiscard]] std::string this_host();

/// Returns the batch system's id of this job; empty if no batch system started it.
[[nodiscard]] std::string this_job();

/// Waits before an attempt that failed ends. In a job this is 30 seconds, or a machine that can
/// play nothing would be given all parts, one after the other.
void linger(std::chrono::seconds time);
inline constexpr std::chrono::seconds kLinger{30};

}  // namespace danno::leagues::parts
