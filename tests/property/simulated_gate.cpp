#include "tests/property/simulated_gate.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "leagues/ratings/anchored_score.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/score_sheet.hpp"
#include "leagues/ratings/sprt.hpp"
#include "tests/property/league_truth.hpp"
#include "tests/property/simulated_tables.hpp"

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

/// The cell of a block of pairs.
std::size_t drawn_cell(const std::array<double, 5>& chances, Chance& chance) {
  double u = chance.uniform();
  std::size_t cell = 0;
  while (cell < 4 && u >= chances[cell])
    u -= chances[cell++];
  return cell;
}

/// The cell of a block of tables: what the candidate scored against all others, in halves.
std::size_t drawn_halves(int seats, double elo, Chance& chance) {
  std::vector<double> strengths(static_cast<std::size_t>(seats));
  strengths.front() = elo / ratings::kEloPerNat;
  ratings::ScoreSheet sheet;
  for (const TableResult& table : mirrored_tables(strengths, kSharedLuck, chance)) {
    const auto at = std::ranges::find(table.players, std::size_t{0});
    const auto own = static_cast<std::size_t>(at - table.players.begin());
    for (std::size_t seat = 0; seat < table.places.size(); ++seat) {
      if (seat != own) sheet.meet(table.places[own], table.places[seat]);
    }
  }
  return static_cast<std::size_t>(sheet.halves);
}

bool passes_on_lattice(const GateDesign& design, double elo, Chance& chance, double& blocks) {
  const ratings::StoppingBounds bounds = ratings::stopping_bounds(design.alpha, design.beta);
  const bool tables = design.blocks == Blocks::Tables;
  const std::array<double, 5> chances =
      tables ? std::array<double, 5>{} : cells(design.blocks, ratings::score_of_elo(elo));
  std::vector<double> counts(
      tables ? static_cast<std::size_t>(2 * design.seats * (design.seats - 1) + 1) : 5);
  for (;;) {
    ++counts[tables ? drawn_halves(design.seats, elo, chance) : drawn_cell(chances, chance)];
    ++blocks;
    const ratings::Verdict now =
        ratings::verdict(ratings::llr_of_counts(counts, design.elo0, design.elo1), bounds);
    if (now != ratings::Verdict::Continue) {
      return now == ratings::Verdict::H1;
    }
  }
}

bool passes_on_scores(const GateDesign& design, double elo, Chance& chance, double& blocks) {
  const double mean = ratings::score_of_elo(elo);
  const ratings::StoppingBounds bounds = ratings::stopping_bounds(design.alpha, design.beta);
  std::vector<double> scores;
  for (;;) {
    scores.push_back(mean + 0.1 * (-std::log(chance.uniform()) - 1));
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
  Chance chance(seed);
  GateRates rates;
  double blocks = 0;
  for (; rates.tests < tests; ++rates.tests) {
    rates.passed += design.blocks == Blocks::Adjusted
                        ? passes_on_scores(design, elo, chance, blocks)
                        : passes_on_lattice(design, elo, chance, blocks);
  }
  rates.mean_blocks = blocks / tests;
  return rates;
}

Rate simulate_marks(double elo, int deals, int marks, std::uint64_t seed) {
  Chance chance(seed);
  Rate rate;
  for (int mark = 0; mark < marks; ++mark) {
    std::vector<ratings::AnchorCounts> anchors{{-100, std::vector<double>(5)},
                                               {100, std::vector<double>(5)}};
    for (int deal = 0; deal < deals; ++deal) {
      ratings::AnchorCounts& anchor = anchors[static_cast<std::size_t>(deal % 2)];
      ++anchor.counts[drawn_halves(2, elo - anchor.elo, chance)];
    }
    const ratings::AnchoredScore score = ratings::score_against(anchors);
    rate.add(holds(score.elo_low, score.elo_high, elo));
  }
  return rate;
}

}  // namespace danno::leagues
