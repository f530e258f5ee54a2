// Control groups of the kernel, versions 1 and 2: one for each agent, and what stands above them.
// Sources: Documentation/admin-guide/cgroup-v1 and cgroup-v2.rst of the kernel, cgroups(7).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {

/// Our own groups in the controllers memory and pids; groups below them obey limits on us, too.
struct GroupHome {
  int version = 1;
  std::filesystem::path memory;
  std::filesystem::path memory_top;  ///< Where the hierarchy is mounted.
  std::filesystem::path pids;        ///< Version 2: as `memory`.
  std::filesystem::path cpuacct;     ///< Version 2: as `memory`. Empty: not there.
};

/// As the files `mounts` and `cgroup` in this folder tell; nothing if memory or pids is missing.
/// Version 1 where both are there.
[[nodiscard]] std::optional<GroupHome> find_group_home(
    const std::filesystem::path& proc = "/proc/self");

/// find_group_home(), once for this process.
[[nodiscard]] const std::optional<GroupHome>& our_groups();

/// The least memory limit of a group and all above it.
struct MemoryCeiling {
  std::uint64_t bytes = 0;
  std::filesystem::path group;
};
[[nodiscard]] std::optional<MemoryCeiling> least_memory_limit(const GroupHome& home);

/// The least quota of processor time of our own group and all above it, in cores; nothing where
/// none is set. Version 1: cpu.cfs_quota_us, 2: cpu.max.
[[nodiscard]] std::optional<double> cpu_quota(const std::filesystem::path& proc = "/proc/self");

/// Whether the group of a process, or one above it, is frozen or about to be. Version 1: the
/// controller freezer, 2: cgroup.events.
[[nodiscard]] bool is_frozen(pid_t pid);

/// How often the kernel killed a member of the group for memory; in version 2, or below it.
[[nodiscard]] std::uint64_t count_memory_kills(const GroupHome& home);

/// Whether and why the kernel killed a member of a group for memory.
enum class MemoryKill {
  None,
  OwnLimit,  ///< The group had reached its own limit.
  Above,     ///< A limit above it, or the machine's memory, was reached.
};

/// A group below our own, removed with this object, or after our death.
class ControlGroup {
 public:
  /// Whether make() is likely to find its controllers.
  [[nodiscard]] static bool can_make();
  /// Makes the group `name` anew. None if there are no such controllers or no right to them:
  /// version 1 needs root, version 2 a delegated group with nobody else in it, whose members we
  /// move into a group of our own first. `memory_mb` 0: not limited. Throws std::system_error if a
  /// limit cannot be written.
  static std::optional<ControlGroup> make(const std::string& name, int memory_mb, int processes);

  ControlGroup(ControlGroup&& other) noexcept
      : version_(other.version_),
        memory_(std::exchange(other.memory_, {})),
        pids_(std::exchange(other.pids_, {})),
        cpuacct_(std::exchange(other.cpuacct_, {})),
        cpu_file_(std::move(other.cpu_file_)) {}
  ControlGroup& operator=(ControlGroup&&) = delete;
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  ~ControlGroup();

  void add(pid_t pid);
  [[nodiscard]] MemoryKill memory_kill() const;
  /// Processor time of all that ever were in it; nothing where no controller counts it. Version 1:
  /// cpuacct.usage, 2: cpu.stat. What runs just now is counted with its next tick.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const;

 private:
  ControlGroup() = default;

  int version_ = 1;
  std::filesystem::path memory_;
  std::filesystem::path pids_;     ///< Version 2: as `memory_`.
  std::filesystem::path cpuacct_;  ///< The same. Empty: not counted.
  Descriptor cpu_file_;
};

/// What the files in the folder of a group tell.
[[nodiscard]] MemoryKill memory_kill_in(const std::filesystem::path& group, int version);
/// What such a file says, open: cpuacct.usage (version 1), cpu.stat (2).
[[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_in(const Descriptor& file,
                                                                  int version);

}  // namespace danno::referee::sandbox
