// The bare machine: what goes to two other processes and back, by pipes, and nothing else. What is
// built upon it is measured against it.
#pragma once

namespace danno::leagues::bench {

struct BareCost {
  double cpu_ns = 0;  ///< User and system time of all three processes.
  double wall_ns = 0;
};

/// "raw2": of an exchange of one byte with one of two children, by turns, with blocking reads and
/// writes. All three processes run on `core`, or wherever the kernel puts them if it is below 0. To
/// be called by the only thread of the process.
[[nodiscard]] BareCost ping_pong(int exchanges, int core);

/// "bare": of a question and its answer, in the frames of a match of `hold`, where so many
/// questions are open at once, half of them with each child; one by turns. Frames are copied and
/// cut, and each side writes all it has at once: no games, dice, clocks or records. Else the same.
[[nodiscard]] BareCost bare_loop(int in_flight, int questions, int core);

}  // namespace danno::leagues::bench
