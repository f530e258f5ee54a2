// Submits a plan to Slurm: an array job of its parts, and a job after it that merges them.
//
// Everything that Slurm needs is in a script in the plan's folder, so that parts can be submitted
// again: sbatch --array=3,17 PLAN/slurm.sh. https://slurm.schedmd.com/sbatch.html
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::parts {

struct SlurmOrder {
  std::filesystem::path danno;  ///< The program. All paths must be absolute and visible to nodes.
  std::filesystem::path plan;
  std::filesystem::path out;  ///< The league's folder.
  std::string league;
  store::Id number = 0;  ///< The plan's number.
  int parts = 1;
  int cpus = 1;                 ///< The number of CPUs for a part.
  std::uint64_t memory_mb = 0;  ///< Memory per CPU; 0: Slurm's default.
  /// More options of sbatch, which come last and so take precedence.
  std::vector<std::string> options;
  bool mix_isolation = false;
  bool check = true;  ///< True if a node is asked if it sees the plan.
};

[[nodiscard]] std::filesystem::path slurm_script(const std::filesystem::path& plan);
/// Returns the content of the script.
[[nodiscard]] std::string slurm_script_text(const SlurmOrder& order);
/// Return the commands that submit the jobs; `array` is the id of the first job.
[[nodiscard]] std::string array_command(const SlurmOrder& order);
[[nodiscard]] std::string merge_command(const SlurmOrder& order, const std::string& array);

/// Returns the largest number of parts in one array here. Throws PlanError if there is no Slurm.
[[nodiscard]] int most_slurm_parts();

struct SlurmJobs {
  std::string array;
  std::string merge;
  bool seen = false;  ///< True if a node was asked and sees the plan; false if none was free.
};
/// Writes the script and submits it. Throws PlanError if nodes do not see the plan, or, with
/// Slurm's message, if it rejects the job; the plan is then given up.
[[nodiscard]] SlurmJobs submit(const SlurmOrder& order);

}  // namespace danno::leagues::parts
