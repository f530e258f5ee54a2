#include "leagues/cli/flags/job_cores.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "leagues/play/runner.hpp"

namespace danno::leagues::cli::flags {
namespace {

TEST(JobCores, AreThoseOfTheTaskAtMostThoseThatAreThere) {
  const int usable = play::available_cores();
  for (const char* const name : {"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE", "NSLOTS", "NCPUS"})
    ::unsetenv(name);
  EXPECT_EQ(job_cores(), usable);
  ::setenv("SLURM_CPUS_ON_NODE", "100000", 1);
  EXPECT_EQ(job_cores(), usable);
  ::setenv("SLURM_CPUS_PER_TASK", "1", 1);
  EXPECT_EQ(job_cores(), 1);
  ::setenv("SLURM_CPUS_PER_TASK", "some", 1);
  EXPECT_EQ(job_cores(), usable);
  ::unsetenv("SLURM_CPUS_PER_TASK");
  ::unsetenv("SLURM_CPUS_ON_NODE");
}

}  // namespace
}  // namespace danno::leagues::cli::flags
