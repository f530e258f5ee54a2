// Luck adjustment on games whose exact means are known: unbiased, and worth many games. The large
// versions are tests/bench/variance_reduction and adjusted_gate_simulation.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/adjusted_gate.hpp"
#include "tests/property/simulated_company.hpp"
#include "tests/property/simulated_match.hpp"
#include "tests/property/solved_game.hpp"

namespace danno::solver {
namespace {

class LuckAdjustment : public testing::Test {
 protected:
  const rules::RuleSet rules_ = make_rules({"koans", "600"});
  const TableFile file_{rules_};
  const ValueTable table_{rules_, map_table(file_.path())};
  Evaluator evaluator_{table_};
  const Odds odds_{rules_};
  const Policy three_ = fighting(roll_with(rules_, 3));
};

TEST_F(LuckAdjustment, IsUnbiasedAndNeedsFewerGames) {
  struct Pair {
    Policy policy, other;
    double at_least;  // times fewer games than independent ones
  };
  for (const Pair& pair : {Pair{hold(350), hold(500), 3}, Pair{mean_best(odds_), three_, 20},
                           Pair{best(evaluator_), mean_best(odds_), 40}}) {
    const ExactChances exact = exact_chances(rules_, pair.policy, pair.other);
    BlockSums sums;
    for (std::uint64_t deal = 0; deal < 3000; ++deal)
      sums.add(play_block(evaluator_, pair.policy, pair.other, 1, deal));
    EXPECT_NEAR(sums.mean(1), exact.mean(), 3 * std::sqrt(sums.variance(1) / sums.blocks));
    EXPECT_GT(exact.independent_variance() / sums.variance(1), pair.at_least);
  }
}

TEST_F(LuckAdjustment, OptimalAgainstItselfIsExactlyHalf) {
  for (std::uint64_t deal = 0; deal < 500; ++deal) {
    const Block block = play_block(evaluator_, best(evaluator_), best(evaluator_), 2, deal);
    ASSERT_EQ(block.score, 0.5);
    ASSERT_NEAR(block.luck, 0, 1e-12);
  }
}

TEST_F(LuckAdjustment, OptimalBeatsHoldAsPolicyEvaluationSays) {
  const ExactChances exact = exact_chances(rules_, best(evaluator_), hold(350));
  EXPECT_GT(exact.mean(), 0.5);
  BlockSums sums;
  for (std::uint64_t deal = 0; deal < 3000; ++deal)
    sums.add(play_block(evaluator_, best(evaluator_), hold(350), 3, deal));
  EXPECT_NEAR(sums.mean(0), exact.mean(), 3 * std::sqrt(sums.variance(0) / sums.blocks));
}

// Mistakes between the best are rare and skew: few deals show too little of them.
TEST_F(LuckAdjustment, IntervalsHoldTheTruthBetweenTheBestAndBetweenOthers) {
  for (const auto& [policy, other] :
       {std::pair{fighting(mean_best(odds_)), best(evaluator_)}, std::pair{hold(200), hold(350)}}) {
    std::vector<Block> pool;
    BlockSums sums;
    for (std::uint64_t deal = 0; deal < 4000; ++deal) {
      pool.push_back(play_block(evaluator_, policy, other, 4, deal));
      sums.add(pool.back());
    }
    for (Block& block : pool)
      block.luck -= sums.luck / sums.blocks;
    for (const int deals : {20, 100}) {
      const auto rates = leagues::simulate_matches(pool, sums.score / sums.blocks, deals, 400, 1);
      EXPECT_GT(rates.adjusted.share(), 0.95 - 3 * std::sqrt(0.05 * 0.95 / 400)) << deals;
      EXPECT_LT(rates.wrong.share(), 0.05) << deals;
      EXPECT_LE(rates.adjusted_width, rates.raw_width) << deals;
    }
  }
}

// A winner is named by the one interval that is shown.
TEST_F(LuckAdjustment, OfEqualsAWinnerIsNamedInFivePercent) {
  std::vector<Block> pool;
  for (std::uint64_t deal = 0; deal < 3000; ++deal) {
    const Block block = play_block(evaluator_, at_random(7), at_random(8), 5, deal);
    pool.push_back(block);
    pool.push_back({1 - block.score, -block.luck});  // exactly equal
  }
  constexpr int kMatches = 1500;
  for (const int deals : {50, 100}) {
    const auto rates = leagues::simulate_matches(pool, 0.5, deals, kMatches, 1);
    EXPECT_LT(rates.wrong.share(), 0.05 + 3 * std::sqrt(0.05 * 0.95 / kMatches)) << deals;
    EXPECT_GT(rates.wrong.share(), 0.02) << deals;
  }
}

TEST_F(LuckAdjustment, AtTablesOfFourEachPairIsAdjustedAsAGameOfTwo) {
  const leagues::CompanyPool pool = leagues::play_company(evaluator_, 4, 30);
  const leagues::AdjustedRates rates = leagues::simulate_company(pool, 50, 40, 1);
  EXPECT_GT(rates.shown.intervals.share(), 0.92);
  EXPECT_LT(std::abs(rates.bias), 4 * rates.bias_error);
  EXPECT_GT(rates.fewer, 1.5);
}

TEST_F(LuckAdjustment, TheGateErrsNoOftenerAndDecidesSooner) {
  const leagues::MixedCandidate candidate(evaluator_, mean_best(odds_), fighting(hold(200)),
                                          fighting(hold(350)));
  constexpr int kTests = 150;
  // 5 % and three standard errors of 150 tests.
  const double most = 0.05 + 3 * std::sqrt(0.05 * 0.95 / kTests);
  const auto equal = candidate.simulate(0, true, kTests, 1);
  const auto better = candidate.simulate(10, true, kTests, 2);
  EXPECT_LT(equal.pass_rate(), most);
  EXPECT_LT(1 - better.pass_rate(), most);
  EXPECT_LT(equal.mean_blocks * 3, candidate.simulate(0, false, 20, 3).mean_blocks);
}

}  // namespace
}  // namespace danno::solver
