#include "tests/property/simulated_policies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/ratings.hpp"
#include "tests/property/simulated_match.hpp"

namespace danno::leagues {
namespace {

using solver::Policy;

PairPool make_pool(std::vector<solver::Block> blocks) {
  PairPool pool;
  pool.blocks = std::move(blocks);
  solver::BlockSums sums;
  for (const solver::Block& block : pool.blocks)
    sums.add(block);
  for (solver::Block& block : pool.blocks)
    block.luck -= sums.luck / sums.blocks;
  pool.score = sums.score / sums.blocks;
  return pool;
}

PairPool play_pool(solver::Evaluator& evaluator, const Policy& policy, const Policy& other,
                   int deals) {
  std::vector<solver::Block> blocks;
  for (int deal = 0; deal < deals; ++deal)
    blocks.push_back(
        solver::play_block(evaluator, policy, other, 1, static_cast<std::uint64_t>(deal)));
  return make_pool(std::move(blocks));
}

PairPool equal_pool(const PairPool& pair, std::size_t policy, std::string name) {
  std::vector<solver::Block> blocks = pair.blocks;
  for (const solver::Block& block : pair.blocks)
    blocks.push_back({1 - block.score, -block.luck});
  PairPool pool = make_pool(std::move(blocks));
  pool.name = std::move(name);
  pool.first = pool.second = policy;
  return pool;
}

bool is_always_even(const PairPool& pool) {
  return std::ranges::all_of(pool.blocks,
                             [](const solver::Block& block) { return block.score == 0.5; });
}

std::array<int, 2> players(const PairPool& pool) {
  return {static_cast<int>(pool.first), static_cast<int>(pool.second)};
}

/// The ratings of ever more deals, by policy.
std::vector<double> true_elos(const Policies& policies, int agents) {
  ratings::Results results(agents);
  for (const PairPool& pool : policies.pairs) {
    if (pool.is_equal()) continue;
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
  const rules::Points target = rules.parameters().target;
  const bool high = target >= 1000;
  const rules::Points low_bank = high ? 200 : target / 3;
  const rules::Points high_bank = high ? 350 : target / 2;
  std::vector<std::pair<std::string, Policy>> all{
      {"never", solver::hold(1)},
      {"random", solver::at_random(7)},
      {fmt::format("bank{}", low_bank), solver::hold(low_bank)},
      {fmt::format("bank{}", high_bank), solver::hold(high_bank)},
      {"roll>=4", solver::roll_with(rules, 4)},
      {"ev-max+final", solver::fighting(solver::mean_best(odds))},
      {"optimal", solver::best(evaluator)}};
  if (pool == Pool::Skilled) all.erase(all.begin(), all.begin() + 2);
  Policies policies;
  for (std::size_t i = 0; i < all.size(); ++i) {
    policies.names.push_back(all[i].first);
    for (std::size_t j = 0; j < i; ++j) {
      PairPool pair = play_pool(evaluator, all[j].second, all[i].second, deals);
      pair.name = fmt::format("{}, {}", all[j].first, all[i].first);
      pair.first = j;
      pair.second = i;
      if (!is_always_even(pair)) policies.pairs.push_back(std::move(pair));
    }
  }
  PairPool close = equal_pool(policies.pairs.back(), all.size() - 1,
                              fmt::format("{} or exchanged", policies.pairs.back().name));
  if (pool == Pool::All)
    policies.pairs.push_back(
        equal_pool(play_pool(evaluator, solver::at_random(7), solver::at_random(8), deals), 1,
                   "random, random"));
  policies.pairs.push_back(std::move(close));
  return policies;
}

AdjustedRates simulate_adjusted_leagues(const Policies& policies, int deals, int leagues,
                                        std::uint64_t seed) {
  const auto agents = static_cast<int>(policies.names.size());
  Chance chance(seed);
  AdjustedJudge judge(true_elos(policies, agents));
  for (int league = 0; league < leagues; ++league) {
    DrawnDeals drawn{.raw = ratings::Results(agents), .blocks = {}, .chance = chance};
    ratings::AdjustedResults adjusted(agents);
    for (const PairPool& pool : policies.pairs) {
      if (pool.is_equal()) continue;
      adjusted.add_line_up(players(pool), drawn.add(pool.blocks, deals, players(pool)));
    }
    judge.add(drawn.raw, adjusted.results());
  }
  return judge.rates();
}

}  // namespace danno::leagues
