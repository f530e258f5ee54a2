// The cost of the bare machine: data that goes to two other processes and back by pipes, and
// nothing else. What is built on top is compared with it.
#pragma once

namespace danno::leagues::bench {

struct BareCost {
  double cpu_ns = 0;  ///< User and system time of all three processes.
  double wall_ns = 0;
};

/// Measures "raw2", an exchange of one byte with one of two children in turn, with blocking reads
/// and writes. All three processes run on `core`, or wherever the kernel puts them if it is below
/// 0. Must be called by the only thread of the process.
[[nodiscard]] BareCost ping_pong(int exchanges, int core);

/// Measures "bare", a question and its answer in the frames of a match of `hold` by `koans`, with
/// `in_flight` open questions, half of them at each child; a single one alternates. Frames are
/// copied and cut, and each side writes everything it has at once; there are no games, dice, clocks
/// or records. Otherwise like ping_pong().
[[nodiscard]] BareCost bare_loop(int in_flight, int questions, int core);

}  // namespace danno::leagues::bench
