#include "leagues/bench/ping_pong.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "leagues/bench/cpu_time.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::bench {
namespace {

using referee::sandbox::Descriptor;

struct PipeEnds {
  Descriptor read;
  Descriptor write;
};

PipeEnds make_pipe() {
  std::array<int, 2> files{};
  if (::pipe2(files.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe2");
  return {Descriptor(files[0]), Descriptor(files[1])};
}

struct Child {
  PipeEnds to = make_pipe();
  PipeEnds from = make_pipe();
  pid_t pid = 0;
};

/// Sends back what comes, until nobody is left to send.
[[noreturn]] void echo(const Child& child) {
  char byte = 0;
  while (::read(child.to.read.get(), &byte, 1) == 1) {
    if (::write(child.from.write.get(), &byte, 1) != 1) break;
  }
  ::_exit(0);
}

void start(std::array<Child, 2>& children) {
  for (Child& child : children) {
    child.pid = ::fork();
    if (child.pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child.pid != 0) continue;
    for (Child& each : children) {
      each.to.write.close();
      each.from.read.close();
    }
    echo(child);
  }
}

void exchange(Child& child) {
  char byte = 0;
  if (::write(child.to.write.get(), &byte, 1) != 1 || ::read(child.from.read.get(), &byte, 1) != 1)
    throw std::system_error(errno, std::generic_category(), "ping-pong");
}

void end(std::array<Child, 2>& children) {
  for (Child& child : children)
    child.to.write.close();
  for (Child& child : children) {
    while (::waitpid(child.pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace

PingPong ping_pong(int exchanges, int core) {
  const OnCore pinned(core);
  std::array<Child, 2> children;
  const auto cpu = cpu_time();
  start(children);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < exchanges; ++i)
    exchange(children[static_cast<std::size_t>(i % 2)]);
  const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - begin;
  end(children);
  const std::chrono::duration<double, std::nano> used = cpu_time() - cpu;
  return {used.count() / exchanges, wall.count() / exchanges};
}

}  // namespace danno::leagues::bench
