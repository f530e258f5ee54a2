// The small version of tests/bench/calibration: fixed seeds, so these
// either hold or do not; the limits are nominal rates plus three standard errors of so many tries.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/simulated_gate.hpp"
#include "tests/property/simulated_league.hpp"

namespace danno::leagues {
namespace {

TEST(Coverage, OfMirroredLeaguesIsNominal) {
  for (const int seats : {2, 3, 4, 6}) {
    const Rate coverage = simulate_leagues({.seats = seats, .deals = 100}, 150, 1).intervals;
    const double slack = 3 * std::sqrt(0.05 * 0.95 / static_cast<double>(coverage.cases));
    EXPECT_NEAR(coverage.share(), 0.95, slack) << seats << " seats";
  }
}

// One agent that loses every game takes nobody's interval, and the others' hold the truth as
// before.
TEST(Coverage, BesideAnAgentThatNeverWinsIsNominal) {
  for (const int seats : {2, 3, 6}) {
    SCOPED_TRACE(seats);
    const LeagueRates rates = simulate_leagues({.seats = seats, .broken = 1, .deals = 120}, 150, 3);
    // The bound of the one that never wins always holds, so it is left out.
    const auto others = static_cast<double>(rates.intervals.cases) * 8 / 9;
    const double held =
        (static_cast<double>(rates.intervals.so) - static_cast<double>(rates.intervals.cases) / 9) /
        others;
    EXPECT_NEAR(held, 0.95, 3 * std::sqrt(0.05 * 0.95 / others));
    EXPECT_EQ(rates.two_sided.share(), 1);
    EXPECT_EQ(rates.two_sided.cases, 150 * 8);
    EXPECT_LT(rates.wrong.share(), 0.025);
    EXPECT_GT(rates.ranks.share(), 0.95);
  }
}

// Intervals and LOS follow Student's law if each agent has ten deals.
TEST(Coverage, OfAgentsWithTenDealsIsNominal) {
  const LeagueRates rates = simulate_leagues({.deals = 40}, 300, 1);
  EXPECT_NEAR(rates.intervals.share(), 0.95, 0.02);
  EXPECT_NEAR(rates.differences.share(), 0.95, 0.02);
}

TEST(Residuals, AreStandardNormalWhereNothingIsWrong) {
  for (const int seats : {2, 3, 6}) {
    const LeagueRates rates = simulate_leagues({.seats = seats, .deals = 900}, 40, 1);
    EXPECT_NEAR(rates.head_to_head.deviation(), 1, 0.1) << seats << " seats";
  }
}

void expect_nominal_rates(const GateDesign& design, int tests) {
  const double slack = 3 * std::sqrt(0.05 * 0.95 / tests);
  const GateRates worse = simulate_gates(design, design.elo0, tests, 1);
  const GateRates better = simulate_gates(design, design.elo1, tests, 2);
  EXPECT_LE(worse.pass_rate(), design.alpha + slack);
  EXPECT_GE(better.pass_rate(), 1 - design.beta - slack);
}

TEST(Gate, ErrsAsSeldomAsPromisedOnPairs) { expect_nominal_rates({.elo1 = 30}, 400); }

TEST(Gate, ErrsAsSeldomAsPromisedWhenFewPairsAreDecided) {
  expect_nominal_rates({.blocks = Blocks::RarelyDecided, .elo1 = 3}, 200);
}

TEST(Gate, ErrsAsSeldomAsPromisedOnAdjustedScores) {
  expect_nominal_rates({.blocks = Blocks::Adjusted, .elo1 = 20}, 400);
}

TEST(Gate, ErrsAsSeldomAsPromisedAtTablesOfAnySize) {
  for (const int seats : {3, 6}) {
    SCOPED_TRACE(seats);
    expect_nominal_rates({.blocks = Blocks::Tables, .seats = seats, .elo1 = 40}, 300);
  }
}

}  // namespace
}  // namespace danno::leagues
