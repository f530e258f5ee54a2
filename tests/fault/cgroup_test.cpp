// Control groups beside what a killed referee left, and what the kernel's files tell of them.
#include "referee/sandbox/cgroup.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fault/launch.hpp"

namespace danno::referee::sandbox {
namespace {

TEST(ControlGroup, IsMadeBesideOneThatStays) {
  if (!ControlGroup::can_make()) GTEST_SKIP() << "no control groups that we may make";
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

/// Files as the kernel shows them, below a folder that stands for /sys/fs/cgroup.
class GroupFiles : public testing::Test {
 protected:
  std::filesystem::path group(const std::string& path) {
    std::filesystem::create_directories(scratch_.path() / path);
    return write(path + "/cgroup.procs", "").parent_path();
  }
  std::filesystem::path write(const std::string& path, const std::string& text) {
    return scratch_.write(path, text, 0644);
  }
  std::optional<GroupHome> home_group(const std::string& mounts, const std::string& cgroup) {
    write("mounts", mounts);
    write("cgroup", cgroup);
    return find_group_home(scratch_.path());
  }

  ScratchFolder scratch_;
};

TEST_F(GroupFiles, AKillIsForTheLimitThatWasReached) {
  const auto first = group("v1");
  write("v1/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n");
  write("v1/memory.limit_in_bytes", "268435456\n");
  write("v1/memory.max_usage_in_bytes", "73400320\n");
  EXPECT_EQ(memory_kill_in(first, 1), MemoryKill::Above);
  write("v1/memory.max_usage_in_bytes", "268431360\n");
  EXPECT_EQ(memory_kill_in(first, 1), MemoryKill::OwnLimit);
  write("v1/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n");
  EXPECT_EQ(memory_kill_in(first, 1), MemoryKill::None);

  const auto second = group("v2");
  write("v2/memory.events.local", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\n");
  EXPECT_EQ(memory_kill_in(second, 2), MemoryKill::Above);
  write("v2/memory.events.local", "low 0\nhigh 0\nmax 4\noom 1\noom_kill 1\n");
  EXPECT_EQ(memory_kill_in(second, 2), MemoryKill::OwnLimit);
  write("v2/memory.events.local", "low 0\nhigh 0\nmax 4\noom 0\noom_kill 0\n");
  EXPECT_EQ(memory_kill_in(second, 2), MemoryKill::None);
}

TEST_F(GroupFiles, ThatNobodyWasKilledIsReadFromAnOpenFile) {
  const auto shows = [this](const std::string& text) {
    return shows_no_kill(Descriptor(::open(write("kills", text).c_str(), O_RDONLY | O_CLOEXEC)));
  };
  EXPECT_TRUE(shows("oom_kill_disable 0\nunder_oom 0\noom_kill 0\n"));
  EXPECT_TRUE(shows("low 0\nmax 4\noom 1\noom_kill 0\noom_group_kill 1\n"));
  EXPECT_FALSE(shows("oom_kill_disable 0\nunder_oom 0\noom_kill 10\n"));
  EXPECT_FALSE(shows("low 0\nmax 4\noom 0\noom_kill 1\noom_group_kill 0\n"));
  EXPECT_FALSE(shows("oom_kill_disable 0\n"));
  EXPECT_FALSE(shows_no_kill(Descriptor()));
}

TEST_F(GroupFiles, ProcessorTimeIsCountedInEitherVersion) {
  using namespace std::chrono_literals;
  const auto read = [&](const std::string& text, int version) {
    return cpu_time_in(Descriptor(::open(write("usage", text).c_str(), O_RDONLY)), version);
  };
  EXPECT_EQ(read("1234567890123\n", 1), 1234567890123ns);
  EXPECT_EQ(read("usage_usec 4711\nuser_usec 4000\nsystem_usec 711\n", 2), 4711us);
  EXPECT_EQ(read("", 1), std::nullopt);
  EXPECT_EQ(read("nr_periods 3\n", 2), std::nullopt);
  EXPECT_EQ(cpu_time_in(Descriptor(), 1), std::nullopt);
}

TEST_F(GroupFiles, OurGroupIsFoundInEitherVersion) {
  const std::string top = scratch_.path().string();
  group("memory/job");
  group("pids");
  const auto first = home_group("cgroup " + top + "/memory cgroup rw,memory 0 0\ncgroup " + top +
                                    "/pids cgroup rw,pids 0 0\n",
                                "8:pids:/\n4:memory:/job\n");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->version, 1);
  EXPECT_EQ(first->memory, top + "/memory/job");
  EXPECT_EQ(first->pids, top + "/pids/");

  group("unified/job");
  group("unified/job/danno-referee-77");
  const std::string mounts = "cgroup2 " + top + "/unified cgroup2 rw,nsdelegate 0 0\n";
  EXPECT_FALSE(home_group(mounts, "0::/job\n")) << "no controllers";
  write("unified/job/cgroup.controllers", "cpu io memory pids\n");
  const auto second = home_group(mounts, "0::/job\n");
  ASSERT_TRUE(second);
  EXPECT_EQ(second->version, 2);
  EXPECT_EQ(second->memory, top + "/unified/job");
  const auto moved = home_group(mounts, "0::/job/danno-referee-77\n");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->memory, second->memory);
}

TEST_F(GroupFiles, TheLeastQuotaOfAllGroupsAboveIsFound) {
  const std::string top = scratch_.path().string();
  const auto quota = [&](const std::string& mounts, const std::string& cgroup) {
    (void)home_group(mounts, cgroup);
    return cpu_quota(scratch_.path());
  };
  EXPECT_FALSE(quota("", ""));
  const std::string unified = "cgroup2 " + top + "/u cgroup2 rw 0 0\n";
  group("u/job/step");
  write("u/job/step/cpu.max", "max 100000\n");
  EXPECT_FALSE(quota(unified, "0::/job/step\n"));
  write("u/job/cpu.max", "250000 100000\n");
  EXPECT_EQ(quota(unified, "0::/job/step\n"), 2.5);
  write("u/job/step/cpu.max", "50000 100000\n");
  EXPECT_EQ(quota(unified, "0::/job/step\n"), 0.5);

  const std::string first = "cgroup " + top + "/cpu cgroup rw,cpu,cpuacct 0 0\n" + unified;
  group("cpu/job");
  write("cpu/job/cpu.cfs_quota_us", "-1\n");
  write("cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_FALSE(quota(first, "3:cpu,cpuacct:/job\n"));
  write("cpu/job/cpu.cfs_quota_us", "300000\n");
  EXPECT_EQ(quota(first, "3:cpu,cpuacct:/job\n"), 3);
}

TEST_F(GroupFiles, OldEmptyGroupsOfADeadRefereeAreRemoved) {
  const pid_t dead = ::fork();
  if (dead == 0) ::_exit(0);
  ::waitpid(dead, nullptr, 0);
  const auto make = [&](const std::string& name, std::chrono::minutes age) {
    const auto path = scratch_.path() / "home" / name;
    std::filesystem::create_directories(path);
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
    return path;
  };
  const auto hours = std::chrono::minutes(120);
  const auto left = make(fmt::format("danno-{}-880000", dead), hours);
  const auto young = make(fmt::format("danno-{}-880001", dead), std::chrono::minutes(0));
  const auto of_the_living = make(fmt::format("danno-{}-880002", ::getpid()), hours);
  const auto leaf = make(fmt::format("danno-referee-{}", dead), hours);
  const auto leaf_of_the_living = make(fmt::format("danno-referee-{}", ::getpid()), hours);
  const auto of_others = make("danno-league", hours);
  group(fmt::format("home/danno-{}-880003", dead));  // a file in it stands for a process
  const auto busy = make(fmt::format("danno-{}-880003", dead), hours);
  remove_left_groups(scratch_.path() / "home");
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_FALSE(std::filesystem::exists(leaf));
  for (const auto& path : {young, of_the_living, leaf_of_the_living, of_others, busy})
    EXPECT_TRUE(std::filesystem::exists(path)) << path;
}

TEST_F(GroupFiles, TheLeastLimitOfAllGroupsAboveIsFound) {
  const GroupHome first{1, group("a/b/c"), scratch_.path() / "a", {}, {}};
  EXPECT_FALSE(least_memory_limit(first));
  write("a/memory.limit_in_bytes", "9223372036854771712\n");
  write("a/b/memory.limit_in_bytes", "73400320\n");
  write("a/b/c/memory.limit_in_bytes", "268435456\n");
  ASSERT_TRUE(least_memory_limit(first));
  EXPECT_EQ(least_memory_limit(first)->bytes, 73400320U);
  EXPECT_EQ(least_memory_limit(first)->group, scratch_.path() / "a/b");

  const GroupHome second{2, group("u/v/w"), scratch_.path() / "u", {}, {}};
  write("u/v/w/memory.max", "max\n");
  EXPECT_FALSE(least_memory_limit(second));
  write("u/v/memory.max", "1048576\n");
  ASSERT_TRUE(least_memory_limit(second));
  EXPECT_EQ(least_memory_limit(second)->bytes, 1048576U);
}

}  // namespace
}  // namespace danno::referee::sandbox
