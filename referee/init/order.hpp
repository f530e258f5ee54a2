// What the launcher and danno-init say to each other, over descriptors that danno-init inherits.
//
// The lifeline first carries one Order with its tail, then one byte a command; its end is the order
// to die. The status socket (SOCK_SEQPACKET) carries one Status a packet; the kernel adds the
// sender's process id as the referee sees it. Both ends are of one build on one machine, so the
// structs travel as they are in memory.
#pragma once

#include <cstdint>

namespace danno::referee::init {

/// Descriptors that danno-init is started with. Its own 0, 1, 2 belong to the set-up (2 takes the
/// complaints of whatever stands around it) and are never the agent's.
inline constexpr int kLifeline = 3;
inline constexpr int kStatus = 4;
inline constexpr int kAgentStdin = 5;  ///< 5, 6, 7 become the agent's 0, 1, 2.
inline constexpr int kDescriptors = 8;

inline constexpr char kStop = 'S';      ///< On the lifeline: stop all processes of the agent.
inline constexpr char kContinue = 'C';  ///< … and let them go on.

inline constexpr char kKill = 'K';  ///< End as if the lifeline had ended.

/// What a sweeper is told over its lifeline: one of these, a path, NUL.
inline constexpr char kSweep = '+';   ///< Remove it at the end.
inline constexpr char kForget = '-';  ///< It is gone already, or shall stay.
inline constexpr char kLeave = '<';   ///< A control group of version 2 to move out of and remove.

/// Where a root referee's agents are staged for bubblewrap, each in a mount namespace of its own.
inline constexpr char kStage[] = "/run/danno";
inline constexpr char kStagedFolder[] = "/run/danno/agent";
inline constexpr char kStagedInit[] = "/run/danno/danno-init";

/// At level strict: where bubblewrap mounts the kernel's /proc until the agent's process has taken
/// its own folder of it, and the place of that.
inline constexpr char kHiddenProc[] = "/danno-proc";
inline constexpr char kOwnProcess[] = "/proc/self";

/// The folder in a build's folder that TMPDIR and XDG_CACHE_HOME name. It is not the build's folder
/// itself, because Go ignores a go.mod that lies in TMPDIR.
inline constexpr char kTemporary[] = ".tmp";

/// An order with its tail fits into a pipe that nobody reads yet.
inline constexpr std::uint32_t kMaxOrderBytes = 60 * 1024;

/// The fixed part. The tail: `filter_length` sock_filter instructions, then NUL-terminated strings:
/// the working directory, `readable` paths for Landlock, `arguments` words of the command.
struct Order {
  std::uint32_t bytes;          ///< Of the order with its tail.
  std::uint32_t filter_length;  ///< 0: no seccomp.
  std::uint32_t readable;       ///< 0: no Landlock.
  std::uint32_t arguments;
  std::uint32_t user;        ///< User and group to drop to; 0: stay.
  std::uint32_t processes;   ///< RLIMIT_NPROC; 0: not limited.
  std::uint32_t scratch;     ///< 1: the folder, last of the readable paths, may be written to.
  std::uint64_t data_bytes;  ///< RLIMIT_DATA of each process; 0: not limited.
};

struct Status {
  enum class Kind : std::int32_t {
    Ready,        ///< Sent by danno-init: the order was understood.
    Starting,     ///< Sent by the agent's process just before its exec.
    SetupFailed,  ///< `value` is errno, `step` says where.
    ExecFailed,  ///< `value` is errno; `step` is MissingInterpreter where the file itself is there.
    Exited,      ///< `value` is the exit code.
    Signalled,   ///< `value` is the signal.
    Continued,   ///< The processes go on; `at_ns` says since when.
  };
  enum class Step : std::int32_t {
    None,
    Order,
    Descriptors,
    Fork,
    Limits,
    User,
    Stage,
    Bubblewrap,
    Folder,
    Landlock,
    Seccomp,
    MissingInterpreter,
    Proc,
  };
  Kind kind;
  std::int32_t value;
  Step step;
  std::int64_t at_ns;  ///< CLOCK_MONOTONIC when it was sent.
};

}  // namespace danno::referee::init
