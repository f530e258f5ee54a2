#include "referee/sandbox/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "referee/sandbox/account.hpp"
#include "referee/sandbox/cgroup.hpp"
#include "referee/sandbox/init/tree.hpp"

namespace danno::referee::sandbox {
namespace {

/// Returns the number of cores that the batch system gave this job.
std::optional<int> batch_system_cores() {
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

std::vector<int> allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  }
  return processors;
}

int usable_cores() {
  auto cores = static_cast<int>(allowed_processors().size());
  if (const auto given = batch_system_cores()) cores = std::min(cores, *given);
  // Part of a core would be taken from all shards in turn, and agents would be late.
  if (const auto quota = cpu_quota())
    cores = std::min(cores, std::max(1, static_cast<int>(*quota)));
  return cores;
}

void move_to_own_processors(pid_t root) {
  cpu_set_t ours;
  cpu_set_t theirs;
  if (root <= 0 || ::sched_getaffinity(0, sizeof ours, &ours) != 0) return;
  if (::sched_getaffinity(root, sizeof theirs, &theirs) != 0 || CPU_EQUAL(&ours, &theirs)) return;
  std::vector<pid_t> processes{root};
  init::append_descendants(root, processes);
  for (const pid_t pid : processes) {
    for (const pid_t thread : thread_ids(pid))
      ::sched_setaffinity(thread, sizeof ours, &ours);
  }
}

}  // namespace danno::referee::sandbox
