// Real matches against the bare ping-pong, in one run, by turns, so that whatever else the machine
// does meets both alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "leagues/bench/ping_pong.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::bench {

struct WireRow {
  int in_flight = 1;
  int shards = 1;
  double x_raw2_cpu = 0;   ///< How many decisions cost the CPU time of one exchange.
  double x_raw2_wall = 0;  ///< The same by wall time.
  double games_per_s = 0;
  double decisions_per_s = 0;
  double allocations = 0;          ///< In this process, for one decision more in a game.
  double game_allocations = 0;     ///< In this process, for one game more; its record is one.
  std::optional<double> syscalls;  ///< Of all processes, a decision; if it could be traced.
};

struct WireResult {
  PingPong raw2;
  std::vector<WireRow> rows;  ///< Of agents that are not stopped off turn.
  WireRow frozen;             ///< One game in flight on one shard, agents stopped off turn.
};

/// `hold` against itself under `koans`, with 1, 16, 64 and 256 games in flight, on one shard and,
/// where there are two cores, on two. Every figure is the median of `rounds`.
/// `allocations` counts the allocations of this process so far; `narrate` is told what goes on.
[[nodiscard]] WireResult measure_wire(referee::Isolation isolation, int rounds,
                                      const std::function<std::uint64_t()>& allocations,
                                      const std::function<void(int round)>& narrate);

}  // namespace danno::leagues::bench
