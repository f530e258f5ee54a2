#include "tests/property/simulated_policies.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/adjusted_results.hpp"
#include "tests/property/simulated_match.hpp"

namespace danno::leagues {
namespace {

using solver::Policy;

PairPool play_pool(solver::Evaluator& evaluator, const Policy& policy, const Policy& other,
                   int deals) {
  PairPool pool;
  solver::BlockSums sums;
  for (int deal = 0; deal < deals; ++deal) {
    pool.blocks.push_back(
        solver::play_block(evaluator, policy, other, 1, static_cast<std::uint64_t>(deal)));
    sums.add(pool.blocks.back());
  }
  for (solver::Block& block : pool.blocks)
    block.luck -= sums.luck / sums.blocks;
  pool.score = sums.score / sums.blocks;
  return pool;
}

std::array<int, 2> players(const PairPool& pool) {
  return {static_cast<int>(pool.first), static_cast<int>(pool.second)};
}

/// The ratings of ever more deals, by policy.
std::vector<double> true_elos(const Policies& policies, int agents) {
  ratings::Results results(agents);
  for (const PairPool& pool : policies.pairs) {
    if (pool.first == pool.second) continue;
    for (const solver::Block& block : pool.blocks) {
      const ratings::PairScore score = std::llround(4 * block.score) * (ratings::kPairWin / 2);
      const ratings::Int128 square =
          ratings::Int128{score - ratings::kPairWin} * (score - ratings::kPairWin);
      results.add_deals({.players = players(pool),
                         .deals = 1,
                         .games = 2,
                         .firsts = {},
                         .scores = {&score, 1},
                         .squares = {&square, 1},
                         .products = std::array{square, -square, square}});
    }
  }
  std::vector<double> elos;
  for (const ratings::AgentRating& row : ratings::fit(results, {.prior = 0}).agents)
    elos.push_back(row.elo);
  return elos;
}

}  // namespace

Policies play_policies(solver::Evaluator& evaluator, const solver::Odds& odds, int deals,
                       Pool pool) {
  const rules::RuleSet& rules = evaluator.rules();
  std::vector<std::pair<const char*, Policy>> all{
      {"never", solver::hold(1)},
      {"random", solver::at_random(7)},
      {"bank200", solver::hold(200)},
      {"bank350", solver::hold(350)},
      {"roll>=4", solver::roll_with(rules, 4)},
      {"ev-max+final", solver::fighting(solver::mean_best(odds))},
      {"optimal", solver::best(evaluator)}};
  if (pool == Pool::Skilled) all.erase(all.begin(), all.begin() + 2);
  Policies policies;
  for (std::size_t i = 0; i < all.size(); ++i) {
    policies.names.emplace_back(all[i].first);
    for (std::size_t j = 0; j < i; ++j) {
      PairPool pair = play_pool(evaluator, all[j].second, all[i].second, deals);
      pair.first = j;
      pair.second = i;
      policies.pairs.push_back(std::move(pair));
    }
  }
  if (pool == Pool::Skilled) return policies;
  PairPool equal = play_pool(evaluator, solver::at_random(7), solver::at_random(8), deals);
  // Which of the two is called the first means nothing.
  for (std::size_t i = 0; i < equal.blocks.size(); i += 2)
    equal.blocks[i] = {1 - equal.blocks[i].score, -equal.blocks[i].luck};
  equal.first = equal.second = 1;
  policies.pairs.push_back(std::move(equal));
  return policies;
}

AdjustedRates simulate_adjusted_leagues(const Policies& policies, int deals, int leagues,
                                        std::uint64_t seed) {
  const auto agents = static_cast<int>(policies.names.size());
  Chance chance(seed);
  AdjustedJudge judge(true_elos(policies, agents));
  for (int league = 0; league < leagues; ++league) {
    DrawnDeals drawn{.raw = ratings::Results(agents), .blocks = {}, .chance = chance};
    scores::AdjustedResults adjusted(agents);
    for (const PairPool& pool : policies.pairs) {
      if (pool.first == pool.second) continue;
      adjusted.add_line_up(players(pool), drawn.add(pool.blocks, deals, players(pool)));
    }
    judge.add(drawn.raw, adjusted.results());
  }
  return judge.rates();
}

}  // namespace danno::leagues
