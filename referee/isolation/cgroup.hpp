// Control groups of the kernel's version 1, which a root referee may use where they are mounted.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::isolation {

/// A group below our own in the controllers memory and pids, removed with this object.
/// Source: Documentation/admin-guide/cgroup-v1 of the kernel.
class ControlGroup {
 public:
  /// Whether make() is likely to find its controllers.
  [[nodiscard]] static bool can_make();
  /// Makes the group `name` anew. Nothing where we are not root, or have no such controllers.
  /// `memory_mb` 0: not limited. Throws std::system_error if a limit cannot be written.
  static std::optional<ControlGroup> make(const std::string& name, int memory_mb, int processes);

  ControlGroup(ControlGroup&& other) noexcept
      : memory_(std::exchange(other.memory_, {})),
        pids_(std::exchange(other.pids_, {})),
        oom_control_(std::move(other.oom_control_)) {}
  ControlGroup& operator=(ControlGroup&&) = delete;
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  ~ControlGroup();

  void add(pid_t pid);
  /// Whether the kernel killed a member because the group's memory was used up.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  ControlGroup() = default;

  std::filesystem::path memory_;
  std::filesystem::path pids_;
  Descriptor oom_control_;
};

}  // namespace danno::referee::isolation
