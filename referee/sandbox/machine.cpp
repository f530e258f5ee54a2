#include "referee/sandbox/machine.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {
namespace {

class RealMachine final : public Machine {
 public:
  std::unique_ptr<Process> launch(const LaunchOptions& options) override {
    return sandbox::launch(options);
  }
  int poll(std::span<pollfd> files, int timeout_ms) override {
    return ::poll(files.data(), files.size(), timeout_ms);
  }
  ssize_t read(int file, std::span<char> buffer) override {
    return ::read(file, buffer.data(), buffer.size());
  }
  ssize_t write(int file, std::string_view bytes) override {
    return ::write(file, bytes.data(), bytes.size());
  }
  void yield() override { ::sched_yield(); }
  time_point now() override { return std::chrono::steady_clock::now(); }

  std::chrono::nanoseconds own_wait() override {
    thread_local const Descriptor kFile(
        ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
    std::array<char, 96> text{};
    if (!kFile || ::pread(kFile.get(), text.data(), text.size() - 1, 0) <= 0) return {};
    char* waited = nullptr;
    std::strtoull(text.data(), &waited, 10);  // the first field: time on the processor
    return std::chrono::nanoseconds(std::strtoull(waited, nullptr, 10));
  }

  std::vector<std::int64_t> stolen_ticks() override {
    std::vector<std::int64_t> ticks;
    std::ifstream file("/proc/stat");
    std::string line;
    std::getline(file, line);  // all processors together
    while (std::getline(file, line) && line.starts_with("cpu")) {
      long long steal = 0;
      // user nice system idle iowait irq softirq steal
      if (std::sscanf(line.c_str(), "%*s %*d %*d %*d %*d %*d %*d %*d %lld", &steal) != 1) steal = 0;
      ticks.push_back(steal);
    }
    return ticks;
  }
};

}  // namespace

Machine& real_machine() {
  static RealMachine machine;
  return machine;
}

}  // namespace danno::referee::sandbox
