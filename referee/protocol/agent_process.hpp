// An agent's process with its pipes, its log and its clock: bytes out, bytes in. It knows no games.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/protocol/thinking_clock.hpp"
#include "referee/sandbox/machine.hpp"

namespace danno::referee::protocol {

/// The end of a stream of text, which reports show of stderr.
class LogTail {
 public:
  void add(std::string_view bytes);
  /// Returns at most `count` last lines.
  [[nodiscard]] std::vector<std::string> lines(std::size_t count) const;
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// Returns the output after the first `total` bytes: whole lines of at most the last 64 KiB.
  [[nodiscard]] std::string_view since(std::uint64_t total) const;

 private:
  std::string tail_;
  std::uint64_t total_ = 0;
};

class AgentProcess {
 public:
  /// Launches the process. The machine must outlive the object.
  AgentProcess(sandbox::Machine& machine, const sandbox::LaunchOptions& options,
               ThinkingClock::Mode mode, std::chrono::nanoseconds answer_limit,
               std::chrono::nanoseconds bank, const RefereeDelay& own);

  /// Messages to send; flush() writes as much as the pipe accepts.
  std::string out;
  /// Returns false if bytes are left because the pipe is full.
  bool flush();
  [[nodiscard]] bool pending() const { return written_ < out.size(); }
  /// Returns whether the last flush left bytes.
  [[nodiscard]] bool blocked() const { return blocked_; }

  enum class Read { Data, Nothing, Closed };
  /// Reads stdout once into the inbox.
  Read read_stdout();
  /// Reads stderr; returns false once the agent has closed it.
  bool read_stderr();
  /// The unread part of the inbox; consume() removes what was handled.
  [[nodiscard]] std::string_view inbox() const {
    return std::string_view(inbox_).substr(begin_, end_ - begin_);
  }
  void consume(std::size_t bytes);

  /// Reads more output into the inbox until none comes for 20 ms, and for 200 ms at most.
  /// Returns whether the inbox then has more than `limit` bytes, which must be at most a frame's.
  [[nodiscard]] bool floods(std::size_t limit);

  /// Stops the process while it owes no answer; continues it once its question is in the pipe.
  void let_run(bool owes);
  /// Stops the process until wake(); its clock ignores that time.
  void rest();
  void wake();
  /// Moves a resting process, with its games, to the calling thread. The process then runs on that
  /// thread's processors.
  void move_to(const RefereeDelay& own);
  /// Returns whether the process still runs and has no unread output.
  [[nodiscard]] bool is_quiet();

  /// Sends Goodbye, which must be the last message.
  void say_goodbye();
  /// Returns the exit of the process if it ends before `due`.
  std::optional<sandbox::Exit> await_exit(ThinkingClock::time_point due);
  /// Kills, reaps and logs the process under this name. Returns its CPU time.
  std::chrono::nanoseconds end(const std::string& name);

  [[nodiscard]] sandbox::Process& process() { return *process_; }
  [[nodiscard]] ThinkingClock& clock() { return clock_; }
  [[nodiscard]] const LogTail& log() const { return log_; }

 private:
  sandbox::Machine& machine_;
  std::unique_ptr<sandbox::Process> process_;
  ThinkingClock clock_;
  ThinkingClock::time_point launched_;
  ThinkingClock::time_point rests_since_;
  bool frozen_ = false;
  std::size_t written_ = 0;
  bool blocked_ = false;
  bool stdin_broken_ = false;
  std::string inbox_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  LogTail log_;
};

}  // namespace danno::referee::protocol
