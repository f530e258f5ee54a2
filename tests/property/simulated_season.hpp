// Seasons of a ladder whose agents' true strengths are known: how often is something decided that
// is wrong, and what does it take?
//
// Games are those of simulated_tables.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "leagues/ladder/plan_round.hpp"

namespace danno::leagues {

struct SeasonDesign {
  int seats = 2;
  int agents = 12;      ///< There at the start.
  int arrivals = 0;     ///< Later ones: each takes the place of one who is there.
  double spread = 100;  ///< Of the strengths: standard deviation, Elo.
  std::int64_t deals = 4000;
  double shared_luck = 0.7;
  ladder::Focus focus = ladder::Focus::All;
  /// Every pair has as many deals, in place of the ladder's rounds.
  bool round_robin = false;
};

/// Of many seasons.
struct SeasonRates {
  int seasons = 0;
  double erred = 0;     ///< Share of seasons that called something decided that is not so.
  double decided = 0;   ///< Share of the pairs, at the end.
  double coverage = 0;  ///< Of the ordinary 95 % intervals at the end: those that hold the truth.
  /// By percent of the pairs: mean deals until so many were decided; infinite where some season
  /// never came to it.
  std::vector<double> deals_at;
};

[[nodiscard]] SeasonRates simulate_seasons(const SeasonDesign& design, int seasons,
                                           std::uint64_t seed);

}  // namespace danno::leagues
