#include "tests/bench/syscall_count.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::bench {
namespace {

using referee::sandbox::Descriptor;

constexpr int kSyscallStop = SIGTRAP | 0x80;
constexpr int kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                         PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

[[noreturn]] void become(const std::vector<char*>& arguments, int output) {
  ::dup2(output, STDOUT_FILENO);
  ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  ::raise(SIGSTOP);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

/// The signal to let the stopped process have: none of those that only tell of the tracing.
int stop_signal(int status) {
  const int signal = WSTOPSIG(status);
  const bool ours =
      signal == kSyscallStop || signal == SIGTRAP || signal == SIGSTOP || (status >> 16) != 0;
  return ours ? 0 : signal;
}

/// Goes on until the first process has ended; its exit status.
int follow(pid_t first, std::uint64_t& stops) {
  int end = 0;
  for (;;) {
    int status = 0;
    const pid_t pid = ::waitpid(-1, &status, __WALL);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) return end;
    if (WIFSTOPPED(status)) {
      if (WSTOPSIG(status) == kSyscallStop) ++stops;
      ::ptrace(PTRACE_SYSCALL, pid, nullptr, stop_signal(status));
    } else if (pid == first) {
      end = status;
    }
  }
}

std::string read_all(const Descriptor& file) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t got = 0; (got = ::read(file.get(), buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  return text;
}

}  // namespace

std::optional<Traced> count_syscalls(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> files{};
  if (::pipe2(files.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe2");
  Descriptor read(files[0]);
  Descriptor write(files[1]);
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) become(arguments, write.get());
  write.close();
  int status = 0;
  ::waitpid(child, &status, 0);
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, kOptions);
  ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
  std::uint64_t stops = 0;
  const int end = follow(child, stops);
  if (!WIFEXITED(end) || WEXITSTATUS(end) != 0 || stops == 0) return std::nullopt;
  return Traced{stops / 2, read_all(read)};
}

}  // namespace danno::leagues::bench
