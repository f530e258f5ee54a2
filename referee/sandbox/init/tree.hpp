// The descendants of a process, according to /proc.
#pragma once

#include <sys/types.h>

#include <vector>

namespace danno::referee::sandbox::init {

/// Appends all living descendants of `root`, parents before children, without `root`. Reads
/// /proc/PID/task/TID/children (proc(5), CONFIG_PROC_CHILDREN); newborn processes may be missed.
void append_descendants(pid_t root, std::vector<pid_t>& out);

/// Sends SIGSTOP to descendants until no new one is found, so that none can fork any more. Returns
/// the stopped processes.
std::vector<pid_t> stop_descendants(pid_t root);

/// Stops and continues all descendants of the calling process, again and again, until it ends.
/// Files of processes that are still there are kept open, so that most stops open none.
class OwnTree {
 public:
  OwnTree() = default;
  OwnTree(const OwnTree&) = delete;
  OwnTree& operator=(const OwnTree&) = delete;

  /// Does the same as stop_descendants().
  void stop();
  /// Continues the processes that the last stop() stopped.
  void resume();
  /// A process has ended, and its number may be received to another one.
  void forget(pid_t pid);

 private:
  struct Files {
    pid_t pid;
    int threads;   ///< The folder /proc/PID/task.
    int children;  ///< The file of the main thread in it.
  };

  void find(std::vector<pid_t>& out);
  void append_children(pid_t pid, std::vector<pid_t>& out);
  [[nodiscard]] Files* find_files(pid_t pid);
  void close_files_but(const std::vector<pid_t>& sorted);

  std::vector<Files> files_;
  std::vector<pid_t> stopped_;  ///< Sorted.
};

}  // namespace danno::referee::sandbox::init
