#include "leagues/cli/flags/job_cores.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "leagues/play/runner.hpp"
#include "referee/sandbox/cgroup.hpp"

namespace danno::leagues::cli::flags {

namespace {

/// What the batch system told.
std::optional<int> told_cores() {
  // The number of a task stands before that of a node, which may hold more tasks.
  for (const char* const name : {"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE", "NSLOTS", "NCPUS"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr) continue;
    const std::string_view text = value;
    int cores = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cores);
    if (error == std::errc() && end == text.data() + text.size() && cores > 0) return cores;
  }
  return std::nullopt;
}

}  // namespace

int job_cores() {
  int cores = play::available_cores();
  if (const auto told = told_cores()) cores = std::min(cores, *told);
  // Part of a core would be taken from all shards in turn, and agents would be late.
  if (const auto quota = referee::sandbox::cpu_quota())
    cores = std::min(cores, std::max(1, static_cast<int>(*quota)));
  return cores;
}

}  // namespace danno::leagues::cli::flags
