// The helpers of the launcher's tests: a started agent, read and awaited with a generous bound.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "referee/sandbox/launcher.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::referee::sandbox {

/// So that a test's name says the level.
inline void PrintTo(Isolation level, std::ostream* out) { *out << to_string(level); }

/// Never a measurement; only the end of sleep_allowance with a broken build.
inline constexpr int kPatienceMs = 20'000;

inline LaunchOptions launch_options(std::vector<std::string> command,
                                    const std::filesystem::path& folder,
                                    Isolation level = Isolation::None) {
  LaunchOptions order;
  order.command = std::move(command);
  order.folder = folder;
  order.isolation = level;
  return order;
}

/// Reads `file` until its end, `enough` bytes, or the end of sleep_allowance.
inline std::string read_all(int file, std::size_t enough = ~std::size_t{0}) {
  std::string text;
  std::array<char, 4096> bytes{};
  pollfd event{file, POLLIN, 0};
  while (text.size() < enough && ::poll(&event, 1, kPatienceMs) > 0) {
    const ssize_t got = ::read(file, bytes.data(), bytes.size());
    if (got <= 0) break;
    text.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return text;
}

inline std::string read_line(int file) {
  std::string text;
  char byte = 0;
  pollfd event{file, POLLIN, 0};
  while (byte != '\n' && ::poll(&event, 1, kPatienceMs) > 0 && ::read(file, &byte, 1) == 1) {
    text += byte;
  }
  return text;
}

inline void send(Process& agent, const std::string& text) {
  ASSERT_EQ(::write(agent.stdin_fd(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

/// The agent's exit as the event loop would learn it: by polling the status descriptor.
inline Exit await_exit(Process& agent) {
  pollfd event{agent.status_fd(), POLLIN, 0};
  for (;;) {
    if (const auto exit = agent.exit()) return *exit;
    if (::poll(&event, 1, kPatienceMs) <= 0) return {Exit::Kind::Harness, 0, "no news in time"};
  }
}

/// Stays readable when the Process is gone: its end says that nobody of the agent is left who could
/// write to the agent's stderr.
class Witness {
 public:
  explicit Witness(const Process& agent) : file_(::dup(agent.stderr_fd())) {}
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;
  ~Witness() { ::close(file_); }
  [[nodiscard]] bool nobody_left() const {
    std::array<char, 4096> bytes{};
    ssize_t got = 0;
    do {
      got = ::read(file_, bytes.data(), bytes.size());
    } while (got > 0);
    return got == 0;
  }

 private:
  int file_;
};

/// Living processes of this machine, whatever their namespace, with `word` in their command line.
inline std::vector<pid_t> processes_with(const std::string& word) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "cmdline");
    std::string line;
    std::getline(file, line, '\n');
    if (line.find(word) != std::string::npos) found.push_back(std::stoi(name));
  }
  return found;
}

/// Whether all processes with `word` are gone before the time is up.
inline bool are_gone_within(const std::string& word, std::chrono::milliseconds time) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  for (;;) {
    const auto left = processes_with(word);
    if (left.empty()) return true;
    const auto rest =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (rest.count() <= 0) return false;
    const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, left.front(), 0));
    pollfd event{pidfd, POLLIN, 0};
    ::poll(&event, 1, static_cast<int>(rest.count()));
    if (pidfd >= 0) ::close(pidfd);
  }
}

/// A word that is in no other test's command lines.
inline std::string unique_number() {
  static int count = 0;
  return std::to_string(1000) + "." + std::to_string(::getpid()) + std::to_string(++count);
}

}  // namespace danno::referee::sandbox
