// Real matches against the bare machine, in one run and by turns, so that other work on the machine
// slows both alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "leagues/bench/bare.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::bench {

struct WireRow {
  int in_flight = 1;
  int shards = 1;
  double x_raw2_cpu = 0;   ///< How many decisions cost the CPU time of one exchange.
  double x_raw2_wall = 0;  ///< The same by wall time.
  double x_bare_cpu = 0;   ///< CPU time of a question of the bare loop, by that of a decision.
  double games_per_s = 0;
  double decisions_per_s = 0;
  std::optional<double> syscalls;  ///< Of all processes, a decision; if it could be traced.
};

struct WireResult {
  BareCost raw2;
  std::vector<WireRow> rows;  ///< Of agents that are not stopped off turn.
  WireRow frozen;             ///< One game in flight on one shard, agents stopped off turn.
};

/// `hold` against itself under `koans`, with 1, 16, 64 and 256 games in flight, on one shard and,
/// if there are two cores, on two. Every figure is the median of `rounds`.
/// `narrate` is told what goes on.
[[nodiscard]] WireResult measure_wire(referee::sandbox::Isolation isolation, int rounds,
                                      const std::function<void(int round)>& narrate);

}  // namespace danno::leagues::bench
