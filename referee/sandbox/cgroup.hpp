// Control groups of the kernel, versions 1 and 2: one for each agent, and the groups above them.
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

/// Returns the first line of a file, such as one below /proc; empty if it cannot be read.
[[nodiscard]] std::string first_line(const std::filesystem::path& file);

/// The groups of this process in the controllers memory and pids. Groups below them are subject to
/// this process's limits, too.
struct GroupHome {
  int version = 1;
  std::filesystem::path memory;
  std::filesystem::path memory_top;  ///< The mount point of the hierarchy.
  std::filesystem::path pids;        ///< The same as `memory` in version 2.
  std::filesystem::path cpuacct;     ///< The same as `memory` in version 2; empty if absent.
};

/// Returns the groups that the files `mounts` and `cgroup` in this folder name; nullopt if memory
/// or pids is missing. Uses version 1 if both versions are present.
[[nodiscard]] std::optional<GroupHome> find_group_home(
    const std::filesystem::path& proc = "/proc/self");

/// Returns find_group_home(), computed once for this process.
[[nodiscard]] const std::optional<GroupHome>& our_groups();

/// The smallest memory limit of a group and all groups above it.
struct MemoryCeiling {
  std::uint64_t bytes = 0;
  std::filesystem::path group;
};
/// Returns nullopt if there is no limit, or no group.
[[nodiscard]] std::optional<MemoryCeiling> least_memory_limit(
    const std::optional<GroupHome>& home = our_groups());

/// Returns the smallest quota of processor time of this process's group and all groups above it, in
/// cores; nullopt if none is set. Version 1 reads cpu.cfs_quota_us, version 2 cpu.max.
[[nodiscard]] std::optional<double> cpu_quota(const std::filesystem::path& proc = "/proc/self");

/// Returns whether the group of a process, or one above it, is frozen or about to be. Version 1
/// reads the controller freezer, version 2 cgroup.events.
[[nodiscard]] bool is_frozen(pid_t pid);

/// Returns how often the kernel killed a member of the group for memory; in version 2, also members
/// of groups below it, such as agents without a group of their own. Returns 0 without a group.
[[nodiscard]] std::uint64_t count_memory_kills(const std::optional<GroupHome>& home = our_groups());

/// The reason why the kernel killed a member of a group for memory, if it did.
enum class MemoryKill {
  None,
  OwnLimit,  ///< The group had reached its own limit.
  Above,     ///< A limit above it, or the machine's memory, was reached.
};

/// A group below this process's own, removed with this object or after this process has died.
class ControlGroup {
 public:
  /// Returns whether make() is likely to find its controllers.
  [[nodiscard]] static bool can_make();
  /// Makes the group `name` anew. Returns nullopt if the controllers or the rights are missing:
  /// version 1 needs root; version 2 needs a delegated group with no other members, and make()
  /// first moves this process into a subgroup. If `memory_mb` is 0, memory is not limited. Throws
  /// std::system_error if a limit cannot be written.
  static std::optional<ControlGroup> make(const std::string& name, int memory_mb, int processes);

  ControlGroup(ControlGroup&& other) noexcept
      : version_(other.version_),
        memory_(std::exchange(other.memory_, {})),
        pids_(std::exchange(other.pids_, {})),
        cpuacct_(std::exchange(other.cpuacct_, {})),
        cpu_file_(std::move(other.cpu_file_)),
        kills_file_(std::move(other.kills_file_)) {}
  ControlGroup& operator=(ControlGroup&&) = delete;
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  ~ControlGroup();

  void add(pid_t pid);
  [[nodiscard]] MemoryKill memory_kill() const;
  /// Returns the CPU time of all processes that ever were in the group; nullopt if no controller
  /// counts it. Version 1 reads cpuacct.usage, version 2 cpu.stat. Running processes are counted up
  /// to their last tick.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time() const;

 private:
  ControlGroup() = default;

  int version_ = 1;
  std::filesystem::path memory_;
  std::filesystem::path pids_;     ///< The same as `memory_` in version 2.
  std::filesystem::path cpuacct_;  ///< The same as `memory_` in version 2; empty if not counted.
  Descriptor cpu_file_;
  Descriptor kills_file_;
};

/// Removes agents' groups below `home` whose referee no longer runs: those without processes that
/// are at least a minute old.
void remove_left_groups(const std::filesystem::path& home);

/// Returns whether an open memory.oom_control (version 1) or memory.events.local (version 2) shows
/// that the kernel killed no process. If the file says nothing, returns false.
[[nodiscard]] bool shows_no_kill(const Descriptor& file);
/// Returns what the files in a group's folder show.
[[nodiscard]] MemoryKill memory_kill_in(const std::filesystem::path& group, int version);
/// Reads the CPU time from an open file: cpuacct.usage (version 1) or cpu.stat (version 2).
[[nodiscard]] std::optional<std::chrono::nanoseconds> cpu_time_in(const Descriptor& file,
                                                                  int version);

}  // namespace danno::referee::sandbox
