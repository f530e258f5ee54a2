// Gates whose true strength is known: how often does the sequential test err, and how long is it?
#pragma once

#include <cstdint>

#include "tests/property/simulated_league.hpp"

namespace danno::leagues {

/// How the score of a block is drawn, at a mean that the true Elo gives.
enum class Blocks : std::uint8_t {
  Pairs,          ///< Pairs of games: 0, ¼, ½, ¾, 1 in a ratio of about 10, 15, 50, 15, 10.
  RarelyDecided,  ///< 98 % of the pairs are ½, the others 0 or 1.
  Adjusted,       ///< Real-valued: skewed, unbounded on one side, standard deviation 0.1.
  Tables,         ///< The candidate in every seat of a mirrored deal: simulated_tables.hpp.
};

struct GateDesign {
  Blocks blocks = Blocks::Pairs;
  int seats = 2;  ///< Of Tables.
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;
  double beta = 0.05;
};

struct GateRates {
  int tests = 0;
  int passed = 0;  ///< H1 taken.
  double mean_blocks = 0;
  double pass_rate() const { return static_cast<double>(passed) / tests; }
};

/// `tests` gates of a candidate that is truly `elo` better.
GateRates simulate_gates(const GateDesign& design, double elo, int tests, std::uint64_t seed);

/// Marks (danno gate --score) of a candidate that is truly `elo`, by so many deals in all against
/// anchors of -100 and 100: those whose 95 % interval holds it.
Rate simulate_marks(double elo, int deals, int marks, std::uint64_t seed);

}  // namespace danno::leagues
