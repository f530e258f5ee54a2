// The messages between the launcher and danno-init, over descriptors that danno-init inherits.
//
// The lifeline first carries one LaunchRequest with its tail, then one byte per command; when it
// closes, danno-init kills everything and ends. The status socket (SOCK_SEQPACKET) carries one
// Status per packet; the kernel adds the sender's process id as the referee sees it. Both ends are
// of one build on one machine, so the structs travel as they are in memory.
#pragma once

#include <cstdint>

namespace danno::referee::sandbox::init {

/// Descriptors that danno-init is started with. Its own 0, 1 and 2 belong to the set-up (2 receives
/// error messages of the surrounding programs) and never become the agent's.
inline constexpr int kLifeline = 3;
inline constexpr int kStatus = 4;
inline constexpr int kAgentStdin = 5;  ///< 5, 6, 7 become the agent's 0, 1, 2.
inline constexpr int kDescriptors = 8;

inline constexpr char kStop = 'S';  ///< Command on the lifeline: stop all processes of the agent.
inline constexpr char kContinue = 'C';  ///< Command on the lifeline: continue them.

inline constexpr char kKill = 'K';  ///< Command on the lifeline: end as if the lifeline had closed.

/// Messages on a sweeper's lifeline: one of these, a path, NUL.
inline constexpr char kRemove = '+';        ///< Remove the path at the end.
inline constexpr char kKeep = '-';          ///< The path is removed already, or shall stay.
inline constexpr char kRemoveCgroup = '<';  ///< Leave and remove a control group (version 2).

/// The folders in which root stages agents for bubblewrap, each in a mount namespace of its own.
inline constexpr char kStagingFolder[] = "/run/danno";
inline constexpr char kStagedFolder[] = "/run/danno/agent";
inline constexpr char kStagedInit[] = "/run/danno/danno-init";

/// The place where, at level strict, bubblewrap mounts the kernel's /proc until the agent's process
/// has moved its own folder of it to kOwnProcess.
inline constexpr char kHiddenProc[] = "/danno-proc";
inline constexpr char kOwnProcess[] = "/proc/self";

/// The folder in a build's folder that TMPDIR and XDG_CACHE_HOME name. It is not the build's folder
/// itself, because Go ignores a go.mod that lies in TMPDIR.
inline constexpr char kTemporary[] = ".tmp";

/// The limit for a request with its tail: it fits into a pipe that is not read yet.
inline constexpr std::uint32_t kMaxRequestBytes = 60 * 1024;

/// The fixed part of a request. The tail holds `filter_length` sock_filter instructions, then
/// NUL-terminated strings: the working directory, `readable` paths for Landlock, `arguments` words
/// of the command.
struct LaunchRequest {
  std::uint32_t bytes;          ///< The size of the request with its tail.
  std::uint32_t filter_length;  ///< Number of instructions; 0: no seccomp.
  std::uint32_t readable;       ///< Number of paths; 0: no Landlock.
  std::uint32_t arguments;
  std::uint32_t user;        ///< User and group to drop to; 0: unchanged.
  std::uint32_t processes;   ///< RLIMIT_NPROC; 0: not limited.
  std::uint32_t scratch;     ///< 1: the folder, last of the readable paths, may be written to.
  std::uint64_t data_bytes;  ///< RLIMIT_DATA of each process; 0: not limited.
};

struct Status {
  enum class Kind : std::int32_t {
    Ready,        ///< Sent by danno-init: the request was understood.
    Starting,     ///< Sent by the agent's process just before its exec.
    SetupFailed,  ///< `value` is errno; `step` names the failed step.
    ExecFailed,   ///< `value` is errno; `step` is MissingInterpreter if the file itself exists.
    Exited,       ///< `value` is the exit code.
    Signalled,    ///< `value` is the signal.
    Continued,    ///< The processes run again since `at_ns`.
  };
  enum class Step : std::int32_t {
    None,
    Request,
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
  std::int64_t at_ns;  ///< CLOCK_MONOTONIC when the packet was sent.
};

}  // namespace danno::referee::sandbox::init
