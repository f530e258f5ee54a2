// A plan as jobs of Slurm: an array of its parts, and a job after it that merges them.
//
// Everything that Slurm is told stands in a script in the plan, so that the same parts can be sent
// again: sbatch --array=3,17 PLAN/slurm.sh. https://slurm.schedmd.com/sbatch.html
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::parts {

struct SlurmOrder {
  std::filesystem::path danno;  ///< The program; like the folders a full path that nodes see.
  std::filesystem::path plan;
  std::filesystem::path out;  ///< The league's folder.
  std::string league;
  store::Id number = 0;  ///< The plan's.
  int parts = 1;
  int cpus = 1;                      ///< Of a part.
  std::uint64_t memory_mb = 0;       ///< For each of them; 0: as Slurm has it.
  std::vector<std::string> options;  ///< More options of sbatch; they come last, and so they count.
  bool mix_isolation = false;
  bool check = true;  ///< A node is asked whether it sees the plan.
};

[[nodiscard]] std::filesystem::path slurm_script(const std::filesystem::path& plan);
/// What stands in it.
[[nodiscard]] std::string slurm_script_text(const SlurmOrder& order);
/// The commands that send it all; `array` is the id of the first job.
[[nodiscard]] std::string array_command(const SlurmOrder& order);
[[nodiscard]] std::string merge_command(const SlurmOrder& order, const std::string& array);

/// How many parts one array may have here. Throws PlanError where there is no Slurm.
[[nodiscard]] int most_slurm_parts();

struct SlurmJobs {
  std::string array;
  std::string merge;
  bool seen = false;  ///< A node was asked, and sees the plan; else none was free to look.
};
/// Writes the script and sends it. Throws PlanError where nodes do not see the plan, or with
/// Slurm's words where it takes no such job; then the plan is given up.
[[nodiscard]] SlurmJobs submit(const SlurmOrder& order);

}  // namespace danno::leagues::parts
