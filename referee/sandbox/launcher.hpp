// Starts, watches and ends an agent's process: the seam to the operating system.
//
// Every level first starts `danno-init`, which sets the limits, execs the agent, reaps its orphans
// and reports its end. When the referee's end of the lifeline closes for any reason, everything
// below dies. The levels differ in what else surrounds the agent.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace danno::referee::sandbox {

enum class Isolation { Strict, Confined, None };

[[nodiscard]] std::string_view to_string(Isolation level);
[[nodiscard]] std::optional<Isolation> parse_isolation(std::string_view text);

/// A program to start, and its limits.
struct LaunchOptions {
  /// Program and arguments; searched in PATH if without a slash.
  std::vector<std::string> command;
  /// Working directory; the only files of its own that the agent may read.
  std::filesystem::path folder;
  Isolation isolation = Isolation::Strict;
  int memory_mb = 256;  ///< The limit of the whole process tree; 0: not limited.
  /// True if the process may write in its folder, up to 256 MiB per file; for builds, never for
  /// play. A root referee gives the folder to the agent's user permanently.
  bool scratch = false;
};

/// The folder that TMPDIR and XDG_CACHE_HOME name in a build in `folder`; it is left there.
[[nodiscard]] std::filesystem::path temporary_folder(const std::filesystem::path& folder);

/// The way in which an agent's process ended.
struct Exit {
  enum class Kind {
    Code,        ///< It ended by itself; `value` is the exit code.
    Signal,      ///< It was killed; `value` is the signal.
    ExecFailed,  ///< The program could not be executed; `value` is errno. The agent's own fault.
    Memory,      ///< It was ended because it exceeded memory_mb.
    Harness,     ///< Set-up before exec failed or danno-init was lost; never the agent's fault.
  };
  Kind kind = Kind::Code;
  int value = 0;
  std::string detail;  ///< Text for people.
};

/// The times of a process tree in an interval.
struct TreeTimes {
  std::chrono::nanoseconds waited{0};  ///< Threads were runnable without a processor.
  std::chrono::nanoseconds cpu{0};
};

/// A started agent with all its descendants. Not thread-safe. The destructor kills and reaps.
class Process {
 public:
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  virtual ~Process() = default;

  /// The descriptors are non-blocking and close-on-exec, and belong to the Process.
  [[nodiscard]] virtual int stdin_fd() const = 0;   ///< Writable; -1 once closed.
  [[nodiscard]] virtual int stdout_fd() const = 0;  ///< Readable.
  [[nodiscard]] virtual int stderr_fd() const = 0;  ///< Readable.
  /// Readable when exit() may have news; to poll.
  [[nodiscard]] virtual int status_fd() const = 0;

  /// The process id of danno-init, the root of the agent's processes.
  [[nodiscard]] virtual pid_t root_pid() const = 0;
  /// The process id of the agent's main process; 0 before it is known.
  [[nodiscard]] virtual pid_t agent_pid() const = 0;

  virtual void close_stdin() = 0;
  /// Returns the end of the agent's main process once it is known. Never blocks; reads status_fd.
  virtual std::optional<Exit> exit() = 0;
  /// Kills all remaining processes, reaps, and returns the final exit. Blocks for some milliseconds
  /// at most.
  virtual Exit end() = 0;

  /// Returns the agent's CPU time, user and system, at least that of its main process.
  [[nodiscard]] virtual std::chrono::nanoseconds cpu_time() const = 0;
  /// Returns the time that the agent's threads were runnable but waited for a processor or for
  /// thaw(), or were stopped as reported by still_since().
  [[nodiscard]] virtual std::chrono::nanoseconds wait_time() const = 0;
  /// Returns the times of all threads of the agent and of its children since the last call.
  /// wait_time() has waits of living threads of the main process only. Call it regularly while the
  /// agent takes long: what a thread or process used after the last call before its end is lost.
  [[nodiscard]] virtual TreeTimes look_at_tree() = 0;
  /// Returns whether a thread of the main process runs or waits for a processor now; a wait that
  /// has not ended is not yet in wait_time(). Also returns true while a thaw() has not taken effect
  /// or the agent is stopped from outside.
  [[nodiscard]] virtual bool runnable() const = 0;
  /// Returns the time since which a thawed process of the agent has been stopped, because somebody
  /// else stopped it by a signal or froze its control group; nullopt if none is. The time between
  /// two calls counts as stopped if either of them finds it so; call this every tenth of a second.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> still_since()
      const = 0;
  /// Returns the largest resident memory of any of its processes, in KiB; 0 before end().
  [[nodiscard]] virtual std::int64_t peak_memory_kib() const = 0;
  /// freeze() stops and thaw() continues all processes of the agent. Neither waits; the duration of
  /// a thaw is part of wait_time().
  virtual void freeze() = 0;
  virtual void thaw() = 0;
  /// Lets all processes of the agent run on the processors of the calling thread, as those that it
  /// starts do. Call it while they are stopped; where it fails they are only slower.
  virtual void follow() = 0;
};

/// Starts an agent. Throws std::system_error or std::runtime_error if the harness fails. What is
/// wrong with the agent is an Exit, never an exception.
[[nodiscard]] std::unique_ptr<Process> launch(const LaunchOptions& options);

}  // namespace danno::referee::sandbox
