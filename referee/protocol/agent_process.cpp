#include "referee/protocol/agent_process.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <system_error>

#include "referee/protocol/wire.hpp"
#include "referee/record/log.hpp"

namespace danno::referee::protocol {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kTailBytes = 64 * 1024;
// Two whole frames: one can be completed while the next begins.
constexpr std::size_t kInboxBytes = 2 * (kMaxFrame + 10);

/// The names of the kinds of an exit, in their order.
constexpr std::array<std::string_view, 5> kExitKinds = {"code", "signal", "exec-failed", "memory",
                                                        "harness"};

}  // namespace

void LogTail::add(std::string_view bytes) {
  total_ += bytes.size();
  if (bytes.size() > kTailBytes) bytes.remove_prefix(bytes.size() - kTailBytes);
  tail_.append(bytes);
  // Cut seldom, so that a chatty agent costs no copy a line.
  if (tail_.size() > 2 * kTailBytes) tail_.erase(0, tail_.size() - kTailBytes);
}

std::string_view LogTail::since(std::uint64_t total) const {
  const std::uint64_t fresh = total_ - total;
  std::string_view text = tail_;
  if (fresh <= kTailBytes) return text.substr(text.size() - fresh);
  text.remove_prefix(text.size() - kTailBytes);
  // The first line is cut in its middle, so it is left out.
  text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  return text;
}

std::vector<std::string> LogTail::lines(std::size_t count) const {
  std::vector<std::string> result;
  std::string_view rest = tail_;
  while (!rest.empty() && rest.back() == '\n')
    rest.remove_suffix(1);
  while (!rest.empty() && result.size() < count) {
    const std::size_t newline = rest.rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    result.emplace_back(rest.substr(begin, 2000));
    rest = rest.substr(0, newline == std::string_view::npos ? 0 : newline);
  }
  std::ranges::reverse(result);
  return result;
}

AgentProcess::AgentProcess(sandbox::Machine& machine, const sandbox::LaunchOptions& options,
                           ThinkingClock::Mode mode, std::chrono::nanoseconds answer_limit,
                           std::chrono::nanoseconds bank, const RefereeDelay& own)
    : machine_(machine),
      process_(machine.launch(options)),
      clock_(mode, answer_limit, bank, *process_, own),
      launched_(machine.now()),
      inbox_(kInboxBytes, '\0') {}

bool AgentProcess::flush() {
  while (written_ < out.size() && !stdin_broken_) {
    const ssize_t n = machine_.write(process_->stdin_fd(), std::string_view(out).substr(written_));
    if (n >= 0) {
      written_ += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN) {
      blocked_ = true;
      return false;
    } else if (errno == EPIPE) {
      stdin_broken_ = true;  // it will not answer, and that is what it is judged by
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "write to an agent");
    }
  }
  out.clear();
  written_ = 0;
  blocked_ = false;
  return true;
}

void AgentProcess::let_run(bool owes) {
  // It runs and owes an answer, or is stopped and owes none: nothing changes.
  if (owes != frozen_) return;
  frozen_ = !owes;
  if (frozen_) {
    process_->freeze();
  } else {
    process_->thaw();
  }
}

void AgentProcess::rest() {
  let_run(false);
  rests_since_ = machine_.now();
}

void AgentProcess::wake() {
  clock_.skip(machine_.now() - rests_since_);
  let_run(true);
}

void AgentProcess::move_to(const RefereeDelay& own) {
  process_->follow();
  clock_.move_to(own);
}

bool AgentProcess::is_quiet() {
  std::array<pollfd, 2> files{
      {{process_->stdout_fd(), POLLIN, 0}, {process_->status_fd(), POLLIN, 0}}};
  // danno-init also reports other things than an exit, so its message alone is no end.
  if (machine_.poll(files, 0) <= 0) return true;
  return files[0].revents == 0 && !process_->exit();
}

void AgentProcess::say_goodbye() {
  append_goodbye(out);
  let_run(true);
  // End of file also ends agents that do not know Goodbye.
  if (flush()) process_->close_stdin();
}

std::optional<sandbox::Exit> AgentProcess::await_exit(ThinkingClock::time_point due) {
  auto exit = process_->exit();
  while (!exit) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(due - machine_.now()).count();
    pollfd status{process_->status_fd(), POLLIN, 0};
    if (left <= 0) break;
    // A signal may end the sleep early; the loop then sleeps again.
    (void)machine_.poll(std::span(&status, 1), static_cast<int>(left));
    exit = process_->exit();
  }
  return exit;
}

std::chrono::nanoseconds AgentProcess::end(const std::string& name) {
  const auto cpu = process_->cpu_time();
  const sandbox::Exit exit = process_->end();
  record::log_event("end", {{"agent", name},
                            {"pid", process_->root_pid()},
                            {"agent_pid", process_->agent_pid()},
                            {"lived_ms", machine_.now() - launched_},
                            {"cpu_ms", cpu},
                            {"peak_memory_kib", process_->peak_memory_kib()},
                            {"exit", kExitKinds.at(static_cast<std::size_t>(exit.kind))},
                            {"value", exit.value},
                            {"detail", exit.detail}});
  return cpu;
}

AgentProcess::Read AgentProcess::read_stdout() {
  if (begin_ == end_) begin_ = end_ = 0;
  // Unread bytes move to the front when a whole frame would no longer fit behind them.
  if (inbox_.size() - end_ < kMaxFrame + 10 && begin_ > 0) {
    std::memmove(inbox_.data(), inbox_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  // A full inbox holds at least one whole frame, which must be handled first.
  if (end_ == inbox_.size()) return Read::Nothing;
  const ssize_t n = machine_.read(process_->stdout_fd(), std::span(inbox_).subspan(end_));
  if (n > 0) {
    end_ += static_cast<std::size_t>(n);
    return Read::Data;
  }
  if (n == 0) return Read::Closed;
  if (errno == EAGAIN || errno == EINTR) return Read::Nothing;
  throw std::system_error(errno, std::generic_category(), "read from an agent");
}

bool AgentProcess::read_stderr() {
  std::array<char, 16 * 1024> buffer;
  const ssize_t n = machine_.read(process_->stderr_fd(), buffer);
  if (n > 0) log_.add({buffer.data(), static_cast<std::size_t>(n)});
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

void AgentProcess::consume(std::size_t bytes) { begin_ += bytes; }

bool AgentProcess::floods(std::size_t limit) {
  constexpr int kSilenceMs = 20;
  // An agent that writes byte by byte must not keep the referee here.
  const auto due = machine_.now() + 200ms;
  // A garbled message may be the first part of much more. A short silence shows that it is not.
  while (inbox().size() <= limit) {
    if (machine_.now() >= due) return false;
    pollfd ready{process_->stdout_fd(), POLLIN, 0};
    const int files = machine_.poll(std::span(&ready, 1), kSilenceMs);
    if (files == 0 || (files > 0 && read_stdout() == Read::Closed)) return false;
  }
  return true;
}

}  // namespace danno::referee::protocol
