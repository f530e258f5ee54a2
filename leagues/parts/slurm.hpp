// Submits a plan to Slurm: an array job of its parts, and a job after it that merges them.
//
// Everything that Slurm needs is in scripts in the plan's folder, slurm.sh for the parts and
// merge.sh, so that parts can be submitted again: sbatch --array=3,17 PLAN/slurm.sh.
// https://slurm.schedmd.com/sbatch.html
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/parts/failed_parts.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::parts {

/// Returns what one shard may use, in MiB; 0 if the league does not limit its agents.
[[nodiscard]] std::uint64_t shard_memory(const store::League& league);

struct SlurmOrder {
  std::filesystem::path danno;  ///< The program. All paths must be absolute and visible to nodes.
  std::filesystem::path plan;
  std::filesystem::path out;  ///< The league's folder.
  std::string league;
  store::Id number = 0;  ///< The plan's number.
  int parts = 1;
  std::uint64_t games = 0;      ///< All games of the plan; the merge's resources follow from them.
  int cpus = 1;                 ///< The number of CPUs for a part.
  int minutes = 60;             ///< The time of a part.
  int throttle = 0;             ///< The number of parts that may play at once; 0: any.
  int rounds = 0;               ///< How often the merge sends what is missing again.
  std::uint64_t memory_mb = 0;  ///< Memory per CPU; 0: Slurm's default.
  /// More options of sbatch for the parts, which take precedence. The merge gets those that say
  /// where a job may run and for whom, and not what it needs.
  std::vector<std::string> options;
  std::vector<std::string> merge_options;  ///< More options for the merge.
  std::filesystem::path setup;             ///< A file of shell commands before danno; may be empty.
  bool mix_isolation = false;
  bool check = true;  ///< True if a node is asked if it sees the plan.
};

[[nodiscard]] std::filesystem::path slurm_script(const std::filesystem::path& plan);
[[nodiscard]] std::filesystem::path merge_script(const std::filesystem::path& plan);
/// Return the content of the scripts.
[[nodiscard]] std::string slurm_script_text(const SlurmOrder& order);
[[nodiscard]] std::string merge_script_text(const SlurmOrder& order);
/// Return the commands that submit a plan's jobs; `array` is the id of the first job.
[[nodiscard]] std::string array_command(const std::filesystem::path& plan);
[[nodiscard]] std::string merge_command(const std::filesystem::path& plan,
                                        const std::string& array);
/// Returns the command that submits some parts again, away from hosts where parts failed.
[[nodiscard]] std::string parts_command(const std::filesystem::path& plan,
                                        const std::vector<int>& parts,
                                        const std::vector<FailedHost>& failed);
/// Throws PlanError if the options set what danno must set itself.
void check_options(const SlurmOrder& order);

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
/// Submits these parts of a plan that was submitted before, and its merge after them, which has
/// that many rounds left: both jobs or none. Throws PlanError.
[[nodiscard]] SlurmJobs submit_again(const std::filesystem::path& plan,
                                     const std::vector<int>& parts, int rounds);

}  // namespace danno::leagues::parts
