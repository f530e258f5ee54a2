#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include "tests/bench/bare.hpp"
#include "tests/bench/bare_children.hpp"
#include "tests/bench/cpu_time.hpp"

namespace danno::leagues::bench {
namespace {

/// Sends back what comes, until nobody is left to send.
void echo(int read, int write) noexcept {
  char byte = 0;
  while (::read(read, &byte, 1) == 1) {
    if (::write(write, &byte, 1) != 1) return;
  }
}

void exchange(const BareChildren& children, std::size_t child) {
  char byte = 0;
  if (::write(children.to(child), &byte, 1) != 1 || ::read(children.from(child), &byte, 1) != 1)
    throw std::system_error(errno, std::generic_category(), "ping-pong");
}

}  // namespace

BareCost ping_pong(int exchanges, int core) {
  const OnCore pinned(core);
  const auto cpu = cpu_time();
  std::chrono::duration<double, std::nano> wall{};
  {
    const BareChildren children(echo);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < exchanges; ++i)
      exchange(children, static_cast<std::size_t>(i % 2));
    wall = std::chrono::steady_clock::now() - begin;
  }
  const std::chrono::duration<double, std::nano> used = cpu_time() - cpu;
  return {used.count() / exchanges, wall.count() / exchanges};
}

}  // namespace danno::leagues::bench
