// What the launcher's tests share: a started agent, read and awaited with a generous bound.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "referee/launcher.hpp"

namespace danno::referee {

/// Never a measurement; only the end of patience with a broken build.
inline constexpr int kPatienceMs = 20'000;

/// A folder of the test's own, gone with it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "danno-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
    std::filesystem::permissions(path_, std::filesystem::perms(0755));
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text, int mode = 0755) {
    std::ofstream(path_ / name) << text;
    std::filesystem::permissions(path_ / name, std::filesystem::perms(mode));
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline LaunchOrder order_of(std::vector<std::string> command, const std::filesystem::path& folder,
                            Isolation level = Isolation::None) {
  LaunchOrder order;
  order.command = std::move(command);
  order.folder = folder;
  order.isolation = level;
  return order;
}

/// Reads `file` until its end, `enough` bytes, or the end of patience.
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

/// Waits until the process is gone (a zombie that somebody else must reap is gone, too).
inline bool is_gone_within(pid_t pid, int milliseconds) {
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (pidfd < 0) return true;
  pollfd event{pidfd, POLLIN, 0};
  const bool gone = ::poll(&event, 1, milliseconds) > 0;
  ::close(pidfd);
  return gone;
}

}  // namespace danno::referee
