// The bare machine: one byte to another process and back, by pipes. What is built upon it is
// measured against it ("raw2").
#pragma once

namespace danno::leagues::bench {

/// An exchange with one of two children, by turns, with blocking reads and writes.
struct PingPong {
  double cpu_ns = 0;  ///< User and system time of all three processes.
  double wall_ns = 0;
};

/// `exchanges` of them, all three processes on `core`, or wherever the kernel puts them if it is
/// below 0. To be called by the only thread of the process.
[[nodiscard]] PingPong ping_pong(int exchanges, int core);

}  // namespace danno::leagues::bench
