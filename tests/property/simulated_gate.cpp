#include "tests/property/simulated_gate.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "leagues/ratings/sprt.hpp"

namespace danno::leagues {
namespace {

/// Chances of the cells 0, ¼, ½, ¾, 1 at a mean.
std::array<double, 5> cells(Blocks blocks, double mean) {
  // Weight moved from 0 to 1 moves the mean by as much.
  const double moved = mean - 0.5;
  const double ends = blocks == Blocks::Pairs ? 0.1 : 0.01;
  const double quarters = blocks == Blocks::Pairs ? 0.15 : 0;
  assert(std::abs(moved) < ends);
  return {ends - moved, quarters, 1 - 2 * ends - 2 * quarters, quarters, ends + moved};
}

double uniform(std::mt19937_64& random) {
  return (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53;
}

bool passes_on_lattice(const GateDesign& design, double mean, std::mt19937_64& random,
                       double& blocks) {
  const ratings::StoppingBounds bounds = ratings::stopping_bounds(design.alpha, design.beta);
  const std::array<double, 5> chances = cells(design.blocks, mean);
  std::array<double, 5> counts{};
  for (;;) {
    double u = uniform(random);
    std::size_t cell = 0;
    while (cell < 4 && u >= chances[cell]) {
      u -= chances[cell++];
    }
    ++counts[cell];
    ++blocks;
    const ratings::Verdict now =
        ratings::verdict(ratings::llr_of_counts(counts, design.elo0, design.elo1), bounds);
    if (now != ratings::Verdict::Continue) {
      return now == ratings::Verdict::H1;
    }
  }
}

bool passes_on_scores(const GateDesign& design, double mean, std::mt19937_64& random,
                      double& blocks) {
  const ratings::StoppingBounds bounds = ratings::stopping_bounds(design.alpha, design.beta);
  std::vector<double> scores;
  for (;;) {
    scores.push_back(mean + 0.1 * (-std::log(uniform(random)) - 1));
    ++blocks;
    const ratings::Verdict now =
        ratings::verdict(ratings::llr_of_scores(scores, design.elo0, design.elo1), bounds);
    if (now != ratings::Verdict::Continue) {
      return now == ratings::Verdict::H1;
    }
  }
}

}  // namespace

GateRates simulate_gates(const GateDesign& design, double elo, int tests, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  GateRates rates;
  double blocks = 0;
  for (; rates.tests < tests; ++rates.tests) {
    const double mean = ratings::score_of_elo(elo);
    rates.passed += design.blocks == Blocks::Adjusted
                        ? passes_on_scores(design, mean, random, blocks)
                        : passes_on_lattice(design, mean, random, blocks);
  }
  rates.mean_blocks = blocks / tests;
  return rates;
}

}  // namespace danno::leagues
