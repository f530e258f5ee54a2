// Seasons of a ladder whose agents' true strengths are known: how often is something decided that
// is wrong, and what does it take?
//
// Games are those of simulated_tables.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "leagues/schedule/ladder/plan_round.hpp"

namespace danno::leagues {

struct SeasonDesign {
  int seats = 2;
  int agents = 12;      ///< There at the start.
  int arrivals = 0;     ///< Later ones: each takes the place of one who is there.
  double spread = 100;  ///< Of the strengths: standard deviation, Elo.
  std::int64_t deals = 4000;
  double shared_luck = 0.7;
  schedule::ladder::Focus focus = schedule::ladder::Focus::All;
  /// Every pair has as many deals, in place of the ladder's rounds.
  bool round_robin = false;
  bool class_gaps = false;  ///< Strengths of a class (class_strength()), not normal ones.
  double gap = 0;           ///< Above 0: each agent is so much (Elo) below the one before it.
  bool never_wins = false;  ///< The last agent loses every game.
  /// Ends where all pairs that differ by more than kApart are decided.
  bool until_apart = false;
  /// Decides by scores with the luck taken out, of whose variance this share is known. 0: by raw
  /// scores.
  double known_luck = 0;
};

/// Elo; pairs that are closer may stay undecided.
inline constexpr double kApart = 20;

/// Elo of an agent of a class, by its number: of ten agents six are near the best (standard
/// deviation 25), three took another idea (100 below, 60), and one is a first try (350 below, 60).
[[nodiscard]] double class_strength(int agent, double normal);

/// The rates of many seasons.
struct SeasonRates {
  int seasons = 0;
  double erred = 0;     ///< Share of seasons that called something decided that is not so.
  double decided = 0;   ///< Share of the pairs, at the end.
  double coverage = 0;  ///< Of the ordinary 95 % intervals at the end: those that hold the truth.
  /// Mean deals until this percentage of the pairs was decided; infinite if some season never came
  /// to it.
  std::vector<double> deals_at;
  /// Deals of each season until all pairs that differ by more than kApart were decided; infinite if
  /// they never were.
  std::vector<double> deals_until_apart;
};

[[nodiscard]] SeasonRates simulate_seasons(const SeasonDesign& design, int seasons,
                                           std::uint64_t seed);

}  // namespace danno::leagues
