// Control groups beside what a killed referee left.
#include "referee/isolation/cgroup.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace danno::referee::isolation {
namespace {

TEST(ControlGroup, IsMadeBesideOneThatStays) {
  if (!ControlGroup::can_make()) GTEST_SKIP() << "no control groups of version 1, or not root";
  const auto name = fmt::format("danno-test-{}", ::getpid());
  auto before = ControlGroup::make(name, 64, 8);
  ASSERT_TRUE(before);
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  before->add(child);
  // More memory than the first one may have, which the kernel would refuse in the same group.
  EXPECT_TRUE(ControlGroup::make(name, 256, 8));
  EXPECT_TRUE(ControlGroup::make(name, 256, 8));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace danno::referee::isolation
