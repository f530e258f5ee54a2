// How an agent's process is started, watched and ended: the one seam between the referee and the
// operating system.
//
// Every level starts `danno-init` first, which sets the limits, execs the agent, reaps what it
// leaves behind and reports its end; when the referee's end of the lifeline closes, for whatever
// reason, everything below dies. The levels differ in what else stands around the agent.
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

/// What to start and within which limits.
struct LaunchOrder {
  std::vector<std::string> command;  ///< Program and arguments; found by PATH if without a slash.
  std::filesystem::path folder;      ///< Working directory; all that the agent may read of its own.
  Isolation isolation = Isolation::Strict;
  int memory_mb = 256;  ///< Of the whole process tree; 0: not limited.
  /// It may write in its folder, 256 MiB a file: for builds, never for play. A root referee gives
  /// the folder to the agent's user and leaves it so.
  bool scratch = false;
};

/// The folder that TMPDIR and XDG_CACHE_HOME name in a build in `folder`; it is left there.
[[nodiscard]] std::filesystem::path temporary_folder(const std::filesystem::path& folder);

/// How an agent's process came to its end.
struct Exit {
  enum class Kind {
    Code,        ///< Ended by itself; `value` is the exit code.
    Signal,      ///< Killed; `value` is the signal.
    ExecFailed,  ///< The program could not be executed; `value` is errno. The agent's own fault.
    Memory,      ///< Ended for exceeding memory_mb.
    Harness,  ///< The set-up before exec failed, or danno-init was lost: ours, never the agent's.
  };
  Kind kind = Kind::Code;
  int value = 0;
  std::string detail;  ///< For people.
};

/// A started agent with all its descendants. Not thread-safe. The destructor kills and reaps.
class Process {
 public:
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  virtual ~Process() = default;

  /// Non-blocking, close-on-exec, owned by the Process.
  [[nodiscard]] virtual int stdin_fd() const = 0;   ///< To write; -1 once closed.
  [[nodiscard]] virtual int stdout_fd() const = 0;  ///< To read.
  [[nodiscard]] virtual int stderr_fd() const = 0;  ///< To read.
  [[nodiscard]] virtual int status_fd()
      const = 0;  ///< Readable when exit() may have news; to poll.

  /// Of danno-init, the root of the agent's processes.
  [[nodiscard]] virtual pid_t root_pid() const = 0;
  /// Of the agent's main process; 0 before it is known.
  [[nodiscard]] virtual pid_t agent_pid() const = 0;

  virtual void close_stdin() = 0;
  /// The end of the agent's main process, once known; never blocks. Reads status_fd.
  virtual std::optional<Exit> exit() = 0;
  /// Kills whatever lives, reaps, and returns the final exit; blocks for some milliseconds at most.
  virtual Exit end() = 0;

  /// CPU time of the agent (all its threads; at least its main process), user and system.
  [[nodiscard]] virtual std::chrono::nanoseconds cpu_time() const = 0;
  /// Time that the agent's threads were runnable but waited for a processor, or to be thawed, or
  /// stood still as seen by still_since().
  [[nodiscard]] virtual std::chrono::nanoseconds wait_time() const = 0;
  /// Whether a thread of the agent runs or waits for a processor just now; a wait that has not
  /// ended is not in wait_time() yet. True as long as a thaw() has not reached it, or it stands
  /// still.
  [[nodiscard]] virtual bool runnable() const = 0;
  /// Since when one of its processes, thawed, stands still because somebody else stopped it by a
  /// signal or froze its control group; nothing if none does. What lies between two looks counts as
  /// stood still if one of them found it so: to be called every tenth of a second.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> still_since()
      const = 0;
  /// The most memory that one of its processes held (resident), in KiB; 0 before end().
  [[nodiscard]] virtual std::int64_t peak_memory_kib() const = 0;
  /// Stops / continues all processes of the agent. Neither waits: how long a thaw takes is part of
  /// wait_time().
  virtual void freeze() = 0;
  virtual void thaw() = 0;
};

/// Starts an agent. Throws std::system_error or std::runtime_error if the harness cannot (never
/// for what is wrong with the agent: that is an Exit).
[[nodiscard]] std::unique_ptr<Process> launch(const LaunchOrder& order);

}  // namespace danno::referee::sandbox
