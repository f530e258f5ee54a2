// Compares real matches with the bare machine, alternately in one run, so that other work on the
// machine slows both alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/bench/bare.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::cli::bench {

struct WireRow {
  int in_flight = 1;
  int shards = 1;
  double x_raw2_cpu = 0;   ///< The number of decisions in the CPU time of one raw2 exchange.
  double x_raw2_wall = 0;  ///< The same in wall time.
  /// The CPU time of a question of the bare loop divided by that of a decision.
  double x_bare_cpu = 0;
  double games_per_s = 0;
  double decisions_per_s = 0;
  /// System calls of all processes per decision, if they could be traced.
  std::optional<double> syscalls;
};

struct WireResult {
  BareCost raw2;
  std::vector<WireRow> rows;  ///< Rows with agents that are not stopped off turn.
  WireRow frozen;             ///< One game in flight on one shard, with agents stopped off turn.
};

/// Measures `hold` against itself by `rules`, which `danno match` knows as `named`, with 1, 16, 64
/// and 256 games in flight, on one shard and, if there are two cores, on two. Every figure is the
/// median of `rounds`. `narrate` is called before each round.
[[nodiscard]] WireResult measure_wire(const rules::Definition& rules, const std::string& named,
                                      referee::sandbox::Isolation isolation, int rounds,
                                      const std::function<void(int round)>& narrate);

}  // namespace danno::leagues::cli::bench
