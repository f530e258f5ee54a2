#include "leagues/cli/flags/job_cores.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "leagues/play/runner.hpp"

namespace danno::leagues::cli::flags {

int job_cores() {
  const int usable = play::available_cores();
  // The number of a task stands before that of a node, which may hold more tasks.
  for (const char* const name : {"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE", "NSLOTS", "NCPUS"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr) continue;
    const std::string_view text = value;
    int cores = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cores);
    if (error == std::errc() && end == text.data() + text.size() && cores > 0)
      return std::min(cores, usable);
  }
  return usable;
}

}  // namespace danno::leagues::cli::flags
