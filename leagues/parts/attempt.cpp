#include "leagues/parts/attempt.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <thread>

namespace danno::leagues::parts {

std::string this_host() {
  if (const char* const node = std::getenv("SLURMD_NODENAME")) return node;
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string this_job() {
  for (const char* const name : {"SLURM_JOB_ID", "PBS_JOBID", "JOB_ID", "LSB_JOBID",
                                 "AWS_BATCH_JOB_ID", "GITHUB_RUN_ID", "CI_JOB_ID"}) {
    if (const char* const id = std::getenv(name)) return id;
  }
  return {};
}

void linger(std::chrono::seconds time) { std::this_thread::sleep_for(time); }

}  // namespace danno::leagues::parts
