#include "referee/sandbox/processors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "referee/sandbox/cgroup.hpp"

namespace danno::referee::sandbox {
namespace {

constexpr const char* kVariables[] = {"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE", "NSLOTS",
                                      "NCPUS"};

class UsableCores : public testing::Test {
 protected:
  UsableCores() {
    for (const char* const name : kVariables)
      ::unsetenv(name);
  }
};

TEST_F(UsableCores, AreAtMostThoseOfTheAffinityAndTheQuota) {
  EXPECT_GE(usable_cores(), 1);
  EXPECT_LE(usable_cores(), static_cast<int>(allowed_processors().size()));
  if (const auto quota = cpu_quota()) {
    EXPECT_LE(usable_cores(), std::max(1.0, *quota));
  }
}

TEST_F(UsableCores, AreThoseOfTheTaskAtMostThoseThatAreThere) {
  const int usable = usable_cores();
  ::setenv("SLURM_CPUS_ON_NODE", "100000", 1);
  EXPECT_EQ(usable_cores(), usable);
  ::setenv("SLURM_CPUS_PER_TASK", "1", 1);
  EXPECT_EQ(usable_cores(), 1);
  ::setenv("SLURM_CPUS_PER_TASK", "some", 1);
  EXPECT_EQ(usable_cores(), usable);
}

}  // namespace
}  // namespace danno::referee::sandbox
